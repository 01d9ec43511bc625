import { readFileSync } from 'node:fs'
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { examSimilar, PairFamily, PairLevel, PairState, SimilarState } from '@shuyuan/contract/stat/similar.ts'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { handIn, startPaper } from '../../../../test/papers.ts'
import { startWith } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import { copyPapers, type Sheet } from '../../../../test/similar/papers.ts'
import type { Person } from '../../../../test/start-app.ts'
import { runFixes } from '../../paper/fix/fix-run.service.ts'
import { choose, makeFixedExam } from '../../paper/fixed.factory.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { SIMILAR_JOB } from './job.service.ts'

/** Candidates 0 and 1, 2 and 3 have 80 % of their answers from each other (server/test/similar/make-similar.py). */
const { keys, answers } = JSON.parse(readFileSync(new URL('../../../../test/similar/similar.json', import.meta.url), 'utf8')) as {
  keys: string
  answers: string[]
}
const PEOPLE = 120
/** The first ones sit the exam, with options and questions in an order of their own; the papers of the others are copied from one of these. */
const SAT = 24

const { app, admin, learner } = await startWith('learner')
app.clock.avoidMidnight()
const top = await rootDepart(app.db)
const [north, south] = [await makeDepart(app.db, top.deptCode, '北店'), await makeDepart(app.db, top.deptCode, '南店')]
const people: Person[] = []
for (let at = 0; at < SAT; at++)
  people.push(await app.enrol({ userName: `p${at}`, realName: `考生${at}`, deptCode: at !== 1 && at < 10 ? north : south }))
const { examId, quIds } = await makeFixedExam(
  app.ctx(),
  { single: keys.length },
  { openType: ExamOpenType.departs, deptCodes: [north, south] },
)
const opened: string[] = []
for (const [at, who] of people.entries()) opened.push(await sit(examId, who, answers[at]!))
const others: Sheet[] = []
for (let at = SAT; at < PEOPLE; at++)
  others.push({
    userId: await makeUser(app.db, { userName: `p${at}`, realName: `考生${at}`, deptCode: south }),
    letters: Array.from(answers[at]!, (letter, item) => bankLetter(letter, item)).join(''),
    startTime: app.clock.now(),
  })
await copyPapers(app.db, { modelId: opened[SAT - 1]!, examId, quIds, keys: 'A'.repeat(keys.length) }, others)

/** A department administrator whom the site lets see similar papers. */
const head = await seeing(north)

async function seeing(deptCode: string): Promise<Person> {
  const role = await app.db.selectFrom('sysRole').where('roleName', '=', '部门管理员').select('id').executeTakeFirstOrThrow()
  const menu = await app.db.selectFrom('sysMenu').where('permissionTag', '=', 'exam:similar').select('id').executeTakeFirstOrThrow()
  await app.db.insertInto('sysRoleMenu').values({ roleId: role.id, menuId: menu.id }).execute()
  return app.enrol({ userName: 'head', roleType: RoleType.staff, roles: ['部门管理员'], deptCode })
}

/** The bank's right option is A. */
function bankLetter(letter: string, at: number): string {
  if (letter === keys[at]) return 'A'
  return letter === 'A' ? keys[at]! : letter
}

async function sit(id: string, who: Person, sheet: string): Promise<string> {
  const started = await startPaper(app, who, id)
  await handIn(app, who, started.id, (key) => {
    const at = quIds.indexOf(key.quId)
    const letter = sheet[at] ?? '.'
    return letter === '.' ? undefined : choose(key, bankLetter(letter, at))
  })
  return started.id
}

const state = (who = admin) => app.ok(examSimilar.state, { examId }, who)
const listed = async (who = admin, params = {}) => (await app.ok(examSimilar.paging, { params: { examId, ...params } }, who)).records
const namesOf = (rows: Awaited<ReturnType<typeof listed>>) => rows.map((one) => [one.a.realName, one.b.realName].toSorted().join('-'))
const scores = () =>
  app.db.selectFrom('paper').where('examId', '=', examId).orderBy('id').select(['id', 'score', 'passed', 'version']).execute()

test('computes on request only, shows planted pairs, and changes no mark', { timeout: 300_000 }, async () => {
  expect(await state()).toMatchObject({ state: null, shown: 0 })
  const before = await scores()
  expect(await app.call(examSimilar.export, { examId }, admin)).toEqual(refusal('notFound'))
  expect(await app.ok(examSimilar.run, { examId }, admin)).toEqual({ state: SimilarState.queued })
  expect(await app.ok(examSimilar.run, { examId }, admin)).toEqual({ state: SimilarState.queued })
  await app.runJobs(SIMILAR_JOB)
  expect(await state()).toMatchObject({
    state: SimilarState.done,
    problem: '',
    papers: PEOPLE,
    pairs: (PEOPLE * (PEOPLE - 1)) / 2,
    stale: false,
  })
  const rows = await listed()
  expect(namesOf(rows)).toEqual(expect.arrayContaining(['考生2-考生3', '考生0-考生1']))
  const planted = rows.find((one) => namesOf([one])[0] === '考生2-考生3')!
  expect(planted).toMatchObject({ level: PairLevel.first, family: PairFamily.near, common: 39, same: 32, state: PairState.fresh })
  expect(planted.expected).toBeLessThan(planted.same)
  expect(await scores()).toEqual(before)
  expect(await listed(admin, { level: PairLevel.first, family: PairFamily.near })).toContainEqual(planted)
  expect(await listed(admin, { groupNo: 999 })).toEqual([])
  expect(await app.ok(examSimilar.fast, { examId }, admin)).toEqual([])
  expect(Array.isArray(await app.ok(examSimilar.groups, { examId }, admin))).toBe(true)
})

