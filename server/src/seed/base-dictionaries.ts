// The dictionaries of a new site. Texts of values that the code uses come from the contract.
import { courseOpenType } from '@shuyuan/contract/course/catalog/publish.ts'
import { courseFileType } from '@shuyuan/contract/course/file/file.ts'
import { openType } from '@shuyuan/contract/exam/exam.ts'
import { exState, paperState } from '@shuyuan/contract/paper/paper-state.ts'
import { levelText, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { roleType, userState } from '@shuyuan/contract/people/user/user-row.ts'
import { storageDictionaries } from './storage-dictionaries.ts'

export type SeedValue = { value: string; title: string; children?: SeedValue[] }
export type SeedDictionary = { dicCode: string; title: string; values: SeedValue[] }

const from = (texts: Record<number, string>): SeedValue[] => Object.entries(texts).map(([value, title]) => ({ value, title }))
/** A branch with its stations; the value of a station is the branch's with two more digits. */
const branch = (value: string, title: string, stations: string[]): SeedValue => ({
  value,
  title,
  children: stations.map((station, at) => ({ value: `${value}${String(at + 1).padStart(2, '0')}`, title: station })),
})

export const baseDictionaries: SeedDictionary[] = [
  { dicCode: 'base_yes_no', title: '是否', values: from({ 1: '是', 0: '否' }).toReversed() },
  { dicCode: 'user_state', title: '用户状态', values: from(userState) },
  { dicCode: 'role_type', title: '用户类型', values: from(roleType) },
  { dicCode: 'qu_level', title: '试题难度', values: from({ 1: levelText[QuLevel.normal], 2: levelText[QuLevel.hard] }) },
  { dicCode: 'exam_open_type', title: '考试开放类型', values: from(openType) },
  { dicCode: 'exam_type', title: '考试类型', values: from({ 1: '正式考试', 2: '模拟考试', 3: '随堂测验', 4: '资格考试' }) },
  { dicCode: 'exam_audit_state', title: '考试申请审核状态', values: from({ 0: '待审核', 1: '通过', 2: '驳回' }) },
  { dicCode: 'paper_state', title: '答卷状态', values: from(paperState) },
  { dicCode: 'paper_ex_state', title: '交卷方式', values: from(exState) },
  { dicCode: 'course_open_type', title: '课程开放类型', values: from(courseOpenType) },
  { dicCode: 'course_file_type', title: '课件类型', values: from(courseFileType) },
  {
    dicCode: 'course_catalog',
    title: '课程分类',
    values: [
      { value: '10', title: '安全管理', children: from({ 1001: '消防安全', 1002: '治安防范' }) },
      { value: '20', title: '食品卫生' },
      { value: '30', title: '信息安全' },
      { value: '40', title: '服务礼仪' },
      { value: '50', title: '入职培训' },
      { value: '90', title: '其他' },
    ],
  },
  {
    dicCode: 'course_file_catalog',
    title: '课件分类',
    values: [
      { value: '10', title: '安全管理', children: from({ 1001: '消防安全', 1002: '治安防范' }) },
      { value: '20', title: '食品卫生', children: from({ 2001: '后厨规范', 2002: '餐厅服务' }) },
      { value: '30', title: '信息安全', children: from({ 3001: '个人信息保护', 3002: '网络安全' }) },
      { value: '90', title: '其他' },
    ],
  },
  {
    dicCode: 'police_catalog',
    title: '所属分局/派出所',
    values: [
      branch('01', '城东分局', ['东湖派出所', '云水派出所', '新桥派出所']),
      branch('02', '城西分局', ['西郊派出所', '竹园派出所']),
      branch('03', '江北分局', ['渡口派出所', '北岸派出所', '梅岭派出所']),
    ],
  },
  ...storageDictionaries,
]
