import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { LateState } from '@shuyuan/contract/paper/attempt/late.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { openNewPaper } from '../../../../../test/papers.ts'
import { startWith } from '../../../../../test/people.ts'
import { refusal } from '../../../../../test/refusal.ts'
import { startApp } from '../../../../../test/start-app.ts'
import { makeUser } from '../../../people/user/user.factory.ts'
import { bankIdsOf, keysOf, setUpExam, rightAnswer } from '../../exam-setup.factory.ts'
import { mustGetCached } from './paper-cache.service.ts'
import { SaveBatches } from './save-batch.service.ts'

const { app, ann, bob } = await startWith('ann', 'bob')
const annElsewhere = await app.as('ann')

/** Makes an exam and opens ann's paper in one page-load session. */
async function startPaper(counts?: Parameters<typeof setUpExam>[2], settings: Parameters<typeof setUpExam>[1] = {}) {
  const { examId, id, session } = await openNewPaper(app, ann, settings, counts)
  const keys = await keysOf(app, id)
  const fill = (quId: string, answer: unknown, seq: number, by = session) =>
    app.call(paper['fill-answer'], { paperId: id, session: by, quId, answer: answer as never, seq }, ann.token)
  const stored = () => app.db.selectFrom('paperAnswer').where('paperId', '=', id).orderBy('quId').selectAll().execute()
  const log = () => app.db.selectFrom('paperAnswerLog').where('paperId', '=', id).orderBy('id').selectAll().execute()
  return { id, examId, session, keys, quIds: [...keys.keys()], fill, stored, log }
}

