// Import of scores of an offline exam over HTTP.
import { offline } from '@shuyuan/contract/paper/admission/offline.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { PaperState, ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { sql } from 'kysely'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { readSheet, writeSheets } from '../../../kernel/sheet/spreadsheet.ts'
import { setUpExam } from '../exam-setup.factory.ts'

const { app, teacher, admin } = await startWith('teacher')
const ann = await app.enrol({ userName: 'Ann', realName: '安安' })
const bob = await app.enrol({ userName: 'bob' })

// one single choice of 2 points
const makeExam = async (terms: Parameters<typeof setUpExam>[1] = {}) =>
  (await setUpExam(app.ctx(), { offline: true, passScore: 120, showScore: 'handed', ...terms }, { single: 1 })).examId
const header = ['用户名', '得分', '备注']
const sheet = (rows: string[][], columns = header) =>
  writeSheets([{ name: '成绩', columns: columns.map((one) => ({ header: one })), rows }])
const send = async (examId: string, rows: string[][], fields: Record<string, string> = {}, columns = header) =>
  app.upload(offline.import, await sheet(rows, columns), '成绩.xlsx', { examId, ...fields }, teacher.token)
const papersOf = (examId: string) => app.db.selectFrom('paper').where('examId', '=', examId).orderBy('userId').selectAll().execute()

