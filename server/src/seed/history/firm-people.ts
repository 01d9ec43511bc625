// The people of two firms that belong to the group of the demonstration; their names are made up.

import { type HotelColumns, someHotel } from '../../domains/people/hotel/hotel.factory.ts'

type Staff = { userName: string; realName: string; roles: string[] }
export type Firm = {
  title: string
  /** as the profiles of its learners name it, in the columns that this site asks for */ unit: HotelColumns
  teams: Record<string, string[]>
  staff: [teacher: Staff, head: Staff]
}

export const clinic: Firm = {
  title: '云栖康养医院',
  unit: {
    ...someHotel,
    hotelCode: 'YQ0005',
    businessLicense: '云栖康养医院有限公司',
    signageName: '云栖康养医院',
    legalPerson: '闻人静',
    businessAddress: '康养路 9 号',
  },
  teams: {
    内科病区: ['乔若兰', '尹素心', '姚月婵', '汪静秋', '邹佩玲', '熊雅芝'],
    外科病区: ['金怀瑾', '戴安澜', '夏知微', '范清和', '方以宁'],
    消毒供应中心: ['石蕴玉', '江慕白', '廖思齐', '龙采薇', '万书瑶'],
  },
  staff: [
    { userName: 'luzhiyuan', realName: '陆知远', roles: ['教师'] },
    { userName: 'wenrenjing', realName: '闻人静', roles: ['部门管理员'] },
  ],
}
export const builder: Firm = {
  title: '云栖交通建设公司',
  unit: {
    ...someHotel,
    hotelCode: 'YQ0006',
    businessLicense: '云栖交通建设有限公司',
    signageName: '云栖交通建设',
    legalPerson: '上官路',
    businessAddress: '筑路街 21 号',
  },
  teams: {
    施工一队: ['雷震东', '钱铁山', '汤永固', '常守业', '武立本', '黎大川'],
    施工二队: ['易长河', '孔德厚', '康志刚', '毛平安', '邱石磊'],
    运输车队: ['尚远途', '路长安', '车正行', '纪守信', '游万里', '关山越'],
  },
  staff: [
    { userName: 'gongchengzhu', realName: '公孙筑', roles: ['教师'] },
    { userName: 'shangguanlu', realName: '上官路', roles: ['部门管理员'] },
  ],
}
export const firms = [clinic, builder]
/** Names in the order of their accounts, which go on after the learners of the hotels. */
export const firmLearners = firms.flatMap((firm) => Object.values(firm.teams).flat())
export const firmStaff = firms.flatMap((firm) => firm.staff.map((one) => one.userName))