describe('a save', () => {
  test('is stored, counted and logged before the response', async () => {
    const { keys, fill, stored, log } = await startPaper()
    let seq = 0
    for (const [quId, key] of keys) {
      const { data } = await fill(quId, rightAnswer(key), ++seq)
      expect(data).toMatchObject({ saved: [{ quId, seq, state: 'saved' }], answeredCount: seq })
      expect(data.leftMs).toBeGreaterThan(3_590_000)
    }
    expect((await stored()).map((row) => row.complete)).toEqual(Array.from({ length: 7 }, () => true))
    expect(await log()).toHaveLength(7)
  })

  test('repeated returns the first result and is logged once; an older one changes nothing', async () => {
    const { quIds, fill, stored, log } = await startPaper({ single: 1 })
    const quId = quIds[0]!
    const first = await fill(quId, { tags: ['A'] }, 2)
    app.clock.advance(2)
    const again = await fill(quId, { tags: ['B'] }, 2)
    expect(again.data).toMatchObject({ saved: [{ quId, seq: 2, state: 'saved' }], savedAt: first.data.savedAt })
    expect((await fill(quId, { tags: ['C'] }, 1)).data.saved).toEqual([{ quId, seq: 1, state: 'stale' }])
    expect((await stored())[0]).toMatchObject({ seq: 2, answer: { tags: ['A'] } })
    expect(await log()).toHaveLength(1)
    await fill(quId, { tags: ['D'] }, 3)
    expect((await stored())[0]).toMatchObject({ seq: 3, answer: { tags: ['D'] } })
  })

  test('of the same question many times concurrently stores the newest, and each caller gets its outcome', async () => {
    const { quIds, fill, stored } = await startPaper({ single: 1 })
    const order = [3, 1, 9, 5, 7, 2, 8, 4, 6]
    const answers = await Promise.all(order.map((seq) => fill(quIds[0]!, { tags: [seq === 9 ? 'D' : 'A'] }, seq)))
    expect(answers.every((one) => one.code === 0)).toBe(true)
    expect(answers[order.indexOf(9)]!.data.saved[0]!.state).toBe('saved')
    expect((await stored())[0]).toMatchObject({ seq: 9, answer: { tags: ['D'] } })
  })

  test('with an empty answer clears it; a composite counts when every sub-question is answered', async () => {
    const { keys, fill, stored } = await startPaper({ single: 1, composite: 1 })
    const [single, composite] = [...keys.values()].toSorted((a, b) => a.quType - b.quType)
    await fill(single!.quId, { tags: ['A'] }, 1)
    expect((await fill(single!.quId, { tags: [] }, 2)).data.answeredCount).toBe(0)
    expect((await stored())[0]!.answer).toBeNull()
    const whole = rightAnswer(composite!) as { subs: Record<string, never> }
    const [part] = Object.keys(whole.subs)
    expect((await fill(composite!.quId, { subs: { [part!]: whole.subs[part!] } }, 1)).data.answeredCount).toBe(0)
    expect((await fill(composite!.quId, whole, 2)).data.answeredCount).toBe(1)
  })

  test('with a question or option that is not on the paper is refused, and nothing of the request is stored', async () => {
    const { id, session, keys, quIds, fill, stored } = await startPaper({ single: 2, fillIn: 1, matching: 1 })
    const single = [...keys.values()].find((key) => key.quType === QuType.single)!.quId
    const blank = [...keys.values()].find((key) => key.quType === QuType.fillIn)!.quId
    for (const answer of [{ tags: ['Z'] }, { tags: ['A', 'A'] }, { tags: ['A', 'B'] }, { text: 'A' }])
      expect(await fill(single, answer, 1)).toMatchObject({ code: errors.answerForeign[0], msg: errors.answerForeign[1] })
    expect(await fill('424242', { tags: ['A'] }, 1)).toMatchObject({ code: errors.answerForeign[0] })
    for (const text of ['a\u0000b', '\ud800'])
      expect(await fill(blank, { blanks: [text] }, 1)).toMatchObject({ code: errors.badInput[0], status: 200 })
    const batch = [
      { quId: quIds[0]!, answer: { tags: ['A'] }, seq: 1 },
      { quId: single, answer: { tags: ['Z'] }, seq: 1 },
    ]
    expect(await app.call(paper['fill-answer'], { paperId: id, session, answers: batch }, ann.token)).toMatchObject({
      code: errors.answerForeign[0],
    })
    expect(await fill(single, { tags: ['A'] }, undefined as never)).toMatchObject({ code: errors.badInput[0] })
    expect(await stored()).toEqual([])
  })

  test('of several answers returns an outcome for each', async () => {
    const { id, session, quIds, fill } = await startPaper({ single: 3 })
    await fill(quIds[0]!, { tags: ['B'] }, 5)
    const answers = quIds.map((quId, at) => ({ quId, answer: { tags: ['A'] }, seq: at + 1 }))
    const { saved, answeredCount } = await app.ok(paper['fill-answer'], { paperId: id, session, answers }, ann.token)
    expect(saved.map((one) => one.state)).toEqual(['stale', 'saved', 'saved'])
    expect(answeredCount).toBe(3)
  })

  test('without a session needs no seq: the last one wins', async () => {
    const { id, quIds, stored } = await startPaper({ single: 1 })
    for (const tag of ['A', 'B', 'C'])
      await app.ok(paper['fill-answer'], { paperId: id, quId: quIds[0]!, answer: { tags: [tag] } }, ann.token)
    expect((await stored())[0]).toMatchObject({ answer: { tags: ['C'] }, session: '', seq: 0 })
  })

  test('stores only safe HTML of a short answer', async () => {
    const { quIds, fill, stored } = await startPaper({ shortAnswer: 1 })
    await fill(quIds[0]!, { text: '<p onclick="x()">灭火<script>alert(1)</script></p>' }, 1)
    expect((await stored())[0]!.answer).toEqual({ text: '<p>灭火</p>' })
    expect((await fill(quIds[0]!, { text: '<p><br></p>' }, 2)).data.answeredCount).toBe(0)
  })
})

