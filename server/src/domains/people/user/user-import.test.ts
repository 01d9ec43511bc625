// Import and export of users by sheet, over HTTP.
import { user } from '@shuyuan/contract/account/user.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { describe, expect, test } from 'vitest'
import { rowsXml, workbookOf } from '../../../../test/xlsx.ts'
import { startWith } from '../../../../test/people.ts'
import { readSheet, streamSheet, writeSheets } from '../../../kernel/sheet/spreadsheet.ts'
import { makeDepart } from '../org/depart.factory.ts'
import { makeUser } from './user.factory.ts'

const { app, admin } = await startWith()
const north = await makeDepart(app.db, 'A01', '北区')
await makeDepart(app.db, north, '客房部')

const header = ['用户名', '姓名', '部门', '角色', '手机号', '密码', '有效期至']
const password = 'Violet@2026'
const person = (name: string, more: { depart?: string; role?: string; mobile?: string; word?: string; until?: string } = {}) => {
  const { depart = '北区', role = '学员', mobile = '', word = password, until = '' } = more
  return [name, `姓名${name}`, depart, role, mobile, word, until]
}
const sheet = (rows: string[][], headers = header) =>
  writeSheets([{ name: '用户', columns: headers.map((one) => ({ header: one })), rows }])
const send = async (bytes: Uint8Array, fields: Record<string, string> = {}, token = admin.token) =>
  app.upload(user.import, bytes, '用户.xlsx', fields, token)
const stored = (userName: string) => app.db.selectFrom('sysUser').where('userName', '=', userName).selectAll().executeTakeFirst()
const countNamed = async (start: string) => (await app.ok(user.paging, { size: 1, params: { userName: start } }, admin)).total

async function fetchFile(endpoint: { path: string }, body: object, token = admin.token) {
  const reply = await app.http.inject({ method: 'POST', url: endpoint.path, headers: { token }, payload: body })
  expect(reply.headers['content-type']).toContain('spreadsheetml')
  return reply.rawPayload
}
async function rowsOf(bytes: Uint8Array) {
  const path = join(tmpdir(), `users-${process.pid}-${Math.random()}.xlsx`)
  await writeFile(path, bytes)
  const rows: string[][] = []
  for await (const row of readSheet(path)) rows.push(row.cells)
  return rows
}

