// Hotels by their code: from the table, from a service, and the table's import.
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { hotel } from '@shuyuan/contract/people/hotel/hotel.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { sql } from 'kysely'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { sheetRows } from '../../../../test/sheet-rows.ts'
import { rowsXml, workbookOf } from '../../../../test/xlsx.ts'
import { requestHotel } from '../../../providers/hotel.ts'
import { makeHotel, someHotel } from './hotel.factory.ts'

const { app, learner, admin } = await startWithEnv(STUB_ENV, 'learner')
await makeHotel(app.db, someHotel)

const known = { zwmc: '云栖湖滨酒店', yyzzmc: '云栖湖滨酒店管理有限公司', fr: '沈云栖' }

describe('a hotel of the own table', () => {
  test('is found by POST, by POST with the code in the URL, and by GET', async () => {
    expect(await app.ok(user.queryHotelInfo, { hotelCode: 'YQ0001' }, learner)).toEqual(known)
    for (const method of ['GET', 'POST'] as const) {
      const reply = await app.http.inject({
        method,
        url: '/api/sys/user/queryHotelInfo?hotelCode=YQ0001',
        headers: { token: learner.token },
      })
      expect(reply.json()).toMatchObject({ code: 0, data: known })
    }
  })

  test.each([
    ['is unknown', 'NOWHERE', '酒店编码不正确!'],
    ['is empty', '', '酒店编码不能为空！'],
    ['is an attack', "' or 1=1 --", '酒店编码不正确!'],
  ])('is refused where the code %s', async (_why, hotelCode, msg) => {
    expect(await app.call(user.queryHotelInfo, { hotelCode }, learner)).toMatchObject({ status: 200, msg })
  })
})