describe('the write lock', () => {
  test('a reload takes it over silently; the older page is refused and its answer goes to the late store', async () => {
    const { id, session, quIds, fill, stored } = await startPaper({ single: 1 })
    await fill(quIds[0]!, { tags: ['A'] }, 1)
    const reloaded = await app.ok(paper['paper-detail'], { id }, ann.token)
    expect(reloaded).toMatchObject({ heldElsewhere: false, answers: [{ answer: { tags: ['A'] }, session, seq: 1 }] })
    expect(await fill(quIds[0]!, { tags: ['B'] }, 2)).toEqual(refusal('paperElsewhere'))
    expect((await stored())[0]).toMatchObject({ answer: { tags: ['A'] } })
    const late = await app.db.selectFrom('paperLate').where('paperId', '=', id).selectAll().execute()
    expect(late).toMatchObject([{ reason: 'superseded', answer: { tags: ['B'] }, seq: 2, state: LateState.waiting }])
    // as if the response of the first save was lost
    expect((await fill(quIds[0]!, { tags: ['A'] }, 1)).data.saved).toEqual([{ quId: quIds[0], seq: 1, state: 'saved' }])
    // a new page-load session counts seq from 1 again
    expect((await fill(quIds[0]!, { tags: ['C'] }, 1, reloaded.session)).data.saved[0]!.state).toBe('saved')
    expect(await app.call(paper['hand-exam'], { id, session }, ann.token)).toEqual(refusal('paperElsewhere'))
  })

  test('another device must request it while the first is active, and is recorded', async () => {
    const { id, session, quIds, fill } = await startPaper({ single: 1 })
    const asked = await app.ok(paper['paper-detail'], { id }, annElsewhere.token)
    expect(asked.heldElsewhere).toBe(true)
    expect(await fill(quIds[0]!, { tags: ['B'] }, 1, asked.session)).toEqual(refusal('paperElsewhere'))
    expect((await fill(quIds[0]!, { tags: ['A'] }, 1)).code).toBe(0)
    const takenOver = await app.ok(paper['paper-detail'], { id, takeover: true }, annElsewhere.token)
    expect(takenOver).toMatchObject({ heldElsewhere: false, answers: [{ answer: { tags: ['A'] } }] })
    expect(await fill(quIds[0]!, { tags: ['C'] }, 2)).toEqual(refusal('paperElsewhere'))
    const loads = await app.db.selectFrom('paperSession').where('paperId', '=', id).orderBy('createTime').selectAll().execute()
    expect(loads.map((one) => [one.id, one.takeover])).toEqual([
      [session, false],
      [asked.session, false],
      [takenOver.session, true],
    ])
    expect(loads[2]).toMatchObject({ ip: '127.0.0.1', userId: ann.id })
  })

  test('a page without activity for a minute loses it to another device without a question', async () => {
    const { id, session, quIds, fill } = await startPaper({ single: 1 })
    app.clock.advance(50)
    await app.ok(paper['left-time'], { id, session }, ann.token)
    app.clock.advance(50)
    expect((await app.ok(paper['paper-detail'], { id }, annElsewhere.token)).heldElsewhere).toBe(true)
    await fill(quIds[0]!, { tags: ['A'] }, 1)
    app.clock.advance(59)
    // a time poll from another device is no activity of the page with the write lock
    await app.ok(paper['left-time'], { id }, annElsewhere.token)
    expect((await app.ok(paper['paper-detail'], { id }, annElsewhere.token)).heldElsewhere).toBe(true)
    app.clock.advance(2)
    expect((await app.ok(paper['paper-detail'], { id }, annElsewhere.token)).heldElsewhere).toBe(false)
  })
})

