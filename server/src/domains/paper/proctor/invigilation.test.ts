// Rights while an exam runs (docs/decisions/0052): each call of the invigilation, for each kind of caller.
import { ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { wire } from '../../../../test/wire.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { ExState } from '@shuyuan/contract/paper/paper-state.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { watchMessage } from '@shuyuan/contract/paper/proctor/watch-message.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { describe, expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../../test/people.ts'
import { code, refusal } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeDepart } from '../../people/org/depart.factory.ts'
import { rootDepart } from '../../people/org/depart.service.ts'
import { setUpExam } from '../exam-setup.factory.ts'
import { findWatched, watcherOf } from '../../exam/entry/invigilation.service.ts'

const { app, admin } = await startWith()
const root = await rootDepart(app.db)
const [here, elsewhere] = [await makeDepart(app.db, root.deptCode, '本部门'), await makeDepart(app.db, root.deptCode, '别的部门')]
const people = {
  'own scope': await enrolWith(app, { userName: 'inside', deptCode: here }, ['exam:watch'], DataScope.branch),
  'other scope': await enrolWith(app, { userName: 'outside', deptCode: elsewhere }, ['exam:watch'], DataScope.branch),
  'chosen scope': await enrolWith(app, { userName: 'chosen', deptCode: elsewhere }, ['exam:watch'], DataScope.chosen, [here]),
  'chosen elsewhere': await enrolWith(app, { userName: 'chosen2', deptCode: here }, ['exam:watch'], DataScope.chosen, [elsewhere]),
  named: await enrolWith(app, { userName: 'named', deptCode: elsewhere }, ['exam:watch'], DataScope.own),
  'not named': await enrolWith(app, { userName: 'other', deptCode: elsewhere }, ['exam:watch'], DataScope.own),
  maker: await enrolWith(app, { userName: 'maker', deptCode: elsewhere }, ['exam:add', 'exam:invigilate', 'paper:list'], DataScope.branch),
  'other maker': await enrolWith(app, { userName: 'maker2', deptCode: here }, ['exam:add', 'exam:invigilate'], DataScope.all),
  'whole site': await enrolWith(app, { userName: 'whole', deptCode: elsewhere }, ['exam:watch'], DataScope.all),
  'delivered role': await app.enrol({ userName: 'guard', roleType: RoleType.staff, roles: ['监考员'], deptCode: elsewhere }),
}
type Caller = keyof typeof people
const callers = Object.keys(people) as Caller[]

/** The maker has the exam made by an import of settings, as the form does. */
async function makeExam(invigilatorIds: string[]) {
  const { examId } = await setUpExam(app.ctx(), { openType: ExamOpenType.departs, deptCodes: [here], takeoverUnlock: true })
  await app.db.updateTable('exam').set({ createBy: people.maker.id }).where('id', '=', examId).execute()
  if (invigilatorIds.length > 0)
    await app.db
      .insertInto('examInvigilator')
      .values(invigilatorIds.map((userId) => ({ examId, userId })))
      .execute()
  return examId
}
const exams = { 'names nobody': await makeExam([]), 'names one': await makeExam([people.named.id]) }
/** The callers who reach the candidates of each exam. */
const allowed: Record<keyof typeof exams, Caller[]> = {
  'names nobody': ['own scope', 'chosen scope', 'maker', 'whole site', 'delivered role'],
  'names one': ['named', 'maker', 'whole site', 'delivered role'],
}

let numbers = 0
/** A candidate of the department with an open paper. */
async function candidate(examId: string): Promise<{ userId: string; paperId: string; person: Person }> {
  const person = await app.enrol({ userName: `candidate${++numbers}`, deptCode: here })
  const { id } = await app.ok(paper['create-paper'], { examId }, person)
  return { userId: person.id, paperId: id, person }
}

type Cell = { examId: string; userId: string; paperId: string }
/** Each call, and what shows in its answer that it reached the candidate; calls refused by another rule reached it as well. */
const calls: [string, Endpoint, (cell: Cell) => object, ((data: never) => boolean)?][] = [
  ['watch-stat', watch['watch-stat'], ({ examId }) => ({ id: examId }), ({ requireCount }: { requireCount: number }) => requireCount > 0],
  ['process-paging', watch['process-paging'], ({ examId }) => ({ params: { examId, offline: true } }), hasRows],
  ['hand-paging', watch['hand-paging'], ({ examId }) => ({ params: { examId } }), hasRows],
  ['miss-paging', watch['miss-paging'], ({ examId }) => ({ params: { examId } }), hasRows],
  ['timeline/list', timeline.list, ({ paperId }) => ({ paperId })],
  ['single-msg', watchMessage['single-msg'], ({ examId, userId }) => ({ examId, userId, message: '请坐好' })],
  [
    'batch-msg',
    watchMessage['batch-msg'],
    ({ examId }) => ({ examId, message: '请坐好' }),
    (sent: { success: number; fail: number }) => sent.fail > 0,
  ],
  ['extra-time', watch['extra-time'], ({ examId, userId }) => ({ examId, userIds: [userId], minutes: 5, reason: '补时' })],
  [
    'extra-time for all',
    watch['extra-time'],
    ({ examId }) => ({ examId, minutes: 5, reason: '补时' }),
    ({ papers }: { papers: number }) => papers > 0,
  ],
  ['unlock', watch.unlock, ({ paperId }) => ({ paperId })],
  ['reopen', watch.reopen, ({ paperId }) => ({ paperId, minutes: 5, reason: '误交' })],
  ['force-hand', watch['force-hand'], ({ paperId }) => ({ paperId, message: '收卷' })],
  [
    'force-hand-all',
    watch['force-hand-all'],
    ({ examId }) => ({ examId, exState: ExState.allHanded, message: '收卷' }),
    ({ handed }: { handed: number }) => handed > 0,
  ],
]
function hasRows({ total }: { total: number }) {
  return total > 0
}