describe('import', () => {
  test('accepts the template as it is downloaded', async () => {
    const template = await fetchFile(user['import-template'], {})
    expect((await send(template, { dryRun: 'true' })).data).toEqual({ total: 1, valid: 1, inserted: 0, updated: 0, errors: [] })
    expect(await stored('zhangsan')).toBeUndefined()
    expect((await send(template)).data).toMatchObject({ inserted: 1, updated: 0, errors: [] })
    expect((await app.call(user.login, { userName: 'zhangsan', password })).code).toBe(0)
  })

  test('the wrong rows come as a sheet with their faults, which is imported once they are mended', async () => {
    const rows = [person('bad1', { depart: '没有的部门' }), person('good1'), person('bad2', { word: '1' })]
    const { data } = await app.upload(user['import-wrong'], await sheet(rows), '用户.xlsx', {}, admin.token)
    expect(data.name).toBe('用户_有误.xlsx')
    const [head, ...wrong] = await rowsOf(Buffer.from(data.sheet, 'base64'))
    expect(head).toEqual([...header, '错误说明'])
    expect(wrong.map((one) => one[0])).toEqual(['bad1', 'bad2'])
    expect(wrong[0]?.at(-1)).toMatch(/^部门：/)
    expect(wrong[1]?.at(-1)).toMatch(/^密码：/)
    expect((await stored('good1'))?.id).toBeUndefined()
    const mended = wrong.map((cells) => cells.map((cell, at) => (header[at] === '部门' ? '北区' : header[at] === '密码' ? password : cell)))
    expect((await send(await sheet(mended, [...header, '错误说明']))).data).toMatchObject({ inserted: 2, errors: [] })
    const again = await app.upload(user['import-wrong'], await sheet([person('good2')]), '用户.xlsx', {}, admin.token)
    expect(again.code).toBe(errors.notFound[0])
  })

  test('adds new names with their roles and changes existing ones; blank cells change nothing', async () => {
    await makeUser(app.db, { userName: 'Old', realName: '旧名', roles: ['学员'], mobile: '13900000001' })
    const { token } = await app.as('Old')
    const rows = [
      person('in1', { mobile: '13900000002', until: '2099-12-31' }),
      ['old', '', '', '教师、学员', '', '', ''],
      person('in2', { depart: '总部/北区/客房部' }),
    ]
    expect((await send(await sheet(rows))).data).toEqual({ total: 3, valid: 3, inserted: 2, updated: 1, errors: [] })
    const { records } = await app.ok(user.paging, { params: {}, size: 100, orders: [{ column: 'userName', asc: true }] }, admin)
    const of = (name: string) => records.find((one) => one.userName === name)
    expect(of('in1')).toMatchObject({ mobile: '13900000002', roles_dictText: '学员', expireTime: '2099-12-31 23:59:59', deptCode: north })
    expect(of('in2')).toMatchObject({ deptCode_dictText: '客房部' })
    expect(of('Old')).toMatchObject({ realName: '旧名', mobile: '13900000001', roles: ['2', '6'], deptCode: 'A01' })
    expect((await app.call(user.info, {}, token)).code).toBe(0)
    await send(await sheet([['old', '新名', '', '', '', 'Other@2026', '']]))
    expect((await app.call(user.info, {}, token)).code).toBe(errors.signedOut[0])
    expect(await stored('Old')).toMatchObject({ realName: '新名', version: 2 })
  })

  test('mode all stores nothing while a row is wrong; mode valid stores the others', async () => {
    const bytes = await sheet([
      person('ok1'),
      person('bad1', { depart: '西区' }),
      person('bad 2'),
      person('ok1'),
      person('ok2', { word: 'abc' }),
    ])
    const errors = [
      { row: 3, field: '部门', key: 'sheetDepartUnknown', params: { depart: '西区' }, msg: '部门“西区”不存在', level: 'error' },
      { row: 4, field: '用户名', key: 'userNameSpaces', params: {}, msg: '用户名不能含有空格', level: 'error' },
      { row: 5, field: '用户名', key: 'sheetSameAs', params: { row: 2, field: '用户名' }, msg: '与第2行的用户名相同', level: 'error' },
      { row: 6, field: '密码', key: 'passwordLength', params: {}, msg: '密码长度应为8-60位', level: 'error' },
    ]
    expect((await send(bytes)).data).toEqual({ total: 5, valid: 1, inserted: 0, updated: 0, errors })
    expect(await stored('ok1')).toBeUndefined()
    expect((await send(bytes, { mode: 'valid' })).data).toEqual({ total: 5, valid: 1, inserted: 1, updated: 0, errors })
    expect(await stored('ok1')).toBeDefined()
  })

  test('a formula without a value is a problem', async () => {
    const cells = ['in9', '<c t="e"><v>#N/A</v></c>', '总部', '<c><f>A1</f></c>']
    const errors = [
      { row: 2, field: '姓名', key: 'formulaError', params: { error: '#N/A' }, msg: '单元格中的公式出错（#N/A）', level: 'error' },
      {
        row: 2,
        field: '角色',
        key: 'formulaWithoutValue',
        params: {},
        msg: '公式没有保存计算结果，请用 Excel 或 WPS 打开文件并保存后再上传',
        level: 'error',
      },
    ]
    const bytes = workbookOf(rowsXml([['用户名', '姓名', '部门', '角色'], cells]))
    expect((await send(bytes, { mode: 'valid' })).data).toEqual({ total: 1, valid: 0, inserted: 0, updated: 0, errors })
  })

  test('grants no rights beyond the caller’s, nor changes users outside their branch', async () => {
    const role = await app.db
      .insertInto('sysRole')
      .values({ roleName: '店长', roleLevel: 5, dataScope: DataScope.branch })
      .returning('id')
      .executeTakeFirstOrThrow()
    const tags = await app.db.selectFrom('sysMenu').where('permissionTag', 'in', ['sys:user:add', 'sys:user:list']).select('id').execute()
    await app.db
      .insertInto('sysRoleMenu')
      .values(tags.map((one) => ({ roleId: role.id, menuId: one.id })))
      .execute()
    await makeUser(app.db, { userName: 'manager', roleType: RoleType.staff, roles: ['店长'], deptCode: north })
    await makeUser(app.db, { userName: 'neighbour', deptCode: north })
    const { token } = await app.as('manager')
    const rows = [
      person('m1', { depart: '总部' }),
      person('m2', { role: '系统管理员' }),
      person('neighbour'),
      person('m3', { depart: '客房部' }),
    ]
    const { data } = await send(await sheet(rows), { mode: 'valid' }, token)
    expect(data).toMatchObject({ valid: 1, inserted: 1 })
    expect(data.errors.map((one) => [one.row, one.field, one.msg])).toEqual([
      [2, '部门', '您无权管理该部门'],
      [3, '角色', expect.stringContaining('系统管理员')],
      [4, '用户名', '用户名已存在'],
    ])
  })

  test('never removes the last administrator', async () => {
    expect((await send(await sheet([['admin', '', '', '学员', '', '', '']]))).code).toBe(errors.lastAdministrator[0])
  })

  test.each<[string, () => Promise<Uint8Array>, string]>([
    ['no sheet', async () => Buffer.from('用户名,姓名'), '文件无法识别，请使用模板填写后上传 xlsx 文件'],
    ['other columns', () => sheet([['a']], ['名字']), '表头与模板不一致，请下载最新模板：缺少“用户名”、“姓名”、“部门”、“角色”列'],
    ['no rows', () => sheet([]), '表格中没有用户，请填写后再上传'],
  ])('refuses %s', async (_name, make, msg) => expect((await send(await make())).msg).toBe(msg))

  test('accepts ten thousand rows, and refuses fifty thousand in little memory', async () => {
    const many = async (count: number, start: string) => {
      const rows = (async function* () {
        for (let at = 0; at < count; at++)
          yield person(`${start}${at}`, { mobile: `18${String(at).padStart(9, '0')}`.replace(/^18/, '13') })
      })()
      const parts: Uint8Array[] = []
      for await (const part of streamSheet(
        '用户',
        header.map((one) => ({ header: one })),
        rows,
      ))
        parts.push(part)
      return Buffer.concat(parts)
    }
    const { data } = await send(await many(10_000, 'bulk'), { progressKey: 'k' })
    expect(data).toEqual({ total: 10_000, valid: 10_000, inserted: 10_000, updated: 0, errors: [] })
    expect(await countNamed('bulk')).toBe(10_000)
    expect(await app.ok(user['import-state'], { progressKey: 'k' }, admin)).toMatchObject({ stage: 'done', done: 10_000 })
    const before = process.memoryUsage().rss
    expect((await send(await many(50_000, 'flood'))).msg).toBe('一次最多导入 20,000 行，请分批导入')
    expect(process.memoryUsage().rss - before).toBeLessThan(600e6)
    expect(await countNamed('flood')).toBe(0)
  })
})

