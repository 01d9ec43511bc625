import { checkInfo } from '@shuyuan/contract/paper/admission/check-info.ts'
import { exam, ExamOpenType, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { type ErrorName, errors } from '@shuyuan/contract/kernel/error.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { setUpExam, rightAnswer } from '../exam-setup.factory.ts'
import { keysOf } from '../exam-setup.factory.ts'
import { preparePapers } from './prepare.service.ts'
import { keysIn, shownIn } from '../question/freeze.rules.ts'
import { buildPaper } from '../question/pool.service.ts'
import { storedContent, storedKeys } from '../question/stored.service.ts'

const { app, ann, bob } = await startWith('ann', 'bob')

const enter = (examId: string, person = ann, password?: string) =>
  app.call(paper['create-paper'], { examId, ...(password === undefined ? {} : { password }) }, person.token)
const minutes = (count: number) => new Date(app.clock.now().getTime() + count * 60_000)

describe('starting a paper', () => {
  test('repeated and concurrent calls return the same paper', async () => {
    const { examId } = await setUpExam(app.ctx())
    const answers = await Promise.all(Array.from({ length: 8 }, () => enter(examId)))
    expect(answers.map((one) => one.code)).toEqual(Array.from({ length: 8 }, () => 0))
    const ids = new Set(answers.map((one) => one.data.id))
    expect(ids.size).toBe(1)
    expect((await enter(examId)).data.id).toBe([...ids][0])
    expect((await enter(examId, bob)).data.id).not.toBe([...ids][0])
    const stored = await app.db.selectFrom('paper').where('examId', '=', examId).select('id').execute()
    expect(stored).toHaveLength(2)
  })

  test.each<[ErrorName, Parameters<typeof setUpExam>[1]]>([
    ['examNotBegun', { startTime: new Date(Date.now() + 60_000), endTime: null }],
    ['examEnded', { startTime: null, endTime: new Date(Date.now() - 1_000) }],
    ['examTooLate', { startTime: new Date(Date.now() - 16 * 60_000), endTime: null, lateMinutes: 15 }],
    ['examPasswordNeeded', { openType: ExamOpenType.password, password: 'Hx2026' }],
  ])('is refused: %s', async (name, settings) => {
    const { examId } = await setUpExam(app.ctx(), settings)
    expect(await enter(examId)).toEqual(refusal(name))
    const { data } = await app.call(checkInfo['check-info'], { id: examId }, ann.token)
    expect(data.needPassword).toBe(name === 'examPasswordNeeded')
    expect(data.reasons).toEqual(name === 'examPasswordNeeded' ? [] : [errors[name][1]])
    expect(await app.db.selectFrom('paper').where('examId', '=', examId).select('id').execute()).toEqual([])
  })

  test('the right password is required, and only to start the paper', async () => {
    const { examId } = await setUpExam(app.ctx(), { openType: ExamOpenType.password, password: 'Hx2026' })
    expect(await enter(examId, ann, 'hx2026')).toEqual(refusal('examPassword'))
    const first = await enter(examId, ann, 'Hx2026')
    expect(first.code).toBe(0)
    expect((await enter(examId)).data).toEqual(first.data)
  })

  test('after ten wrong passwords of one user every password is refused for a while, even the right one', async () => {
    const { examId } = await setUpExam(app.ctx(), { openType: ExamOpenType.password, password: 'Hx2026' })
    for (let tries = 0; tries < 10; tries++) expect(await enter(examId, ann, `no${tries}`)).toEqual(refusal('examPassword'))
    expect(await enter(examId, ann, 'Hx2026')).toMatchObject({ code: errors.tooOften[0], msg: '考试密码错误次数过多，请 15 分钟后再试' })
    expect(await app.db.selectFrom('paper').where('examId', '=', examId).select('id').execute()).toEqual([])
    expect((await enter(examId, bob, 'Hx2026')).code).toBe(0)
    app.clock.advance(15 * 60 + 1)
    expect((await enter(examId, ann, 'Hx2026')).code).toBe(0)
  })

  test('is refused outside the audience, and for an exam that does not exist', async () => {
    const { examId } = await setUpExam(app.ctx(), { openType: ExamOpenType.persons, userIds: [bob.id] })
    expect(await enter(examId)).toEqual(refusal('examNotOpen'))
    expect((await enter(examId, bob)).code).toBe(0)
    expect(await enter('999999')).toEqual(refusal('notFound'))
  })

  test('is refused while the exam is disabled, but a paper started before stays open', async () => {
    const { examId } = await setUpExam(app.ctx())
    const begun = await enter(examId)
    await app.db.updateTable('exam').set({ state: ExamState.disabled }).where('id', '=', examId).execute()
    expect(await enter(examId, bob)).toEqual(refusal('examDisabled'))
    expect((await enter(examId)).data).toEqual(begun.data)
  })

  test('counts tries; the start page shows the tries left and the open paper', async () => {
    const { examId } = await setUpExam(app.ctx(), { tries: 2 })
    const info = () => app.ok(checkInfo['check-info'], { id: examId }, ann.token)
    expect(await info()).toMatchObject({ canStart: true, chances: 2, ongoingPaperId: null })
    const first = (await enter(examId)).data.id
    expect(await info()).toMatchObject({ canStart: true, chances: 1, ongoingPaperId: first })
    await app.ok(paper['hand-exam'], { id: first }, ann.token)
    const second = (await enter(examId)).data.id
    expect(second).not.toBe(first)
    await app.ok(paper['hand-exam'], { id: second }, ann.token)
    expect(await info()).toMatchObject({ canStart: false, chances: 0, reasons: [errors.examNoTries[1]] })
    expect(await enter(examId)).toEqual(refusal('examNoTries'))
  })

  test('the deadline is the end of the exam or the end of the paper’s own minutes', async () => {
    const end = minutes(30)
    const { examId } = await setUpExam(app.ctx(), { endTime: end, minutes: 60, earliestMinutes: 10 })
    const { id } = (await enter(examId)).data
    const row = await app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    expect(row.deadlineAt).toEqual(end)
    expect(row.earliestHandTime!.getTime() - row.startTime.getTime()).toBe(600_000)
    expect(await app.ok(paper['check-process'], {}, ann.token)).not.toBeNull()
  })
})

describe('the paper', () => {
  test('the stored seed draws the same paper again', async () => {
    const { examId, tmplId } = await setUpExam(app.ctx())
    const { id } = (await enter(examId)).data
    const row = await app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    const again = await buildPaper(app.app, { tmplId, tmplVersion: 1, quShuffle: true, optionShuffle: true }, row.seed)
    const drawn = (await storedContent(app, row)).map((group) => ({
      ...group,
      quList: group.quList.map(({ ref: _random, ...one }) => one),
    }))
    expect(shownIn(again.groups)).toEqual(drawn)
    expect(keysIn(again.groups)).toEqual(await storedKeys(app, row))
    expect(again).toMatchObject({ quCount: 7, totalScore: 1_600 })
  })

  test('a started paper keeps the version of a question; papers started later get the new one', async () => {
    const { examId, repoId } = await setUpExam(app.ctx(), {}, { single: 3 })
    const { id } = (await enter(examId)).data
    const before = JSON.stringify(await keysOf(app, id).then((keys) => [...keys]))
    for (const row of await app.db.selectFrom('qu').where('repoId', '=', repoId).selectAll().execute()) {
      const body = { ...(row.body as object), content: '<p>改过的题干</p>' }
      await app.db
        .updateTable('qu')
        .set({ body: JSON.stringify(body), version: 2, updateTime: app.clock.now() })
        .where('id', '=', row.id)
        .execute()
    }
    expect(JSON.stringify(await keysOf(app, id).then((keys) => [...keys]))).toBe(before)
    const mine = await app.ok(paper['paper-detail'], { id }, ann.token)
    expect(JSON.stringify(mine)).not.toContain('改过的题干')
    const other = await app.ok(paper['paper-detail'], { id: (await enter(examId, bob)).data.id }, bob.token)
    expect(other.groups[0]!.quList.map((one) => one.content)).toEqual(Array.from({ length: 3 }, () => '<p>改过的题干</p>'))
  })

  test('no response contains a key, an analysis or a right option before the hand-in', async () => {
    const secret = '<p>机密解析</p>'
    const { examId, repoId } = await setUpExam(
      app.ctx(),
      {},
      { single: 2, multiple: 1, trueFalse: 1, fillIn: 1, matching: 1, shortAnswer: 1, composite: 1 },
    )
    for (const row of await app.db.selectFrom('qu').where('repoId', '=', repoId).selectAll().execute())
      await app.db
        .updateTable('qu')
        .set({ body: JSON.stringify({ ...(row.body as object), analysis: secret, modelAnswer: secret }), updateTime: app.clock.now() })
        .where('id', '=', row.id)
        .execute()
    const { id } = (await enter(examId)).data
    const detail = await app.ok(paper['paper-detail'], { id }, ann.token)
    const replies: unknown[] = [detail]
    for (const [quId, key] of await keysOf(app, id)) {
      expect(key.analysis).toBe(secret)
      replies.push(
        await app.ok(paper['qu-detail'], { paperId: id, quId }, ann.token),
        await app.ok(paper['fill-answer'], { paperId: id, quId, answer: rightAnswer(key) }, ann.token),
      )
    }
    replies.push(
      await app.ok(paper['left-time'], { id }, ann.token),
      await app.ok(paper['check-process'], {}, ann.token),
      await app.ok(paper.paging, { params: { mine: true } }, ann.token),
      await app.ok(paper['list-mine'], { examIds: [examId] }, ann.token),
      await app.ok(checkInfo['check-info'], { id: examId }, ann.token),
      await app.ok(exam['simple-detail'], { id: examId }, ann.token),
    )
    // the refusal's own data has a field `key`, the name of the error; it carries nothing else
    const refused = await app.call(paper['paper-result'], { id }, ann.token)
    expect(refused).toEqual(refusal('resultHidden'))
    expect(refused.data).toEqual({ key: 'resultHidden', params: {} })
    const names = new Set<string>()
    const walk = (value: unknown, inAnswer: boolean) => {
      if (value === null || typeof value !== 'object') return
      for (const [name, one] of Object.entries(value)) {
        if (!Array.isArray(value)) names.add(name)
        walk(one, inAnswer)
      }
    }
    for (const reply of replies) walk(reply, false)
    for (const name of [
      'key',
      'keys',
      'isRight',
      'analysis',
      'modelAnswer',
      'origin',
      'rule',
      'points',
      'pinned',
      'seed',
      'marks',
      'blankKeys',
    ])
      expect([...names]).not.toContain(name)
    expect(JSON.stringify(replies)).not.toContain('机密解析')
    // the candidate's answer is sent back, the other accepted answers of a blank are not
    expect(JSON.stringify(replies)).not.toContain('一一九')
    expect(detail.groups.flatMap((group) => group.quList)).toHaveLength(8)
  })

  test('is refused to another candidate', async () => {
    const { examId } = await setUpExam(app.ctx())
    const { id } = (await enter(examId)).data
    const quId = [...(await keysOf(app, id)).keys()][0]!
    const calls = [
      app.call(paper['paper-detail'], { id }, bob.token),
      app.call(paper['qu-detail'], { paperId: id, quId }, bob.token),
      app.call(paper['fill-answer'], { paperId: id, quId, answer: { tags: ['A'] } }, bob.token),
      app.call(paper['hand-exam'], { id }, bob.token),
      app.call(paper['left-time'], { id }, bob.token),
      app.call(paper['paper-result'], { id }, bob.token),
    ]
    for (const answer of await Promise.all(calls)) expect(answer).toEqual(refusal('notFound'))
    expect(await app.db.selectFrom('paperAnswer').where('paperId', '=', id).select('quId').execute()).toEqual([])
    const listed = await app.ok(paper.paging, { params: { examId } }, bob.token)
    expect(listed.total).toBe(0)
  })
})

describe('papers prepared before the start', () => {
  test('are one for each candidate when several processes prepare them at once', async () => {
    const people = await Promise.all(Array.from({ length: 45 }, (_, at) => app.enrol({ userName: `early${at}` })))
    const range = { openType: ExamOpenType.persons, userIds: people.map((one) => one.id), startTime: minutes(8), endTime: minutes(100) }
    const { examId } = await setUpExam(app.ctx(), range)
    const [first, second] = await Promise.all([preparePapers(app.app), preparePapers(app.app)])
    expect(first + second + (await preparePapers(app.app))).toBe(45)
    const stored = await app.db.selectFrom('paper').where('examId', '=', examId).select(['userId', 'state']).execute()
    expect(new Set(stored.map((one) => one.userId)).size).toBe(45)
    expect(stored).toHaveLength(45)
  })

  test('are opened at the start, and drawn again if the exam has changed', async () => {
    const start = minutes(8)
    const made = await setUpExam(app.ctx(), {
      openType: ExamOpenType.persons,
      userIds: [ann.id, bob.id],
      startTime: start,
      endTime: minutes(100),
    })
    expect(await preparePapers(app.app)).toBe(2)
    expect(await preparePapers(app.app)).toBe(0)
    const prepared = await app.db.selectFrom('paper').where('examId', '=', made.examId).select(['id', 'userId', 'state']).execute()
    expect(prepared.map((one) => one.state)).toEqual([PaperState.prepared, PaperState.prepared])
    expect(await enter(made.examId)).toEqual(refusal('examNotBegun'))
    expect(await app.call(paper['paper-detail'], { id: prepared[0]!.id }, ann.token)).toEqual(refusal('notFound'))
    expect((await app.ok(paper.paging, { params: { examId: made.examId, mine: true } }, ann.token)).total).toBe(0)

    app.clock.advance(8 * 60 + 1)
    const { id } = (await enter(made.examId)).data
    expect(id).toBe(prepared.find((one) => one.userId === ann.id)!.id)
    await app.db.updateTable('exam').set({ version: 2 }).where('id', '=', made.examId).execute()
    const other = (await enter(made.examId, bob)).data.id
    expect(prepared.map((one) => one.id)).not.toContain(other)
    const left = await app.db.selectFrom('paper').where('examId', '=', made.examId).select('state').execute()
    expect(left.map((one) => one.state)).toEqual([PaperState.open, PaperState.open])
  })
})
