// The hotels of the demo learners, and their points.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { sql } from 'kysely'
import { addPoints } from '../domains/points/points.service.ts'
import { type HotelColumns, makeHotel, someHotel } from '../domains/people/hotel/hotel.factory.ts'
import type { Ctx } from '../kernel/ctx.ts'

const lakeside = someHotel
const congress: HotelColumns = {
  hotelCode: 'YQ0002',
  businessLicense: '云栖会展酒店有限公司',
  signageName: '云栖会展酒店',
  legalPerson: '江月兰',
  businessAddress: '会展路 6 号',
  branch: '03',
  policeStation: '0302',
  policeStation2: ['03', '0302'],
}
const hotels: [HotelColumns, departments: string[]][] = [
  [congress, ['前厅部', '工程部']],
  [lakeside, ['客房部', '餐饮部', '安全保卫部', '信息技术部']],
]
/** Hotels of the group without demo learners. */
const others = [
  { hotelCode: 'YQ0003', businessLicense: '云栖山居民宿有限公司', signageName: '云栖山居', legalPerson: '贺知山' },
  { hotelCode: 'YQ0004', businessLicense: '云栖国际酒店有限公司', signageName: '云栖国际酒店', legalPerson: '沈云栖' },
]

/** Fills the table of hotels, and the profiles of demo learners without a hotel. */
export async function addDemoHotels({ db }: Pick<Ctx, 'db'>): Promise<void> {
  for (const hotel of [lakeside, congress, ...others]) await makeHotel(db, hotel)
  for (const [hotel, departments] of hotels)
    await db
      .updateTable('sysUser')
      .set(hotel)
      .where('roleType', '=', RoleType.learner)
      .where('hotelCode', '=', '')
      .where(sql<boolean>`dept_code in (select dept_code from sys_depart where dept_name = any(${departments}::text[]))`)
      .execute()
}

const earned: [remark: string, points: number, daysAgo: number][] = [
  ['完成首次登录', 10, 20],
  ['完成《酒店安全管理》学习', 50, 14],
  ['通过《个人信息保护知识测试》', 80, 8],
  ['兑换一次补考机会', -30, 5],
  ['连续学习 7 天', 20, 1],
]

/** Gives points to the first ten learners, so that the points log has entries. */
export async function addDemoPoints(ctx: Ctx): Promise<void> {
  const people = await ctx.db.selectFrom('sysUser').where('userName', 'like', 'learner0_').orderBy('userName').select('id').execute()
  for (const { id } of people)
    for (const [at, [remark, points, daysAgo]] of earned.entries()) {
      const now = new Date(ctx.now.getTime() - daysAgo * 86_400_000)
      await addPoints({ ...ctx, now }, id, points, remark, { refType: 'demo', refId: String(at + 1) })
    }
}