describe('export', () => {
  test('contains the matching users, every cell as text, and can be imported again', async () => {
    const evil = ['=1+1', '+cmd', '-2', '@SUM(A1)']
    for (const [at, realName] of evil.entries())
      await makeUser(app.db, { userName: `evil${at}`, realName, roles: ['学员'], deptCode: north })
    const bytes = await fetchFile(user.export, { userName: 'evil', deptCode: 'A01' })
    const [head, ...rows] = await rowsOf(bytes)
    expect(head).toEqual(['用户名', '姓名', '部门', '角色', '用户类型', '手机号', '邮箱', '有效期至', '状态', '创建时间'])
    expect(rows.map((row) => row.slice(0, 5))).toEqual(
      evil.map((realName, at) => [`evil${at}`, realName, '总部/北区', '学员', '学员']).toReversed(),
    )
    expect(entriesOf(bytes)).not.toMatch(/<f[ >]/)
    const { data } = await send(bytes)
    expect(data).toMatchObject({ total: 4, valid: 4, updated: 4 })
    expect(data.errors.map((one) => [one.row, one.field, one.level])).toEqual([
      [1, '状态', 'warn'],
      [1, '创建时间', 'warn'],
    ])
  })

  test('is limited to the caller’s data scope', async () => {
    const { token } = await app.as('manager')
    const reply = await app.http.inject({ method: 'POST', url: user.export.path, headers: { token }, payload: {} })
    expect(reply.json()).toMatchObject({ code: errors.forbidden[0] })
    const menu = await app.db.selectFrom('sysMenu').where('permissionTag', '=', 'sys:user:export').select('id').executeTakeFirstOrThrow()
    const role = await app.db.selectFrom('sysRole').where('roleName', '=', '店长').select('id').executeTakeFirstOrThrow()
    await app.db.insertInto('sysRoleMenu').values({ roleId: role.id, menuId: menu.id }).execute()
    await makeUser(app.db, { userName: 'manager2', roleType: RoleType.staff, roles: ['店长'], deptCode: `${north}A01` })
    const rows = await rowsOf(await fetchFile(user.export, {}, (await app.as('manager2')).token))
    expect(
      rows
        .slice(1)
        .map((row) => row[0])
        .toSorted((a, b) => (a ?? '').localeCompare(b ?? '')),
    ).toEqual(['in2', 'm3', 'manager2'])
  })
})

/** The text of a zip archive's deflated entries, end to end. */
function entriesOf(bytes: Buffer): string {
  const texts: string[] = []
  for (let at = bytes.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 4, 'latin1')) {
    const size = bytes.readUInt32LE(at + 20)
    const head = bytes.readUInt32LE(at + 42)
    const start = head + 30 + bytes.readUInt16LE(head + 26) + bytes.readUInt16LE(head + 28)
    const body = bytes.subarray(start, start + size)
    texts.push((bytes.readUInt16LE(at + 10) === 8 ? inflateRawSync(body) : body).toString())
  }
  return texts.join('\n')
}
