import { readFileSync } from 'node:fs'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { examSimilar, PairFamily, PairLevel } from '@shuyuan/contract/stat/similar.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { startPaper } from '../../../../test/papers.ts'
import { refusal } from '../../../../test/refusal.ts'
import { copyPapers, type Sheet } from '../../../../test/similar/papers.ts'
import { makeExam } from '../../exam/exam.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { makeBank } from '../../qu/qu.factory.ts'
import { makeTmpl } from '../../tmpl/tmpl.factory.ts'
import { SIMILAR_JOB } from './job.service.ts'

/** Candidates 0 and 1, 2 and 3 have 80 % of their answers from each other (server/test/similar/make-similar.py). */
const { keys, answers } = JSON.parse(readFileSync(new URL('../../../../test/similar/similar.json', import.meta.url), 'utf8')) as {
  keys: string
  answers: string[]
}
const PEOPLE = 60
const MAKE_UP = 8

const { app, admin, learner } = await startWith('learner')
app.clock.avoidMidnight()
const top = await rootDepart(app.db)
const north = await makeDepart(app.db, top.deptCode, '北店')
const bank = await makeBank(app.ctx(), { single: keys.length, shortAnswer: 1 })
const quIds = bank.single
const textId = bank.shortAnswer[0]!
const quList = [...quIds, textId].map((quId) => ({ quId, score: 200 }))
const tmplId = await makeTmpl(app.ctx(), { groups: [{ title: '全部', mode: 'fixed', quList, draws: [] }] })
const passScore = 4_000
const first = await makeExam(app.ctx(), { tmplId, title: '岗位考试', passScore })
const makeUp = await makeExam(app.ctx(), { tmplId, title: '岗位考试（补考）', passScore })
const opened = await startPaper(app, learner, first)
await app.ok(paper['hand-exam'], { id: opened.id, lastAnswers: [] }, learner)
const shared = Array.from({ length: 110 }, (_, at) => String.fromCodePoint(0x4e00 + at * 7)).join('')

const users: string[] = []
for (let at = 0; at < PEOPLE + MAKE_UP; at++)
  users.push(await makeUser(app.db, { userName: `p${at}`, realName: `考生${at}`, deptCode: at === 0 ? north : top.deptCode }))
const start = new Date(app.clock.now().getTime() - 3 * 86_400_000)
const later = new Date(start.getTime() + 86_400_000)
/** Everybody answers the questions in an order of their own, candidate 1 eight seconds after candidate 0, candidate 9 leaves a text of 8. */
const momentsOf = (person: number) =>
  quIds.map(
    (_, at) => new Date(start.getTime() + ((at * (person < 2 ? 7 : 2 * person + 3)) % 41) * 90_000 + (person === 1 ? 8_000 : person * 311)),
  )
const sheetOf = (person: number, letters: string, startTime: Date): Sheet => ({
  userId: users[person]!,
  letters,
  text: person === 8 || person === 9 ? `${shared}${person}` : `第${person}份`,
  startTime,
  savedAt: momentsOf(person),
})
const model = { modelId: opened.id, quIds, keys, textId }
// candidate 3, who copied from 2, sits the make-up exam, and candidate 2 does once more
const inFirst = Array.from({ length: PEOPLE }, (_, at) => (at < 3 ? at : at + 1))
await copyPapers(
  app.db,
  { ...model, examId: first },
  inFirst.map((one, at) => sheetOf(at, answers[one]!, start)),
)
await copyPapers(
  app.db,
  { ...model, examId: makeUp },
  Array.from({ length: MAKE_UP }, (_, at) =>
    at === 1 ? sheetOf(2, answers[2]!, later) : sheetOf(PEOPLE + at, at === 0 ? answers[3]! : answers[100 + at]!, later),
  ),
)
await app.db.deleteFrom('paper').where('id', '=', opened.id).execute()

async function compare(examId: string) {
  await app.ok(examSimilar.run, { examId }, admin)
  await app.runJobs(SIMILAR_JOB)
  return app.ok(examSimilar.state, { examId }, admin)
}
const listed = async (examId: string, who = admin, params = {}) =>
  (await app.ok(examSimilar.paging, { params: { examId, ...params } }, who)).records
const namesOf = ({ a, b }: { a: { realName: string }; b: { realName: string } }) => [a.realName, b.realName].toSorted().join('-')
const nothing = { computed: null, stale: false, scoreError: null, departs: null, questions: [] }

test('equal moments and equal texts stand at the pair', async () => {
  expect(await app.ok(examSimilar.fairness, { examId: first }, admin)).toEqual(nothing)
  expect(await compare(first)).toMatchObject({ problem: '', papers: PEOPLE, earlier: [], stale: false })
  const rows = await listed(first)
  const pair = rows.find((one) => namesOf(one) === '考生0-考生1')!
  expect(pair).toMatchObject({ level: PairLevel.first, family: PairFamily.far, textShare: null })
  expect(pair.together).toBe(pair.same)
  const texts = rows.find((one) => namesOf(one) === '考生8-考生9')!
  expect(texts.textShare).toBeGreaterThan(0.9)
  expect(texts.facts.texts).toEqual([{ quId: textId, share: expect.closeTo(texts.textShare!, 6), common: 107 }])
  const { pair: opened, questions } = await app.ok(examSimilar.detail, { pairId: texts.id }, admin)
  expect(opened.facts).toEqual(texts.facts)
  expect(questions.find((one) => one.item === textId)).toMatchObject({ answerA: `${shared}8`, answerB: `${shared}9` })
})