describe('a batch', () => {
  test('with one row that the database refuses stores all other rows', async () => {
    const { id, session, quIds, stored } = await startPaper({ single: 4 })
    const cached = await mustGetCached(app.app, id, ann.id)
    const batches = new SaveBatches(app.app)
    const row = (quId: string, answer: string) => ({ paperId: id, quId, userId: ann.id, session, seq: 1, answer, complete: true })
    // the first two are sent immediately, the rest wait and are sent in one batch
    const sent = [
      row(quIds[0]!, '{"tags":["A"]}'),
      row(quIds[1]!, '{"tags":["A"]}'),
      row(quIds[2]!, '{"tags":["A"]}'),
      row(quIds[3]!, String.raw`{"text":"\u0000"}`),
      row('777', '{"tags":["A"]}'),
    ]
    const outcomes = await Promise.allSettled(sent.map((one) => batches.save(cached, one)))
    expect(outcomes.map((one) => one.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect((await stored()).map((one) => one.quId)).toEqual(expect.arrayContaining([quIds[0], quIds[1], quIds[2], '777']))
  })

  test('whose connection breaks fails with an error, and the repeated save is stored once', async () => {
    const { quIds, fill, stored, log } = await startPaper({ single: 2 })
    const onItsWay = sql`from pg_stat_activity
      where query like '%given as materialized%' and wait_event_type = 'Lock' and pid <> pg_backend_pid() and datname = current_database()`
    const counted = async () => (await sql<{ n: number }>`select count(*)::int as n ${onItsWay}`.execute(app.db)).rows[0]!.n
    // another transaction locks the paper's row, so that the save is running when its connection is cut
    await app.db.transaction().execute(async (holder) => {
      await holder.selectFrom('paper').forUpdate().select('id').execute()
      const saving = fill(quIds[0]!, { tags: ['A'] }, 1)
      await expect.poll(counted).toBe(1)
      await sql`select pg_terminate_backend(pid) ${onItsWay}`.execute(app.db)
      expect(await saving).toMatchObject({ status: 500, code: errors.fault[0] })
    })
    expect(await stored()).toEqual([])
    expect((await fill(quIds[0]!, { tags: ['A'] }, 1)).data.saved[0]!.state).toBe('saved')
    expect((await fill(quIds[0]!, { tags: ['A'] }, 1)).data.saved[0]!.state).toBe('saved')
    expect(await log()).toHaveLength(1)
  })

  test('of many candidates stores every answer on the right paper', async () => {
    const { examId } = await setUpExam(app.ctx(), {}, { single: 4 })
    const candidates = await Promise.all(
      Array.from({ length: 25 }, async (_, i) => {
        await makeUser(app.db, { userName: `many${i}` })
        const person = await app.as(`many${i}`)
        const { id } = await app.ok(paper['create-paper'], { examId }, person.token)
        const { session, groups } = await app.ok(paper['paper-detail'], { id }, person.token)
        return { person, id, session, quIds: groups[0]!.quList.map((one) => one.quId) }
      }),
    )
    const letter = (i: number, at: number) => 'ABCD'.charAt((i + at) % 4)
    const answers = await Promise.all(
      candidates.flatMap(({ person, id, session, quIds }, i) =>
        quIds.map((quId, at) =>
          app.call(paper['fill-answer'], { paperId: id, session, quId, answer: { tags: [letter(i, at)] }, seq: 1 }, person.token),
        ),
      ),
    )
    expect(answers.every((one) => one.code === 0)).toBe(true)
    for (const [i, { id, quIds }] of candidates.entries()) {
      const bankIds = await bankIdsOf(app, id)
      const rows = await app.db.selectFrom('paperAnswer').where('paperId', '=', id).selectAll().execute()
      expect(new Map(rows.map((row) => [row.quId, row.answer]))).toEqual(
        new Map(quIds.map((quId, at) => [bankIds.get(quId), { tags: [letter(i, at)] }])),
      )
    }
  })

  test('in progress when the server stops is committed before the database connection closes', async () => {
    const other = await startApp({ databaseUrl: app.databaseUrl })
    const { id, session, quIds, stored } = await startPaper({ single: 3 })
    const cached = await mustGetCached(other.app, id, ann.id)
    const batches = new SaveBatches(other.app)
    const saving = quIds.map((quId) =>
      batches.save(cached, { paperId: id, quId, userId: ann.id, session, seq: 1, answer: '{"tags":["A"]}', complete: true }),
    )
    await other.close()
    expect((await Promise.all(saving)).map((one) => one.refused)).toEqual([null, null, null])
    expect(await stored()).toHaveLength(3)
  })

  test('includes the saves of another node in the answered count', async () => {
    const other = await startApp({ databaseUrl: app.databaseUrl })
    const { id, quIds, fill } = await startPaper({ single: 3 })
    await other.ok(paper['fill-answer'], { paperId: id, quId: quIds[0]!, answer: { tags: ['A'] } }, ann.token)
    expect((await fill(quIds[1]!, { tags: ['A'] }, 1)).data.answeredCount).toBe(2)
    await other.close()
  })
})

test('a save reads the answered count again with its own statement, not with another one', async () => {
  const other = await startApp({ databaseUrl: app.databaseUrl })
  const { id, quIds, session, fill } = await startPaper({ single: 4 })
  await fill(quIds[0]!, { tags: ['A'] }, 1)
  const save = (at: number) =>
    other.ok(
      paper['fill-answer'],
      { paperId: id, session, answers: [at, at + 1].map((one) => ({ quId: quIds[one]!, answer: { tags: ['A'] }, seq: one + 1 })) },
      ann.token,
    )
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    // this process has never seen the paper
    expect(await save(1)).toMatchObject({ answeredCount: 3 })
    const about = query.mock.calls.map(([text]) => JSON.stringify(text)).filter((text) => text.includes('paper_answer'))
    expect(about).toHaveLength(1)
  } finally {
    query.mockRestore()
    await other.close()
  }
})

test('saves that come together after a start read the option of their exam once', async () => {
  const other = await startApp({ databaseUrl: app.databaseUrl })
  const { id, quIds, session } = await startPaper({ single: 5 })
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    const save = (quId: string, at: number) =>
      other.ok(paper['fill-answer'], { paperId: id, session, quId, answer: { tags: ['A'] }, seq: at + 1 }, ann.token)
    await Promise.all(quIds.map(save))
    const about = query.mock.calls.map(([text]) => JSON.stringify(text)).filter((text) => text.includes('"seb'))
    expect(about).toHaveLength(1)
  } finally {
    query.mockRestore()
    await other.close()
  }
})

test('bob cannot save on a paper that this node has cached as ann’s', async () => {
  const { id, quIds, stored } = await startPaper({ single: 1 })
  const answer = await app.call(paper['fill-answer'], { paperId: id, quId: quIds[0]!, answer: { tags: ['A'] } }, bob.token)
  expect(answer).toEqual(refusal('notFound'))
  expect(await stored()).toEqual([])
})
