// How a row of a sheet of users is read, and which user, department and roles it means.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { foreign } from '@shuyuan/contract/kernel/message.ts'
import { describe, expect, test } from 'vitest'
import { departsByText, type Existing, matchRows } from './user-match.rules.ts'
import { findSheetColumns, type SheetColumns } from '../../../kernel/sheet/sheet-columns.ts'
import { type Field, fields, readRow, requiredFields, timeOf } from './user-sheet.format.ts'

const header = ['用户名*', '姓名', '部门（必填）', '角色', '手机号', '邮箱', '密码', '有效期至', '用户类型']
const findColumns = (given: string[]) => findSheetColumns(given, fields, requiredFields)
const columns = findColumns(header) as SheetColumns<Field>
const read = (...cells: string[]) => readRow({ row: 5, cells }, columns)
const draftOf = (...cells: string[]) => {
  const { draft, problems } = read(...cells)
  expect(problems).toEqual([])
  return draft
}

describe('columns', () => {
  test('are found in any order, with additions to their names', () => {
    expect([...columns.at.keys()]).toEqual(['用户名', '姓名', '部门', '角色', '手机号', '邮箱', '密码', '有效期至', '用户类型'])
    expect(findColumns(['角色', '备注', '部门', '', '姓 名', '用户名'])).toMatchObject({ unknown: ['备注'] })
  })
  test.each([
    [['用户名', '姓名'], { key: 'columnsMissing', params: { columns: '“部门”、“角色”' }, zh: '缺少“部门”、“角色”列' }],
    [['用户名', '姓名', '部门', '角色', '用户名*'], { key: 'columnTwice', params: { column: '用户名' }, zh: '“用户名”列重复' }],
    [[], { key: 'columnsMissing', params: { columns: '“用户名”、“姓名”、“部门”、“角色”' }, zh: '缺少“用户名”、“姓名”、“部门”、“角色”列' }],
  ])('%j are refused', (given, problem) => expect(findColumns(given)).toEqual({ problem }))
})

describe('a row', () => {
  test('is read with its spaces trimmed and its roles split', () => {
    expect(draftOf(' li ', '李雷', 'A01', '教师、监考员，教师', '13900000001', '', 'Violet@2026', '2027/1/5', '管理人员')).toEqual({
      row: 5,
      userName: 'li',
      realName: '李雷',
      depart: 'A01',
      roleNames: ['教师', '监考员'],
      roleType: RoleType.staff,
      mobile: '13900000001',
      email: '',
      idCard: '',
      password: 'Violet@2026',
      expireTime: '2027-01-05 23:59:59',
    })
  })
  test('names every cell that is wrong', () => {
    const { draft, problems } = read('', '李雷', 'A01', '教师', '139', 'x@', 'abc', '明年', '老师')
    expect(draft).toMatchObject({ userName: '', realName: '李雷', mobile: '', password: '' })
    expect(problems.map((one) => [one.row, one.field, one.msg])).toEqual([
      [5, '有效期至', '有效期至应为日期，如 2027-12-31 或 2027-12-31 18:00:00'],
      [5, '用户类型', '用户类型应为“学员”或“管理人员”'],
      [5, '用户名', '用户不能为空！'],
      [5, '手机号', '手机号码格式不正确!'],
      [5, '邮箱', '邮箱格式不正确!'],
      [5, '密码', '密码长度应为8-60位'],
    ])
  })
  test.each([
    ['2027-12-31', '2027-12-31 23:59:59'],
    ['2027年1月5日', '2027-01-05 23:59:59'],
    ['2027-12-31 18:00', '2027-12-31 18:00:00'],
    ['2027-02-30', undefined],
    ['2027-13-01', undefined],
    ['2027-12-31 25:00', undefined],
    ['46022', undefined],
  ])('the time %j is %j', (cell, time) => expect(timeOf(cell)).toBe(time))
})