describe('an external hotel service', () => {
  const answers: Record<string, string> = {
    GOOD: JSON.stringify({ code: 0, data: { zwmc: ' 远方酒店 ', yyzzmc: '远方公司', fr: '远方人' } }),
    BARE: JSON.stringify({ zwmc: '直答酒店', yyzzmc: '直答公司', fr: null }),
    NONE: JSON.stringify({ code: 1 }),
    REFUSED: JSON.stringify({ code: 1, msg: '该酒店已注销' }),
    NULL: JSON.stringify({ code: 0, data: null }),
    HTML: '<html>welcome</html>',
    LIST: '[1,2,3]',
    ODD: JSON.stringify({ code: 0, data: { zwmc: { $ne: '' }, yyzzmc: 'x', fr: 'y' } }),
    HUGE: JSON.stringify({ zwmc: 'x'.repeat(100_000), yyzzmc: 'x', fr: 'y' }),
  }
  const asked: string[] = []
  let service: Server
  let url: string
  beforeAll(async () => {
    service = createServer((request, response) => {
      const { searchParams, pathname } = new URL(request.url ?? '', 'http://localhost')
      const code = searchParams.get('hotelCode') ?? ''
      asked.push(`${request.method} ${pathname} ${searchParams.get('app')} ${code}`)
      if (code === 'SLOW') return
      if (code === 'MOVED') response.writeHead(302, { location: '/elsewhere' })
      else response.writeHead(code === 'BROKEN' ? 500 : 200, { 'content-type': 'application/json' })
      response.end(answers[code] ?? '')
    }).listen(0, '127.0.0.1')
    await once(service, 'listening')
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/lookup?app=school`
    await app.ok(configProp.change, { type: 'hotel', provider: 'http', data: { url } }, admin)
  })
  afterAll(async () => {
    service.closeAllConnections()
    service.close()
    await app.ok(configProp.change, { type: 'hotel', provider: 'local', data: {} }, admin)
  })

  test('is called with the code added to the query of its URL', async () => {
    expect(await app.ok(user.queryHotelInfo, { hotelCode: 'GOOD' }, learner)).toEqual({
      zwmc: '远方酒店',
      yyzzmc: '远方公司',
      fr: '远方人',
    })
    expect(asked).toContain('GET /lookup school GOOD')
    expect(await app.ok(user.queryHotelInfo, { hotelCode: 'BARE' }, learner)).toEqual({ zwmc: '直答酒店', yyzzmc: '直答公司', fr: '' })
  })

  test.each(['NONE', 'NULL', 'HTML', 'LIST', 'ODD', 'HUGE', 'EMPTY'])('that answers %s counts as an unknown hotel', async (hotelCode) => {
    expect((await app.call(user.queryHotelInfo, { hotelCode }, learner)).msg).toBe('酒店编码不正确!')
  })

  test('that refuses with a message of its own is quoted', async () => {
    expect(await app.call(user.queryHotelInfo, { hotelCode: 'REFUSED' }, learner)).toMatchObject({
      code: errors.hotelUnknown[0],
      msg: '该酒店已注销',
    })
  })

  test.each(['BROKEN', 'MOVED'])('that is %s is reported as down', async (hotelCode) => {
    expect(await app.call(user.queryHotelInfo, { hotelCode }, learner)).toMatchObject({ code: errors.hotelServiceDown[0] })
  })

  test('that does not answer times out', async () => {
    expect(await requestHotel(app.app.outgoing, url, 'SLOW', 100)).toMatchObject({ missing: 'down' })
    expect(await requestHotel(app.app.outgoing, 'http://127.0.0.1:1/', 'GOOD', 1_000)).toMatchObject({ missing: 'down' })
    expect(await requestHotel(app.app.outgoing, '', 'GOOD')).toMatchObject({ missing: 'down' })
  })
})

describe('the import of the table', () => {
  const header = ['酒店编码', '对外门牌标识', '营业执照注册名称', '法定代表人']
  const send = (rows: string[][], fields: Record<string, string> = {}) =>
    app.upload(hotel.import, workbookOf(rowsXml(rows)), 'hotels.xlsx', fields, admin)
  const codes = async () => (await app.ok(hotel.paging, { size: 100 }, admin)).records.map((row) => row.hotelCode)

  test('reports problems row by row and stores nothing', async () => {
    const { data } = await send([
      header,
      ['N1', '甲', '甲公司', '甲人'],
      ['', '乙', '乙公司', ''],
      ['N1', '丙', '丙公司', '丙人'],
      ['N2', '', '丁公司', 'x'.repeat(61)],
    ])
    expect(data).toMatchObject({ total: 4, valid: 1, inserted: 0, updated: 0 })
    expect(data.errors.map(({ row, field, msg }) => [row, field, msg])).toEqual([
      [3, '酒店编码', '酒店编码不能为空！'],
      [3, '法定代表人', '法定代表人不能为空！'],
      [4, '酒店编码', '与第2行的酒店编码重复'],
      [5, '对外门牌标识', '对外门牌标识不能为空！'],
      [5, '法定代表人', '法定代表人不能超过60个字'],
    ])
    expect(await codes()).toEqual(['YQ0001'])
  })

  test('gives the wrong rows as a sheet with their faults, which is imported once they are mended', async () => {
    const rows = [header, ['', '乙', '乙公司', ''], ['N3', '甲', '甲公司', '甲人'], ['N4', '', '丁公司', '丁人']]
    const ask = (cells: string[][]) => app.upload(hotel['import-wrong'], workbookOf(rowsXml(cells)), '酒店.xlsx', {}, admin)
    const { data } = await ask(rows)
    expect(data.name).toBe('酒店_有误.xlsx')
    const [head, first, second, ...others] = await sheetRows(Buffer.from(data.sheet, 'base64'))
    expect([head, others]).toEqual([[...header, '错误说明'], []])
    expect(first).toEqual(['', '乙', '乙公司', '', '酒店编码：酒店编码不能为空！\n法定代表人：法定代表人不能为空！'])
    expect(second).toEqual(['N4', '', '丁公司', '丁人', '对外门牌标识：对外门牌标识不能为空！'])
    expect(await codes()).toEqual(['YQ0001'])
    const mended = [head!, ['N5', '乙', '乙公司', '乙人', first!.at(-1)!], ['N4', '丁', '丁公司', '丁人', second!.at(-1)!]]
    expect((await send(mended)).data).toMatchObject({ total: 2, inserted: 2 })
    await app.ok(hotel.delete, { ids: ['N4', 'N5'] }, admin)
    expect((await ask([header, ['N6', '己', '己公司', '己人']])).code).toBe(errors.notFound[0])
    const asLearner = await app.upload(hotel['import-wrong'], workbookOf(rowsXml(rows)), 'a.xlsx', {}, learner)
    expect(asLearner.code).toBe(errors.forbidden[0])
  })

  test('writes an audit row, or is rolled back', async () => {
    const rows = [header, ['T1', '甲', '甲公司', '甲人']]
    await sql`alter table sys_log add constraint refuse check (path <> '${sql.raw(hotel.import.path)}') not valid`.execute(app.db)
    expect((await send(rows)).status).toBe(500)
    await sql`alter table sys_log drop constraint refuse`.execute(app.db)
    expect(await codes()).toEqual(['YQ0001'])
    expect((await send(rows, { dryRun: 'true' })).code).toBe(0)
    const auditRows = app.db.selectFrom('sysLog').where('path', '=', hotel.import.path).select('after').orderBy('id', 'desc').limit(1)
    expect((await auditRows.executeTakeFirst())?.after).toMatchObject({ total: 1, inserted: 0 })
  })

  test('imports the right rows, in any order of columns, and replaces existing hotels', async () => {
    const turned = ['法定代表人', '酒店编码', '备注', '营业执照注册名称', '对外门牌标识']
    const rows = [turned, ['新人', 'YQ0001', '', '新公司', '新门牌'], ['甲人', 'N1', '', '甲公司', '甲'], ['', 'N9', '', '', '']]
    expect((await send(rows, { dryRun: 'true', mode: 'valid' })).data).toMatchObject({ total: 3, valid: 2, inserted: 0, updated: 0 })
    const { data } = await send(rows, { mode: 'valid' })
    expect(data).toMatchObject({ total: 3, valid: 2, inserted: 1, updated: 1 })
    expect(data.errors).toContainEqual({
      row: 1,
      field: '备注',
      key: 'columnUnknown',
      params: {},
      msg: '无法识别的列，其内容不会导入',
      level: 'warn',
    })
    const page = await app.ok(hotel.paging, { params: { zwmc: '新门' } }, admin)
    expect(page.records).toMatchObject([{ hotelCode: 'YQ0001', zwmc: '新门牌', yyzzmc: '新公司', fr: '新人' }])
    await app.ok(hotel.delete, { ids: ['N1', 'unknown'] }, admin)
    expect(await codes()).toEqual(['YQ0001'])
  })

  test.each([
    [
      'another header',
      [['编码', '名称']],
      '表头与模板不一致，请下载最新模板：缺少“酒店编码”、“对外门牌标识”、“营业执照注册名称”、“法定代表人”列',
    ],
    ['a column twice', [[...header, '酒店编码']], '表头与模板不一致，请下载最新模板：“酒店编码”列重复'],
    ['no rows', [header], '表格中没有酒店，请填写后再上传'],
  ])('refuses %s', async (_what, rows, msg) => {
    expect((await send(rows)).msg).toBe(msg)
  })

  test('refuses a file that is no sheet, and a caller without permission', async () => {
    expect((await app.upload(hotel.import, Buffer.from('not a sheet'), 'a.xlsx', {}, admin)).code).toBe(errors.sheetBroken[0])
    expect((await app.upload(hotel.import, workbookOf(rowsXml([header])), 'a.xlsx', {}, learner)).code).toBe(errors.forbidden[0])
  })

  test('reads back its own template', async () => {
    const reply = await app.http.inject({
      method: 'POST',
      url: hotel['import-template'].path,
      headers: { token: admin.token },
      payload: {},
    })
    const { data } = await app.upload(hotel.import, reply.rawPayload, 'template.xlsx', { dryRun: 'true' }, admin)
    expect(data).toMatchObject({ total: 1, valid: 1, errors: [] })
  })
})
