// The logs as they are read: search by user, call and time, complete export or none, retention.
import { log } from '@shuyuan/contract/site/log/log.ts'
import { loginLog } from '@shuyuan/contract/site/log/login-log.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { describe, expect, test } from 'vitest'
import { sharedApp } from '../../../../test/people.ts'
import { readSheet } from '../../../kernel/sheet/spreadsheet.ts'
import { deleteOldLogs } from './log-query.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'

const at = new Date('2026-11-20T04:00:00Z')
const app = await sharedApp({ env: { LOG_KEEP_DAYS: '30' } })
const admin = await app.as('admin')
const tom = await makeUser(app.db, { userName: 'tom', realName: '汤姆' })
const act = (userId: string | null, userName: string, path: string, title: string, minutes: number) => ({
  userId,
  userName,
  path,
  title,
  input: '{}',
  before: '{"title":"旧"}',
  after: '{"title":"新"}',
  ip: '10.0.0.1',
  createTime: new Date(at.getTime() + minutes * 60_000),
})
await app.db
  .insertInto('sysLog')
  .values([
    act(tom, 'tom', '/api/exam/exam/save', '保存考试', 0),
    act(tom, 'tom', '/api/repo/save', '保存题库', 1),
    act(admin.id, 'admin', '/api/exam/exam/delete', '删除考试', 2),
    act(null, 'gone', '/api/exam/exam/save', '保存考试', 3),
  ])
  .execute()
await app.db
  .insertInto('sysLoginLog')
  .values([
    { userId: tom, userName: 'tom', way: 'password', success: true, ip: '10.0.0.1', createTime: at },
    { userName: 'nobody', way: 'sms', success: false, reason: '短信验证码错误或已失效', ip: '10.0.0.2', createTime: at },
  ])
  .execute()

const found = async (params: object) =>
  (await app.ok(log.paging, { params }, admin.token)).records.map((row) => `${row.userName} ${row.title}`)

describe('the audit log', () => {
  test('is searched by account or name, also of removed users', async () => {
    expect(await found({ userName: 'tom' })).toEqual(['tom 保存题库', 'tom 保存考试'])
    expect(await found({ userName: '汤' })).toEqual(['tom 保存题库', 'tom 保存考试'])
    expect(await found({ userName: 'gone' })).toEqual(['gone 保存考试'])
    expect(await found({ userName: '%' })).toEqual([])
  })

  test('is searched by part of the call’s path or title, and by time', async () => {
    expect(await found({ path: 'exam/exam' })).toEqual(['gone 保存考试', 'admin 删除考试', 'tom 保存考试'])
    expect(await found({ path: '题库' })).toEqual(['tom 保存题库'])
    expect(await found({ path: 'no such call' })).toEqual([])
    const from = toWallClock(new Date(at.getTime() + 60_000))
    const to = toWallClock(new Date(at.getTime() + 120_000))
    expect(await found({ from, to })).toEqual(['admin 删除考试', 'tom 保存题库'])
  })

  test('returns the values before and after', async () => {
    const { records, capped } = await app.ok(log.paging, { params: { path: '题库' } }, admin.token)
    expect(capped).toBe(false)
    expect(records[0]).toMatchObject({ realName: '汤姆', ip: '10.0.0.1', before: { title: '旧' }, after: { title: '新' } })
  })

  test('counts to ten thousand and reports that there is more; a page after the last is empty', async () => {
    await sql`insert into sys_log (path, title, input, create_time) select '/api/bulk', '批量', '{}', ${at}::timestamptz - n * interval '1 ms'
      from generate_series(1, 60000) n`.execute(app.db)
    const page = await app.ok(log.paging, { current: 3, size: 5_000, params: { path: '/api/bulk' } }, admin.token)
    expect(page).toMatchObject({ total: 10_000, pages: 2, capped: true, records: [] })
    const refused = await app.call(log.export, { params: { path: '/api/bulk' } }, admin.token)
    expect(refused).toMatchObject({ code: errors.exportTooLong[0], msg: '一次最多导出 50,000 行，请缩小查询范围' })
  })

  test('is exported with every row once', async () => {
    await sql`insert into sys_log (path, title, input, create_time) select '/api/portion', '分批' || n, '{}', ${at}::timestamptz + (n % 7) * interval '1 us'
      from generate_series(1, 2500) n`.execute(app.db)
    const reply = await app.http.inject({
      method: 'POST',
      url: log.export.path,
      headers: { token: admin.token },
      payload: { params: { path: '/api/portion' } },
    })
    const file = join(app.app.config.dataDir, 'log.xlsx')
    await writeFile(file, reply.rawPayload)
    const titles = new Set<string>()
    for await (const { cells } of readSheet(file)) titles.add(cells[2] ?? '')
    expect(titles.size).toBe(2_501)
    expect(titles).toContain('分批2500')
  })
})

describe('the sign-in log', () => {
  test('is filtered by result and sign-in method', async () => {
    const failed = await app.ok(loginLog.paging, { params: { success: false } }, admin.token)
    expect(failed.records).toEqual([
      expect.objectContaining({ userName: 'nobody', way_dictText: '短信', reason: '短信验证码错误或已失效' }),
    ])
    const byTom = await app.ok(loginLog.paging, { params: { userName: '汤姆', way: 'password' } }, admin.token)
    expect(byTom.records).toEqual([expect.objectContaining({ userName: 'tom', realName: '汤姆', success: true })])
  })

  test('and the audit log are deleted after the configured number of days, not earlier', async () => {
    app.clock.set(new Date(at.getTime() + 29 * 86_400_000))
    await deleteOldLogs(app.app)
    expect(await app.db.selectFrom('sysLoginLog').where('createTime', '=', at).select('id').execute()).toHaveLength(2)
    app.clock.set(new Date(at.getTime() + 30 * 86_400_000 + 90_000))
    await deleteOldLogs(app.app)
    expect(await app.db.selectFrom('sysLoginLog').where('createTime', '<=', at).select('id').execute()).toEqual([])
    const left = await app.db
      .selectFrom('sysLog')
      .where('path', 'like', '/api/%')
      .where('ip', '=', '10.0.0.1')
      .orderBy('id')
      .select('userName')
      .execute()
    expect(left.map((row) => row.userName)).toEqual(['admin', 'gone'])
    expect(await app.db.selectFrom('sysLog').where('path', '=', '/api/bulk').select('id').execute()).toEqual([])
  })
})