const depart = (id: string, parentId: string | null, deptName: string) => ({ id, parentId, deptName, deptCode: `D${id}` })
const existing: Existing = {
  departs: departsByText([
    depart('1', null, '总部'),
    depart('2', '1', '北区'),
    depart('3', '1', '南区'),
    depart('4', '2', '客房部'),
    depart('5', '3', '客房部'),
  ]),
  reachableDepts: null,
  roles: new Map([
    ['学员', { id: '6', refusal: null, backOffice: false }],
    ['教师', { id: '2', refusal: null, backOffice: true }],
    ['系统管理员', { id: '1', refusal: foreign('您不能授予'), backOffice: true }],
  ]),
  grantable: new Set(['6']),
  people: new Map([
    ['wang', { id: '10', roles: ['6'], isReachable: true }],
    ['boss', { id: '11', roles: ['1'], isReachable: true }],
    ['far', { id: '12', roles: [], isReachable: false }],
  ]),
  mobiles: new Map([['13900000010', '10']]),
  mayUpdate: true,
  selfId: '99',
}
const row = (userName: string, dept = 'D2', role = '学员', mobile = '') => draftOf(userName, '名', dept, role, mobile, '', 'Violet@2026')
const messages = (drafts: ReturnType<typeof row>[], more: Partial<Existing> = {}) =>
  matchRows(drafts, { ...existing, ...more }).problems.map((one) => one.msg)

describe('what a row means', () => {
  test('a role of the back office sets the user type of a row that leaves it empty, and contradicts a learner', () => {
    const typed = (roleType: RoleType | undefined, role: string, name = 'new') => ({
      ...row(name, 'D2', role),
      roleType: roleType as 1 | 2 | undefined,
    })
    const { ready } = matchRows(
      [typed(undefined, '教师', 'a'), typed(RoleType.staff, '学员', 'b'), typed(undefined, '学员', 'c')],
      existing,
    )
    expect(ready.map((one) => one.roleType)).toEqual([RoleType.staff, RoleType.staff, undefined])
    const { problems } = matchRows([typed(RoleType.learner, '教师')], existing)
    expect(problems).toMatchObject([{ field: '用户类型', msg: '角色“教师”有后台权限，用户类型必须是管理人员' }])
  })

  test('an existing name, in any case, is changed; another is added', () => {
    const { ready } = matchRows([row('Wang'), row('new', '总部/南区/客房部')], existing)
    expect(ready.map(({ id, deptCode, roleIds }) => ({ id, deptCode, roleIds }))).toEqual([
      { id: '10', deptCode: 'D2', roleIds: ['6'] },
      { id: undefined, deptCode: 'D5', roleIds: ['6'] },
    ])
  })
  test('blank cells of an existing user change nothing; a new user needs the values', () => {
    const blank = { ...draftOf('wang', '', '', '', '', '', ''), row: 2 }
    expect(matchRows([blank], existing).ready).toMatchObject([{ id: '10', deptCode: '', roleIds: [] }])
    expect(messages([{ ...blank, userName: 'nobody' }])).toEqual([
      '姓名不能为空！',
      '部门不能为空！',
      '必须选择一个角色！',
      '密码不能为空！',
    ])
  })
  test.each([
    ['客房部', '有多个名为“客房部”的部门，请填写部门编码'],
    ['西区', '部门“西区”不存在'],
  ])('department %s: %s', (name, msg) => expect(messages([row('a', name)])).toEqual([msg]))
  test('rows beyond the caller’s rights are refused', () => {
    expect(messages([row('boss'), row('far'), row('a', 'D2', '系统管理员'), row('b', 'D2', '校长')])).toEqual([
      '不能管理权限高于自己的用户',
      '用户名已存在，且该用户不在您的管理范围内',
      '您不能授予',
      '角色“校长”不存在',
    ])
    expect(messages([row('wang')], { mayUpdate: false })).toEqual(['用户名已存在'])
    expect(messages([row('a', 'D3')], { reachableDepts: new Set(['D2']) })).toEqual(['您无权管理该部门'])
    expect(messages([row('boss')], { selfId: '11' })).toEqual([])
  })
  test('a row with a wrong cell is checked by its other cells too, and is never ready', () => {
    const { draft, problems } = read('a', '名', '西区', '学员', '139', '', 'abc')
    const matched = matchRows([draft], existing, problems)
    expect(matched).toEqual({
      ready: [],
      problems: [{ row: 5, field: '部门', key: 'sheetDepartUnknown', params: { depart: '西区' }, msg: '部门“西区”不存在', level: 'error' }],
    })
  })
  test('a user occurs once in a sheet, and cannot get the mobile number of another', () => {
    const rows = [
      row('a', 'D2', '学员', '13900000010'),
      row('wang', 'D2', '学员', '13900000010'),
      row('A'),
      row('c', 'D2', '学员', '13900000077'),
    ]
    expect(messages(rows)).toEqual(['手机号已被其他用户使用', '与第5行的手机号相同', '与第5行的用户名相同'])
    expect(messages([row('wang', 'D2', '学员', '13900000010')])).toEqual([])
  })
})