for (const examId of Object.values(exams)) {
  // one candidate has handed in, and one has not come
  const { paperId, person } = await candidate(examId)
  await app.ok(paper['hand-exam'], { id: paperId }, person)
}
await app.enrol({ userName: 'absent', deptCode: here })

describe.each(Object.keys(exams) as (keyof typeof exams)[])('an exam that %s', (name) => {
  test.each(calls)('%s reaches the candidates only for its invigilators', async (_name, endpoint, body, isReached) => {
    const reached: Caller[] = []
    for (const caller of callers) {
      const cell = { examId: exams[name], ...(await candidate(exams[name])) }
      const answer = await app.call(endpoint, body(cell), people[caller])
      const isRefused = answer.code === code('notFound') || answer.code === code('forbidden')
      if (!isRefused && (isReached === undefined || (answer.code === 0 && isReached(answer.data as never)))) reached.push(caller)
    }
    expect(reached).toEqual(callers.filter((one) => allowed[name].includes(one)))
  })

  test('the socket follows the same rule, and so does the list of exams', async () => {
    const watching: Caller[] = []
    const listed: Caller[] = []
    for (const caller of callers) {
      const watcher = await watcherOf(app, people[caller].id)
      const watched = watcher && (await findWatched(watcher, exams[name]))
      if (watched) watching.push(caller)
      const { records } = await app.ok(exam.paging, { params: { watchable: true } }, people[caller])
      if (records.some((row) => row.id === exams[name])) listed.push(caller)
    }
    // the exam is in reach of other departments as well, where they may have candidates
    const expected = name === 'names nobody' ? [...allowed[name], 'other scope', 'chosen elsewhere'] : allowed[name]
    expect(watching).toEqual(callers.filter((one) => expected.includes(one)))
    expect(listed).toEqual(watching)
  })
})

test('extra time for all from one who watches a part goes to that part, also to those who come later', async () => {
  const examId = await makeExam([])
  const { paperId } = await candidate(examId)
  const given = await app.ok(watch['extra-time'], { examId, minutes: 7, reason: '停电' }, people['own scope'])
  expect(given).toMatchObject({ papers: 1 })
  expect(given.remembered).toBeGreaterThan(0)
  expect(await app.db.selectFrom('examExtra').where('examId', '=', examId).where('userId', '=', '0').selectAll().execute()).toEqual([])
  const late = await candidate(examId)
  const rows = await app.db.selectFrom('paper').where('id', 'in', [paperId, late.paperId]).select('extraMinutes').execute()
  expect(rows.map((row) => row.extraMinutes)).toContain(7)
})

test('the maker sees the results of all candidates', async () => {
  const { total } = await app.ok(paper.paging, { params: { examId: exams['names one'] } }, people.maker)
  expect(total).toBeGreaterThan(0)
})

describe('naming invigilators', () => {
  const form = async (examId: string) => app.ok(exam.detail, { id: examId }, admin)

  test('keeps them when the exam is saved without the field, and shows them', async () => {
    const { password: _none, ...stored } = { ...(await form(exams['names one'])), password: '' }
    await app.ok(exam.save, { ...stored, deptCodes: [here] }, admin)
    expect((await form(exams['names one'])).invigilators).toMatchObject([{ id: people.named.id }])
  })

  test('refuses a user without the permission, and offers those who have it', async () => {
    const learner = await app.enrol({ userName: 'plain-learner' })
    const { version, ...stored } = await form(exams['names one'])
    expect(await app.call(exam.save, { ...stored, version, deptCodes: [here], invigilatorIds: [learner.id] }, admin)).toMatchObject({
      code: code('badInput'),
      fields: [{ field: 'invigilatorIds' }],
    })
    const names = (await app.ok(exam['list-invigilators'], { keyword: 'named' }, admin)).map((one) => one.userName)
    expect(names).toEqual(['named'])
    expect(await app.call(exam['list-invigilators'], {}, learner)).toEqual(refusal('forbidden'))
  })
})

test('the causes of a forced close are those of the dictionary', async () => {
  for (const exState of [ExState.normal, wire(9), wire(100)])
    expect(await app.call(watch['force-hand-all'], { examId: exams['names one'], exState, message: '收卷' }, admin)).toMatchObject({
      code: code('badInput'),
      fields: [{ field: 'exState' }],
    })
})