test('shows both papers beside each other, and each view is in the audit log', async () => {
  const [row] = await listed()
  const found = await app.ok(examSimilar.detail, { pairId: row!.id }, admin)
  const count = (relation: string) => found.questions.filter((one) => one.relation === relation).length
  expect(found.questions).toHaveLength(keys.length)
  expect(count('sameRight') + count('sameWrong')).toBe(row!.same)
  expect(count('sameWrong')).toBe(row!.sameWrong)
  const logs = await app.db.selectFrom('sysLog').where('title', '=', '查看相似作答').select('id').execute()
  expect(logs).toHaveLength(1)
})

test('a pair needs both papers within the scope', async () => {
  const rows = await listed(head)
  expect(namesOf(rows)).toContain('考生2-考生3')
  expect(namesOf(rows)).not.toContain('考生0-考生1')
  expect((await state(head)).hidden).toBeGreaterThan(0)
  const other = (await listed()).find((one) => namesOf([one])[0] === '考生0-考生1')!
  expect(await app.call(examSimilar.detail, { pairId: other.id }, head)).toEqual(refusal('notFound'))
  expect(await app.call(examSimilar.note, { pairId: other.id, version: 0, state: PairState.looked, note: '看过' }, head)).toEqual(
    refusal('notFound'),
  )
  expect(await app.call(examSimilar.run, { examId }, head)).toEqual(refusal('forbidden'))
  expect(await app.call(examSimilar.state, { examId }, learner)).toEqual(refusal('forbidden'))
  const file = await app.http.inject({ method: 'POST', url: examSimilar.export.path, headers: { token: head.token }, payload: { examId } })
  const papers = (await readXlsx(file.rawPayload)).sheets.find((one) => one.name === 'papers')!.rows
  expect(papers).toHaveLength(10)
})

test('notes keep their history, also after another computation', async () => {
  const [row] = await listed()
  const pairId = row!.id
  expect(await app.ok(examSimilar.note, { pairId, version: 0, state: PairState.looked, note: '已核对监控' }, admin)).toEqual({ version: 1 })
  expect(await app.call(examSimilar.note, { pairId, version: 0, state: PairState.ignored, note: '重复' }, admin)).toEqual(
    refusal('conflict'),
  )
  await app.ok(examSimilar.note, { pairId, version: 1, state: PairState.ignored, note: '两人同桌培训' }, admin)
  await app.ok(examSimilar.run, { examId }, admin)
  await app.runJobs(SIMILAR_JOB)
  const found = await app.ok(examSimilar.detail, { pairId }, admin)
  expect(found.notes.map((one) => one.note)).toEqual(['两人同桌培训', '已核对监控'])
  expect(found.pair).toMatchObject({ state: PairState.ignored, version: 2 })
})

test('a changed key makes the result stale, and an open paper refuses another one', async () => {
  const form = { examId, quId: quIds[0]!, how: 'full' as const }
  const { token } = await app.ok(fix.preview, form, admin)
  await app.ok(fix.commit, { ...form, token, reason: '题目有误' }, admin)
  await runFixes(app.app)
  expect((await state()).stale).toBe(true)
  const one = app.db.updateTable('paper').where('examId', '=', examId).where('userId', '=', people[9]!.id)
  await one.set({ state: PaperState.open }).execute()
  expect(await app.call(examSimilar.run, { examId }, admin)).toEqual(refusal('similarOpen'))
  await app.db.updateTable('exam').set({ markBlind: true }).where('id', '=', examId).execute()
  await one.set({ state: PaperState.marking }).execute()
  expect(await app.call(examSimilar.run, { examId }, admin)).toEqual(refusal('similarBlind'))
  await one.set({ state: PaperState.done }).execute()
})

test('one exam at a time, and a small exam says that it is too small', async () => {
  const small = await makeFixedExam(app.ctx(), { single: 4 })
  await app.ok(examSimilar.run, { examId: small.examId }, admin)
  expect(await app.call(examSimilar.run, { examId }, admin)).toEqual(refusal('similarBusy'))
  await app.runJobs(SIMILAR_JOB)
  expect(await app.ok(examSimilar.state, { examId: small.examId }, admin)).toMatchObject({ state: SimilarState.done, problem: 'few' })
})

test('a comparison that a stopped server left is taken up when its lease has ended', async () => {
  await app.ok(examSimilar.run, { examId }, admin)
  const until = new Date(app.clock.now().getTime() + 60_000)
  await app.db.updateTable('examSimilar').set({ state: SimilarState.running, leaseUntil: until }).where('examId', '=', examId).execute()
  await app.runJobs(SIMILAR_JOB)
  expect((await state()).state).toBe(SimilarState.running)
  app.clock.advance(61)
  await app.runJobs(SIMILAR_JOB)
  expect((await state()).state).toBe(SimilarState.done)
})