describe('scores from a spreadsheet', () => {
  test('become finished offline papers; a second import replaces a score', async () => {
    const examId = await makeExam()
    const rows = [
      ['ann', '1.5', '手写卷'],
      ['bob', '1', ''],
    ]
    expect((await send(examId, rows, { dryRun: 'true' })).data).toEqual({ total: 2, valid: 2, inserted: 0, updated: 0, errors: [] })
    expect(await papersOf(examId)).toEqual([])
    expect((await send(examId, rows)).data).toMatchObject({ inserted: 2, updated: 0, errors: [] })
    expect(await papersOf(examId)).toMatchObject([
      { userId: ann.id, state: PaperState.done, offline: true, score: 150, passed: true, exMsg: '手写卷' },
      { userId: bob.id, score: 100, passed: false },
    ])
    expect((await send(examId, [['bob', '2', '复核']])).data).toMatchObject({ inserted: 0, updated: 1 })
    const stored = (await papersOf(examId)).find((row) => row.userId === bob.id)!
    expect(stored).toMatchObject({ score: 200, passed: true, exMsg: '复核' })
    const result = await app.ok(paper['paper-result'], { id: stored.id }, bob.token)
    expect(result).toMatchObject({ score: 2, passed: true, groups: [], exMsg: '复核' })
    expect(await app.ok(paper['list-mine'], { examIds: [examId] }, bob.token)).toMatchObject([{ bestScore: 2, passed: true }])
    const audited = await app.db
      .selectFrom('sysLog')
      .where('path', '=', offline.import.path)
      .orderBy('id', 'desc')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(audited.before).toMatchObject([{ paperId: stored.id, score: 100 }])
  })

  test('the wrong rows come as a sheet with their faults, which is imported once they are mended', async () => {
    const examId = await makeExam()
    const wrongOf = async (rows: string[][], columns = header, who = teacher.token) =>
      app.upload(offline['import-wrong'], await sheet(rows, columns), '成绩.xlsx', { examId }, who)
    const { data } = await wrongOf([
      ['ann', '9', ''],
      ['bob', '1', ''],
      ['nobody', '1', ''],
    ])
    expect(data.name).toBe('成绩_有误.xlsx')
    const path = join(tmpdir(), `scores-${process.pid}.xlsx`)
    await writeFile(path, Buffer.from(data.sheet, 'base64'))
    const rows: string[][] = []
    for await (const row of readSheet(path)) rows.push(row.cells)
    await rm(path)
    expect(rows.map((row) => [row[0], row[1], row[3]?.split('：')[0]])).toEqual([
      ['用户名', '得分', '错误说明'],
      ['ann', '9', '得分'],
      ['nobody', '1', '用户名'],
    ])
    expect(await papersOf(examId)).toEqual([])
    const mended = [['ann', '2', '', rows[1]![3]!]]
    expect((await send(examId, mended, {}, rows[0])).data).toMatchObject({ inserted: 1, errors: [] })
    expect((await wrongOf(mended, rows[0])).code).toBe(errors.notFound[0])
    expect((await wrongOf(mended, rows[0], ann.token)).code).toBe(errors.forbidden[0])
  })

  test('reports wrong rows; mode all stores nothing, mode valid the other rows', async () => {
    const examId = await makeExam({ openType: ExamOpenType.persons, userIds: [ann.id] })
    const rows = [
      ['ann', '2', ''],
      ['nobody', '1', ''],
      ['bob', '1', ''],
      ['ANN', '1', ''],
      ['', 'x', ''],
      ['tina', '2.5', ''],
    ]
    const errorsOf = (await send(examId, rows)).data.errors.map(({ row, field, msg }) => [row, field, msg])
    expect(errorsOf).toEqual([
      [3, '用户名', '用户不存在'],
      [4, '用户名', '不在本场考试的范围内'],
      [5, '用户名', '与第2行的用户名重复'],
      [6, '用户名', '用户名不能为空！'],
      [6, '得分', '得分应为不小于0、最多两位小数的数字'],
      [7, '用户名', '不在本场考试的范围内'],
    ])
    expect(await papersOf(examId)).toEqual([])
    expect((await send(examId, rows, { mode: 'valid' })).data).toMatchObject({ total: 6, valid: 1, inserted: 1 })
    const open = await makeExam()
    expect((await send(open, [['bob', '3', '']])).data.errors).toMatchObject([{ row: 2, field: '得分', msg: '得分不能超过总分2' }])
  })

  test('only for offline exams, with the right to manage papers, from a valid spreadsheet', async () => {
    const online = await makeExam({ offline: false })
    expect((await send(online, [['ann', '1', '']])).code).toBe(errors.examOnline[0])
    expect((await app.upload(offline.import, await sheet([]), 'a.xlsx', { examId: online }, ann.token)).code).toBe(errors.forbidden[0])
    const examId = await makeExam()
    expect((await send(examId, [['ann', '1']], {}, ['用户名', '分数'])).msg).toContain('缺少“得分”列')
    expect((await app.upload(offline.import, Buffer.from('no sheet'), 'a.xlsx', { examId }, teacher.token)).code).toBe(
      errors.sheetBroken[0],
    )
    const template = await app.http.inject({
      method: 'POST',
      url: offline['import-template'].path,
      headers: { token: teacher.token },
      payload: {},
    })
    const accepted = await app.upload(offline.import, template.rawPayload, '模板.xlsx', { examId, dryRun: 'true' }, teacher.token)
    expect(accepted.data).toMatchObject({ total: 1, errors: [{ row: 2, msg: '用户不存在' }] })
  })

  test('two concurrent imports create one paper per candidate', async () => {
    const examId = await makeExam()
    const both = await Promise.all([send(examId, [['ann', '1', '']]), send(examId, [['ann', '2', '']])])
    expect(both.map((one) => one.code)).toEqual([0, 0])
    expect(await papersOf(examId)).toHaveLength(1)
    // an import that has read the papers blocks a second one until it commits
    await send(examId, [['ann', '1', '']])
    const waiting = async () =>
      (
        await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where wait_event_type = 'Lock' and datname = current_database()`.execute(app.db)
      ).rows[0]!.n
    const sent = await app.db.transaction().execute(async (holder) => {
      await sql`lock table paper in exclusive mode`.execute(holder)
      const sheets = ['1', '2'].map((score) => send(examId, [['bob', score, '']]))
      await expect.poll(waiting).toBe(2)
      return sheets
    })
    expect((await Promise.all(sent)).map((one) => one.code)).toEqual([0, 0])
    expect(await papersOf(examId)).toHaveLength(2)
  })

  test('a paper that was given up and restored keeps its score, and cannot be reopened', async () => {
    const examId = await makeExam()
    await send(examId, [['ann', '1.5', '']])
    const { id } = (await papersOf(examId))[0]!
    const mark = (state?: typeof PaperState.givenUp) =>
      app.ok(paper['mark-as'], { ids: [id], exState: ExState.admin, exMsg: '作废', ...(state ? { state } : {}) }, admin.token)
    await mark(PaperState.givenUp)
    await mark()
    expect((await papersOf(examId))[0]).toMatchObject({ state: PaperState.done, score: 150, passed: true })
    expect((await app.call(watch.reopen, { paperId: id, minutes: 5, reason: 'x' }, admin.token)).code).toBe(errors.paperNotReopen[0])
  })
})
