import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { answersFor, takePaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { type Person, startApp } from '../../../../test/start-app.ts'
import { followFinished } from '../grade/finish.service.ts'
import { runFixes } from './fix-run.service.ts'
import { answerAs, makeFixedExam } from '../fixed.factory.ts'
import { keysOf } from '../exam-setup.factory.ts'

const people: Person[] = []
const { app, teacher, admin } = await startWith('teacher')
for (const name of ['ann', 'bob', 'cai', 'dai']) people.push(await app.enrol({ userName: name, realName: name }))

/** An exam with a fixed paper of these questions, answered as given: true right, false wrong. */
async function examWith(types: Parameters<typeof makeFixedExam>[1], answers: boolean[][], terms: Parameters<typeof makeFixedExam>[2] = {}) {
  const { examId, quIds } = await makeFixedExam(app.ctx(), types, terms)
  const papers: string[] = []
  for (const [who, given] of answers.entries()) papers.push(await sit(examId, people[who]!, quIds, given))
  return { examId, quIds, papers }
}

const sit = (examId: string, who: Person, quIds: string[], given: boolean[]) => takePaper(app, who, examId, answersFor(quIds, given))
const rowOf = (id: string) => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
/** The bank's letter of the option chosen on a paper. */
async function chosenOf(paperId: string, quId: string) {
  const key = (await keysOf(app, paperId)).get(quId)!
  const row = await app.db
    .selectFrom('paperAnswer')
    .where('paperId', '=', paperId)
    .where('quId', '=', quId)
    .select('answer')
    .executeTakeFirstOrThrow()
  return (row.answer as unknown as { tags: string[] }).tags.map((tag) => key.origin[tag]!)
}

type Draft = Body<typeof fix.preview>
async function make(draft: Draft, who = teacher) {
  const { token } = await app.ok(fix.preview, draft, who.token)
  const { current: _c, size: _s, ...form } = draft
  const done = await app.ok(fix.commit, { ...form, token, reason: '答案有误' }, who.token)
  await runFixes(app.app)
  return done
}

describe('a corrected key', () => {
  test('has a preview, is applied, is recorded in the history, and is undone by another fix', async () => {
    const { examId, quIds, papers } = await examWith({ single: 3 }, [
      [true, true, true],
      [false, true, false],
      [false, true, true],
    ])
    const [first] = quIds
    const [, bob] = papers
    const wrong = await chosenOf(bob!, first!)
    const item = await app.ok(fix.item, { examId, quId: first! }, teacher.token)
    const draft = { examId, quId: first!, how: 'key' as const, key: { right: [...new Set([...item.rightTags, ...wrong])] } }
    const seen = await app.ok(fix.preview, draft, teacher.token)
    const second = await chosenOf(papers[2]!, first!)
    const risen = second.join('') === wrong.join('') ? 2 : 1
    expect(seen).toMatchObject({ papers: 3, rise: risen, fall: 0, same: 3 - risen, toPass: 1, toFail: 0, manual: 0, open: 0, versions: 1 })
    expect(seen.page.records).toContainEqual(
      expect.objectContaining({
        paperId: bob,
        realName: 'bob',
        oldScore: 0,
        newScore: 2,
        oldTotal: 2,
        newTotal: 4,
        oldPassed: false,
        newPassed: true,
      }),
    )
    expect(await rowOf(bob!)).toMatchObject({ score: 200, passed: false })

    await make(draft)
    expect(await rowOf(bob!)).toMatchObject({ score: 400, passed: true, state: PaperState.done })
    const [history] = (await app.ok(fix.paging, { params: { examId } }, teacher.token)).records
    expect(history).toMatchObject({
      how: 'key',
      reason: '答案有误',
      live: true,
      done: true,
      papers: 3,
      changed: risen,
      createBy_dictText: '田老师',
    })
    const log = await app.ok(fix['log-paging'], { params: { paperId: bob! } }, teacher.token)
    expect(log.records).toMatchObject([
      { oldScore: 0, newScore: 2, oldTotal: 2, newTotal: 4, reason: '答案有误', createBy_dictText: '田老师' },
    ])

    // papers started from now on are marked with the new key
    const late = await sit(examId, people[3]!, quIds, [true, false, false])
    expect((await rowOf(late)).score).toBe(200)
    await make({ examId, quId: first!, how: 'restore' })
    expect(await rowOf(bob!)).toMatchObject({ score: 200, passed: false })
    expect((await app.ok(fix['log-paging'], { params: { paperId: bob! } }, teacher.token)).records[0]).toMatchObject({
      how: 'restore',
      oldTotal: 4,
      newTotal: 2,
    })
    expect((await app.ok(fix.paging, { params: { examId } }, teacher.token)).records.map((one) => one.live)).toEqual([true, false])
  })

  test('applies to a paper that is open during the fix', async () => {
    const { examId, quIds } = await examWith({ single: 2 }, [[false, false]])
    const open = await app.ok(paper['create-paper'], { examId }, people[1]!.token)
    const key = (await keysOf(app, open.id)).get(quIds[0]!)!
    const { tags } = answerAs(key, false) as { tags: string[] }
    const [wrong = ''] = tags
    await make({ examId, quId: quIds[0]!, how: 'key', key: { right: [key.origin[wrong]!] } })
    await app.ok(paper['hand-exam'], { id: open.id, lastAnswers: [{ quId: quIds[0]!, answer: { tags: [wrong] } }] }, people[1]!.token)
    expect((await rowOf(open.id)).score).toBe(200)
  })

  test('changes manual marks only on request', async () => {
    const { examId, quIds, papers } = await examWith({ composite: 1, shortAnswer: 1 }, [[true, true]])
    const [composite, short] = quIds
    const sub = (await keysOf(app, papers[0]!)).get(composite!)!.subs.find((one) => one.quType === QuType.single)!
    await app.ok(
      paper['review-paper'],
      {
        id: papers[0]!,
        marks: [
          { quId: composite!, subId: sub.quId, score: 0.5, comment: '' },
          { quId: short!, score: 2, comment: '' },
        ],
        finish: true,
      },
      teacher.token,
    )
    const other = Object.values(sub.origin).find((tag) => !sub.right.some((one) => sub.origin[one] === tag))!
    const draft = { examId, quId: composite!, subId: sub.quId, how: 'key' as const, key: { right: [other] } }
    expect(await app.ok(fix.preview, draft, teacher.token)).toMatchObject({ manual: 1, overridden: false, rise: 0, fall: 0 })
    expect(await app.ok(fix.preview, { ...draft, overrideManual: true }, teacher.token)).toMatchObject({
      manual: 1,
      overridden: true,
      fall: 1,
    })
    const before = (await rowOf(papers[0]!)).score!
    await make({ ...draft, overrideManual: true })
    const after = await rowOf(papers[0]!)
    expect([before - after.score!, Object.keys(after.manual as object)]).toEqual([50, [short]])
  })

  test('of a blank accepts more answers, and updates the bank on request', async () => {
    const { examId, quIds, papers } = await examWith({ fillIn: 1 }, [[false]])
    const quId = quIds[0]!
    const item = await app.ok(fix.item, { examId, quId }, admin.token)
    expect(item).toMatchObject({ bankFits: true, fixed: null })
    await app.db
      .insertInto('paperAnswer')
      .values({
        paperId: papers[0]!,
        quId,
        session: '',
        seq: 1,
        answer: JSON.stringify({ blanks: item.blanks.map(() => '新词') }),
        complete: true,
        savedAt: new Date(),
      })
      .onConflict((conflict) => conflict.columns(['paperId', 'quId']).doUpdateSet((eb) => ({ answer: eb.ref('excluded.answer') })))
      .execute()
    const key = { blanks: item.blanks.map((blank) => ({ ...blank, answer: `${blank.answer}||新词` })) }
    const draft = { examId, quId, how: 'key' as const, key }
    const { token } = await app.ok(fix.preview, draft, admin.token)
    await app.ok(fix.commit, { ...draft, token, reason: '补充答案', updateBank: true }, admin.token)
    await runFixes(app.app)
    expect((await rowOf(papers[0]!)).score).toBe(200)
    const stored = await app.ok(qu.detail, { id: quId }, admin.token)
    expect(stored).toMatchObject({ version: 2, body: { blanks: key.blanks.map(({ answer }) => ({ answer })) } })
    expect(await app.ok(fix.item, { examId, quId }, admin.token)).toMatchObject({ bankFits: false, fixed: 'key' })
  })
})

describe('a void question', () => {
  test('gives full marks, or is removed from total and pass score', async () => {
    const full = await examWith({ single: 3 }, [[true, false, false]])
    await make({ examId: full.examId, quId: full.quIds[1]!, how: 'full' })
    expect(await rowOf(full.papers[0]!)).toMatchObject({ score: 400, passed: true, markedTotal: 600, markedPass: 400 })

    const drop = await examWith({ single: 3 }, [
      [true, false, true],
      [false, true, false],
    ])
    const seen = await app.ok(fix.preview, { examId: drop.examId, quId: drop.quIds[1]!, how: 'drop' }, teacher.token)
    expect(seen).toMatchObject({ rise: 0, fall: 1, same: 1, toPass: 0, toFail: 0 })
    await make({ examId: drop.examId, quId: drop.quIds[1]!, how: 'drop' })
    // 400 of 600 becomes 266.67 of 400, half up
    expect(await rowOf(drop.papers[0]!)).toMatchObject({ score: 400, passed: true, markedTotal: 400, markedPass: 267, totalScore: 600 })
    expect(await rowOf(drop.papers[1]!)).toMatchObject({ score: 0, passed: false })
    const [listed] = (await app.ok(paper.paging, { params: { examId: drop.examId, userId: people[0]!.id } }, teacher.token)).records
    expect(listed).toMatchObject({ score: 4, totalScore: 4, passScore: 2.67 })
    expect(await app.call(fix.preview, { examId: drop.examId, quId: drop.quIds[0]!, how: 'full' }, teacher.token)).toMatchObject({
      code: errors.badInput[0],
      fields: [{ field: 'how' }],
    })
    await make({ examId: drop.examId, quId: drop.quIds[1]!, how: 'restore' })
    expect(await rowOf(drop.papers[1]!)).toMatchObject({ score: 200, markedTotal: 600, markedPass: 400 })
  })

  test('finishes a paper that waited only for it, which waits again after the question is restored', async () => {
    const { examId, quIds, papers } = await examWith({ single: 2, shortAnswer: 1 }, [[true, true, true]])
    expect(await rowOf(papers[0]!)).toMatchObject({ state: PaperState.marking, passed: null })
    const short = quIds[2]!
    await make({ examId, quId: short, how: 'full' })
    expect(await rowOf(papers[0]!)).toMatchObject({ state: PaperState.done, passed: true, score: 600, subjScore: 200, finishDue: true })
    await followFinished(app.app)
    await make({ examId, quId: short, how: 'restore' })
    expect(await rowOf(papers[0]!)).toMatchObject({ state: PaperState.marking, passed: null, finishDue: true })
  })

  test('leaves the wrong-answer book, and a corrected question enters it', async () => {
    const { examId, quIds } = await examWith({ single: 2 }, [[true, false]], { showAnswer: 'handed' })
    const inBook = async () => (await app.ok(book.paging, { params: { examId } }, people[0]!.token)).records.map((one) => one.quId)
    expect(await inBook()).toEqual([quIds[1]])
    await make({ examId, quId: quIds[1]!, how: 'full' })
    const item = await app.ok(fix.item, { examId, quId: quIds[0]! }, teacher.token)
    const other = item.answerList.find((one) => !item.rightTags.includes(one.tag))!
    await make({ examId, quId: quIds[0]!, how: 'key', key: { right: [other.tag] } })
    expect(await inBook()).toEqual([quIds[0]])
    await make({ examId, quId: quIds[0]!, how: 'restore' })
    expect(await inBook()).toEqual([])
  })
})

describe('a commit', () => {
  test('of two concurrent fixes of the same question one is refused', async () => {
    const { examId, quIds, papers } = await examWith({ single: 2 }, [[false, false]])
    const quId = quIds[0]!
    const form = { examId, quId, how: 'full' as const }
    const tokens = await Promise.all([teacher, admin].map(async (who) => (await app.ok(fix.preview, form, who.token)).token))
    const answers = await Promise.all(
      [teacher, admin].map((who, at) => app.call(fix.commit, { ...form, token: tokens[at]!, reason: '作废' }, who.token)),
    )
    await runFixes(app.app)
    const codes = answers.map((one) => one.code)
    expect(codes.filter((code) => code === 0)).toHaveLength(1)
    expect(codes.find((code) => code !== 0)).toSatisfy((code) => code === errors.fixStale[0] || code === errors.fixRunning[0])
    expect((await rowOf(papers[0]!)).score).toBe(200)
    expect((await app.ok(fix['log-paging'], { params: { paperId: papers[0]! } }, teacher.token)).total).toBe(1)
  })

  test('refuses an outdated preview, the preview of another change, and callers without the right', async () => {
    const { examId, quIds, papers } = await examWith({ single: 2 }, [[false, false]])
    const form = { examId, quId: quIds[0]!, how: 'full' as const, reason: '作废' }
    const { token } = await app.ok(fix.preview, form, teacher.token)
    expect(await app.call(fix.commit, { ...form, how: 'drop', token }, teacher.token)).toEqual(refusal('fixStale'))
    expect(await app.call(fix.commit, { ...form, token: 'x' }, teacher.token)).toEqual(refusal('fixStale'))
    await sit(examId, people[1]!, quIds, [true, true])
    const again = await app.ok(fix.preview, form, teacher.token)
    await app.db
      .updateTable('paper')
      .set({ version: sql`version + 1` })
      .where('id', '=', papers[0]!)
      .execute()
    expect(await app.call(fix.commit, { ...form, token: again.token }, teacher.token)).toEqual(refusal('fixStale'))
    expect(await app.call(fix.commit, { ...form, token, reason: ' ' }, teacher.token)).toMatchObject({ code: errors.badInput[0] })
    expect(await app.call(fix.preview, form, people[0]!.token)).toEqual(refusal('forbidden'))
    expect(await app.call(fix.preview, { ...form, examId: '999' }, teacher.token)).toEqual(refusal('notFound'))
    expect(await app.call(fix.preview, { ...form, quId: '999' }, teacher.token)).toEqual(refusal('notFound'))
  })

  test.each([
    [{ how: 'key', key: { right: ['Z'] } }, 'key.right'],
    [{ how: 'key', key: {} }, 'key'],
    [{ how: 'key', key: { blanks: [{ answer: '甲' }] } }, 'key'],
    [{ how: 'key', key: { right: ['A'] }, subId: '1' }, 'subId'],
    [{ how: 'restore' }, 'how'],
  ] as const)('refuses %j', async (part, field) => {
    const { examId, quIds } = await examWith({ single: 1 }, [[false]])
    const answer = await app.call(fix.preview, { examId, quId: quIds[0]!, ...part } as never, teacher.token)
    expect(answer).toMatchObject({ code: errors.badInput[0], fields: [{ field }] })
  })

  test('resumes after a server stop without repeating a paper', async () => {
    const { examId, quIds, papers } = await examWith({ single: 1 }, [[false], [false], [false]])
    const form = { examId, quId: quIds[0]!, how: 'full' as const }
    await make(form)
    // the state after a server stop behind the first paper: the others unchanged, the position stored
    const rest = papers.slice(1)
    const wrong = JSON.stringify({ ruleVersion: 1, marks: [{ quId: quIds[0], state: 'wrong', score: 0, isRight: false }] })
    await app.db.updateTable('paper').set({ marks: wrong, score: 0, passed: false }).where('id', 'in', rest).execute()
    await app.db.deleteFrom('paperFixLog').where('paperId', 'in', rest).execute()
    await app.db
      .updateTable('paperFix')
      .set({ done: false, doneTo: papers[0]!, papers: 1, changed: 1 })
      .where('examId', '=', examId)
      .execute()
    const second = await startApp({ databaseUrl: app.databaseUrl })
    await Promise.all([runFixes(app.app), runFixes(second.app), runFixes(second.app)])
    await runFixes(app.app)
    await second.close()
    expect(await app.db.selectFrom('paper').where('examId', '=', examId).select('score').execute()).toEqual(
      [200, 200, 200].map((score) => ({ score })),
    )
    const [history] = (await app.ok(fix.paging, { params: { examId } }, teacher.token)).records
    expect(history).toMatchObject({ done: true, papers: 3, changed: 3 })
    expect((await app.ok(fix['log-paging'], { params: { fixId: history!.id } }, teacher.token)).total).toBe(3)
  })
})