test('questions in one order: equal moments do not apply', async () => {
  await app.db.updateTable('tmpl').set({ quShuffle: false }).where('id', '=', tmplId).execute()
  await compare(first)
  expect((await listed(first)).map((one) => one.together)).not.toContain(0)
  expect((await listed(first)).find((one) => namesOf(one) === '考生0-考生1')!.together).toBeNull()
  await app.db.updateTable('tmpl').set({ quShuffle: true }).where('id', '=', tmplId).execute()
})

test('the standard error of a score, for callers who see all papers', async () => {
  const found = await app.ok(examSimilar.fairness, { examId: first }, admin)
  // with Kuder and Richardson's formula 20
  const rights = inFirst.map((one) => Array.from(answers[one]!).map((letter, at) => (letter === keys[at] ? 1 : 0) as number))
  const totals = rights.map((row) => row.reduce((sum, one) => sum + one, 0))
  const mean = totals.reduce((sum, one) => sum + one, 0) / PEOPLE
  const variance = totals.reduce((sum, one) => sum + (one - mean) ** 2, 0) / PEOPLE
  const shares = quIds.map((_, at) => rights.reduce((sum, row) => sum + row[at]!, 0) / PEOPLE)
  // the short answer, which has no right answers, is a question of the test, too
  const k = quIds.length + 1
  const reliability = (k / (k - 1)) * (1 - shares.reduce((sum, p) => sum + p * (1 - p), 0) / variance)
  const points = 2 * Math.sqrt(((variance * PEOPLE) / (PEOPLE - 1)) * (1 - reliability))
  expect(found.scoreError!.points).toBeCloseTo(points, 2)
  expect(found.scoreError!.near).toBe(totals.filter((one) => Math.abs(one * 2 - passScore / 100) <= points).length)
  expect(found).toMatchObject({ stale: false, departs: null })
  expect(found.questions).toHaveLength(k)
  expect(found.questions[0]).toMatchObject({ quId: quIds[0], subId: '', irt: null, dif: null })
  // parameters from 200 answers on; the departments of a difference have names
  const dif = JSON.stringify({ delta: -1.7, chi: 9, level: 'C', between: [top.deptCode, north] })
  await app.db.updateTable('examItemIrt').set({ answers: 250, dif }).where('examId', '=', first).where('item', '=', quIds[0]!).execute()
  const shown = await app.ok(examSimilar.fairness, { examId: first }, admin)
  const { deptName } = await app.db
    .selectFrom('sysDepart')
    .where('deptCode', '=', top.deptCode)
    .select('deptName')
    .executeTakeFirstOrThrow()
  expect(shown.departs).toEqual([deptName, '北店'])
  expect(shown.questions.find((one) => one.quId === quIds[0])).toMatchObject({ answers: 250, dif: { delta: -1.7, level: 'C' } })
  expect(shown.questions.find((one) => one.quId === quIds[0])!.irt!.a).toBeGreaterThan(0)
  const head = await app.enrol({ userName: 'head', roleType: RoleType.staff, roles: ['部门管理员'], deptCode: north })
  expect(await app.ok(examSimilar.fairness, { examId: first }, head)).toEqual(nothing)
  expect(await app.call(examSimilar.fairness, { examId: first }, learner)).toEqual(refusal('forbidden'))
})

test('a make-up exam is compared with the earlier exam of its template, but not two papers of one person', async () => {
  const state = await compare(makeUp)
  const own = (MAKE_UP * (MAKE_UP - 1)) / 2
  expect(state).toMatchObject({
    problem: '',
    papers: MAKE_UP,
    pairs: own + MAKE_UP * PEOPLE - 1,
    earlier: [{ id: first, title: '岗位考试' }],
    stale: false,
  })
  const rows = await listed(makeUp)
  // candidate 2 sat both: the paper of the first exam is the one of another sitting
  const pair = rows.find((one) => namesOf(one) === '考生2-考生60' && one.family === PairFamily.sittings)!
  expect(pair).toMatchObject({ level: PairLevel.first, together: null })
  expect(await listed(makeUp, admin, { family: PairFamily.sittings })).toContainEqual(pair)
  expect(rows.map(namesOf)).not.toContain('考生2-考生2')
  const { questions } = await app.ok(examSimilar.detail, { pairId: pair.id }, admin)
  expect(questions.filter((one) => one.relation === 'sameRight' || one.relation === 'sameWrong')).toHaveLength(pair.same)
  // the error of a score is not computed from so few papers
  expect(await app.ok(examSimilar.fairness, { examId: makeUp }, admin)).toMatchObject({ scoreError: null })
  const file = await app.http.inject({
    method: 'POST',
    url: examSimilar.export.path,
    headers: { token: admin.token },
    payload: { examId: makeUp },
  })
  const { sheets } = await readXlsx(file.rawPayload)
  expect(sheets.find((one) => one.name === 'papers')!.rows).toHaveLength(1 + PEOPLE + MAKE_UP)
})

test('papers of the earlier exam that change make the comparison of the make-up exam stale', async () => {
  await app.db
    .updateTable('paper')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('examId', '=', first)
    .where('userId', '=', users[5]!)
    .execute()
  expect((await app.ok(examSimilar.state, { examId: makeUp }, admin)).stale).toBe(true)
  expect((await app.ok(examSimilar.fairness, { examId: first }, admin)).stale).toBe(true)
})
