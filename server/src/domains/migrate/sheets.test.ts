// A folder of sheets with headings of other systems.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { writeSheets } from '../../kernel/sheet/spreadsheet.ts'
import { migrateSite, parts, reportOf } from './migrate.service.ts'
import { readOldSite } from './source.service.ts'
import { columnsOf, kindOf } from './sheets/sheet-columns.format.ts'
import { countsOf } from './write/report.service.ts'

const folder = await mkdtemp(join(tmpdir(), 'sheets-'))
afterAll(() => rm(folder, { recursive: true }))
const { app } = await startWith()
const put = async (name: string, header: string[], rows: string[][]) =>
  writeFile(join(folder, name), await writeSheets([{ name: 'Sheet1', columns: header.map((one) => ({ header: one })), rows }]))

await put(
  '部门.xlsx',
  ['部门名称', '上级部门'],
  [
    ['总部', ''],
    ['一部', '总部'],
    ['夜班', '一部'],
  ],
)
await put(
  '学员导出.xlsx',
  ['登录账号*', '真实姓名', '所属部门', '联系电话', '身份', '积分'],
  [
    ['zhang', '张三', '总部/一部', '13900000101', '学员', '5'],
    ['li', '李四', '夜班', '', '讲师', ''],
    ['', '无名', '', '', '', ''],
  ],
)
await put(
  '消防题库.xlsx',
  ['题型', '题干', '选项A', '选项B', '答案'],
  [
    ['单选题', '火警电话是？', '119', '110', 'A'],
    ['单选题', '没有答案的题', '甲', '乙', 'E'],
  ],
)
// in GBK, as Excel of Windows saves it
await writeFile(
  join(folder, '成绩.csv'),
  Buffer.concat([
    Buffer.from('b3c9bca8b5bcb3f60a', 'hex'), // 成绩导出, a title above the headings
    Buffer.from('bfbcc9fad5cbbac52cb5c3b7d62cbdbbbeedcab1bce40a', 'hex'), // 考生账号,得分,交卷时间
    Buffer.from('zhang,87.5,2024/3/5 9:30\nli,-,2024-03-05 10:00:00\nnone,60,2024-03-05\n'),
  ]),
)

test('headings of other systems are guessed, and those that say nothing are named', () => {
  const { columns, unused } = columnsOf(['学号（必填）', '姓 名', '班级', '手机号码', '爱好'])
  expect([...columns.keys()]).toEqual(['userName', 'realName', 'depart', 'mobile'])
  expect(unused).toEqual(['爱好'])
  expect(kindOf(columns)).toBe('users')
  // the list of users that Moodle writes and reads
  expect(kindOf(columnsOf(['username', 'firstname', 'lastname', 'email', 'department', 'cohort1']).columns)).toBe('users')
  expect(kindOf(columnsOf(['考试名称', '姓名', '总得分', '试卷总分', '提交时间']).columns)).toBe('results')
  expect(kindOf(columnsOf(['题干', '选项A', '答案', '分数']).columns)).toBeUndefined()
})

test('people, departments, banks and results are brought', async () => {
  const site = await readOldSite(app.app, { kind: 'sheets', file: folder, source: 'sheets:yunfan' })
  expect(site.notes).toContain(
    '学员导出.xlsx：按「用户」读取。登录账号* → 用户名，真实姓名 → 姓名，所属部门 → 部门，联系电话 → 手机号，身份 → 角色；没有用到的列：积分',
  )
  const given = { site, as: 'admin', only: new Set(parts), depart: undefined, keepPasswords: async () => undefined }
  const entries = await migrateSite(app.app, { ...given, isDry: false })
  expect(Object.fromEntries([...countsOf(entries)].map(([kind, of]) => [kind, Object.fromEntries(of)]))).toEqual({
    user: { left: 1, made: 2 },
    qu: { left: 1, made: 2 },
    depart: { made: 3 },
    repo: { made: 2 },
    tmpl: { made: 1 },
    exam: { made: 1 },
    paper: { left: 1, made: 1, refused: 1 },
  })
  const people = await app.db
    .selectFrom('sysUser')
    .innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('userName', 'in', ['zhang', 'li'])
    .orderBy('userName')
    .select(['userName', 'deptName', 'roleType', 'mobile'])
    .execute()
  expect(people).toEqual([
    { userName: 'li', deptName: '夜班', roleType: RoleType.staff, mobile: null },
    { userName: 'zhang', deptName: '一部', roleType: RoleType.learner, mobile: '13900000101' },
  ])
  expect(await app.db.selectFrom('paper').select(['score', 'totalScore', 'passed', 'handTime']).execute()).toEqual([
    { score: 8_750, totalScore: 10_000, passed: true, handTime: new Date('2024-03-05T01:30:00Z') },
  ])
  expect((await reportOf({ title: '表格', entries, notes: site.notes })).length).toBeGreaterThan(1_000)
  const again = await migrateSite(app.app, { ...given, isDry: true })
  expect(again.filter((one) => one.outcome === 'made')).toEqual([])
})
