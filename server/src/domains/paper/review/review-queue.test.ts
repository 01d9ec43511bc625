import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { answerAs, makeFixedExam } from '../fixed.factory.ts'
import { runFixes } from '../fix/fix-run.service.ts'
import { requestArbitration } from './review-arbitrate.service.ts'
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { review, TaskRole, TaskState } from '@shuyuan/contract/paper/review/review.ts'
import { menuMine } from '@shuyuan/contract/people/role-menu/menu-mine.ts'
import { userPoints } from '@shuyuan/contract/points/points.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { handIn, startNewPaper, takePaper } from '../../../../test/papers.ts'
import { sharedApp } from '../../../../test/people.ts'
import { refusal } from '../../../../test/refusal.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { followFinished } from '../grade/finish.service.ts'
import { type FinishedPaper, onFinished } from '../grade/finished.service.ts'
import { keysOf, setUpExam, rightAnswer } from '../exam-setup.factory.ts'

let [ma, mb, mc, chief] = [] as unknown as [Person, Person, Person, Person]
const heard: FinishedPaper[] = []

const app = await sharedApp()
// may mark, and nothing else
const { id: roleId } = await app.db
  .insertInto('sysRole')
  .values({ roleName: '阅卷员', roleLevel: 5, dataScope: DataScope.all })
  .returning('id')
  .executeTakeFirstOrThrow()
const menus = await app.db.selectFrom('sysMenu').where('permissionTag', '=', 'paper:review').select('id').execute()
await app.db
  .insertInto('sysRoleMenu')
  .values(menus.map(({ id }) => ({ roleId, menuId: id })))
  .execute()
for (const userName of ['ma', 'mb', 'mc'])
  await makeUser(app.db, { userName, realName: `老师${userName}`, roleType: RoleType.staff, roles: ['阅卷员'] })
await makeUser(app.db, { userName: 'chief', roleType: RoleType.staff, roles: ['教师'] })
for (let at = 0; at < 4; at++) await makeUser(app.db, { userName: `cand${at}`, realName: `考生甲${at}` })
ma = await app.as('ma')
mb = await app.as('mb')
mc = await app.as('mc')
chief = await app.as('chief')
const learners = await Promise.all([0, 1, 2, 3].map((at) => app.as(`cand${at}`)))
onFinished(app.app, 'test', async (_ctx, papers) => void heard.push(...papers))

const paperRow = (id: string) => app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

/** An exam with papers handed in by the first `count` learners, all answers right. */
async function examWith(
  count: number,
  terms: Partial<Input<typeof exam.save>> = {},
  counts: Parameters<typeof setUpExam>[2] = { single: 1, shortAnswer: 2 },
) {
  const { examId } = await setUpExam(app.ctx(), { passScore: 400, ...terms }, counts)
  const papers: string[] = []
  for (const learner of learners.slice(0, count)) papers.push(await takePaper(app, learner, examId, rightAnswer))
  return { examId, papers }
}
type Mark = Partial<{ score: number; comment: string; lines: string[]; version: number }>
const next = (examId: string, who: Person, more: object = {}) => app.ok(review.next, { examId, ...more }, who.token)
async function mustNext(examId: string, who: Person, more: object = {}) {
  const task = await next(examId, who, more)
  if (!task) throw new Error('nothing to mark')
  return task
}
const save = (
  task: { taskId: string; version: number },
  who: Person,
  { score = 1, comment = '', lines = [], version = task.version }: Mark = {},
) => app.call(review.save, { taskId: task.taskId, version, score, comment, lines }, who.token)
async function markAll(examId: string, who: Person, score: number) {
  for (let task = await next(examId, who); task; task = await next(examId, who)) expect((await save(task, who, { score })).code).toBe(0)
}

describe('the queue', () => {
  test('gives one answer after another; the last mark of a paper finishes it', async () => {
    const { examId, papers } = await examWith(1)
    expect((await app.ok(review.queue, { examId }, ma.token)).questions).toMatchObject([{ waiting: 1, maxScore: 2 }, { waiting: 1 }])
    const [listed] = (await app.ok(review.paging, {}, ma.token)).records.filter((one) => one.id === examId)
    expect(listed).toMatchObject({ papers: 1, waiting: 2, mine: 0, marked: 0, differences: 0 })
    const first = await mustNext(examId, ma)
    expect(first).toMatchObject({ maxScore: 2, step: 0.5, waiting: 2, previousId: null, score: null, others: [] })
    expect(first.question).toMatchObject({ answer: { text: '<p>参考答案</p>' }, key: { modelAnswer: '<p>参考答案</p>' } })
    // a reload returns the same answer
    expect((await mustNext(examId, ma)).taskId).toBe(first.taskId)
    expect(await save(first, ma, { score: 1.2 })).toMatchObject({ code: errors.badInput[0], msg: '得分应为0.5分的整数倍' })
    expect(await save(first, ma, { score: 2.5 })).toMatchObject({ msg: '得分应在0到2分之间' })
    expect((await save(first, ma, { score: 1.5, comment: '不错' })).data).toEqual({ version: 1, settled: true, finished: false })
    const second = await mustNext(examId, ma)
    expect(second).toMatchObject({ waiting: 1, previousId: first.taskId })
    expect(await paperRow(papers[0]!)).toMatchObject({ state: PaperState.marking, passed: null })
    expect((await save(second, ma, { score: 0.5 })).data).toEqual({ version: 1, settled: true, finished: true })
    expect(await paperRow(papers[0]!)).toMatchObject({ state: PaperState.done, score: 400, passed: true, reviewBy: ma.id })
    expect(await next(examId, ma)).toBeNull()
    const again = await app.ok(review.open, { taskId: first.taskId }, ma.token)
    expect(again).toMatchObject({ score: 1.5, comment: '不错', state: PaperState.done })
    expect(await app.call(review.open, { taskId: first.taskId }, mb.token)).toEqual(refusal('notFound'))
  })

  test('waits for tasks that another call is creating', async () => {
    const { examId, papers } = await examWith(1)
    let asked: ReturnType<typeof next> | undefined
    await app.db.transaction().execute(async (db) => {
      await db.selectFrom('paper').where('id', 'in', papers).forUpdate().select('id').execute()
      asked = next(examId, ma)
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await vi.waitFor(async () => expect((await waiting.execute(app.db)).rows).not.toHaveLength(0))
    })
    expect(await asked).toMatchObject({ examId })
  })

  test('gives a marker the answer that they have claimed, also while another call holds its row', async () => {
    const { examId } = await examWith(2)
    const { taskId } = await mustNext(examId, ma)
    let asked: ReturnType<typeof next> | undefined
    await app.db.transaction().execute(async (db) => {
      await db.selectFrom('paperReviewTask').where('id', '=', taskId).forUpdate().select('id').execute()
      asked = next(examId, ma)
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await Promise.race([asked, vi.waitFor(async () => expect((await waiting.execute(app.db)).rows).not.toHaveLength(0))])
    })
    expect(await asked).toMatchObject({ taskId })
  })

  test('never gives two markers the same answer, also to concurrent calls, until the lease expires', async () => {
    const { examId } = await examWith(2)
    const nextTasks = await Promise.all([ma, mb, mc, ma, mb, mc].map((who) => mustNext(examId, who)))
    expect(new Set(nextTasks.map((one) => one.taskId)).size).toBe(3)
    expect(nextTasks[0]!.taskId).toBe(nextTasks[3]!.taskId)
    const mine = nextTasks[0]!
    await mustNext(examId, chief)
    app.clock.advance(14 * 60)
    expect(await save({ ...mine, version: 0 }, mb)).toEqual(refusal('reviewTaken'))
    app.clock.advance(2 * 60)
    // all leases have expired: another marker may get the answer, and the late save fails with both marks
    let found = await mustNext(examId, mb)
    while (found.taskId !== mine.taskId) found = await mustNext(examId, mb, { skip: found.taskId })
    expect(await save(mine, ma)).toEqual(refusal('reviewTaken'))
    expect((await save(found, mb, { score: 2, comment: '很好' })).code).toBe(0)
    expect(await save(mine, ma, { score: 0.5 })).toMatchObject({
      code: errors.conflict[0],
      data: { version: 1, stored: { score: 2, comment: '很好', mine: false, mayReplace: false }, sent: { score: 0.5 } },
    })
    expect(await save(mine, ma, { score: 0.5, version: 1 })).toEqual(refusal('reviewTaken'))
    expect((await save(mine, chief, { score: 0.5, version: 1 })).code).toBe(0)
  })

  test('of two concurrent saves of the same answer one is refused', async () => {
    const { examId } = await examWith(1)
    const task = await mustNext(examId, ma)
    const answers = await Promise.all([1, 2].map((score) => save(task, ma, { score })))
    expect(answers.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, errors.conflict[0]])
    expect(answers.find((one) => one.code !== 0)).toMatchObject({ data: { stored: { mine: true, mayReplace: true } } })
  })

  test('marking a whole paper settles answers that other markers have claimed', async () => {
    const { examId, papers } = await examWith(1)
    const task = await mustNext(examId, ma)
    const marks = [{ quId: task.leaf, score: 2, comment: '由整卷评' }]
    await app.ok(paper['review-paper'], { id: papers[0]!, marks }, mb.token)
    expect(await save(task, ma)).toMatchObject({ code: errors.conflict[0], data: { stored: { score: 2, comment: '由整卷评' } } })
    expect((await mustNext(examId, ma)).leaf).not.toBe(task.leaf)
  })

  test('refuses a mark for a reopened paper', async () => {
    const { examId, papers } = await examWith(1)
    const task = await mustNext(examId, ma)
    const watcher = await app.as('admin')
    await app.ok(watch.reopen, { paperId: papers[0]!, minutes: 10, reason: '误交卷' }, watcher.token)
    expect(await save(task, ma)).toEqual(refusal('reviewGone'))
    expect(await next(examId, ma, { skip: task.taskId })).toBeNull()
  })

  test('is refused without the right to mark', async () => {
    const { examId } = await examWith(1)
    for (const { token } of [learners[0]!]) {
      expect(await app.call(review.next, { examId }, token)).toEqual(refusal('forbidden'))
      expect(await app.call(review.queue, { examId }, token)).toEqual(refusal('forbidden'))
    }
    expect(await app.call(review.allocate, { examId, markers: [ma.id], by: 'question' }, ma.token)).toEqual(refusal('forbidden'))
    expect(await app.call(review.progress, { examId }, ma.token)).toEqual(refusal('forbidden'))
    expect(await app.call(review.queue, { examId: '999999' }, ma.token)).toEqual(refusal('notFound'))
  })
})

describe('allotment', () => {
  test('spreads evenly, can be repeated, and answers allotted to one marker are not given to another', async () => {
    const { examId } = await examWith(4)
    const spread = await app.ok(review.allocate, { examId, markers: [ma.id, mb.id], by: 'question' }, chief.token)
    expect(spread).toMatchObject({
      allotted: 8,
      left: 0,
      markers: [
        { userId: ma.id, count: 4 },
        { userId: mb.id, count: 4 },
      ],
    })
    expect(await next(examId, mc)).toBeNull()
    await save(await mustNext(examId, ma), ma)
    const kept = await mustNext(examId, mb)
    const again = await app.ok(review.allocate, { examId, markers: [mc.id, mb.id], by: 'paper' }, chief.token)
    expect(again.allotted).toBe(6)
    // papers are not split, so the shares may differ by one paper
    expect(Math.abs(again.markers[0]!.count - again.markers[1]!.count)).toBeLessThanOrEqual(2)
    expect((await save(kept, mb)).code).toBe(0)
    expect(await next(examId, ma)).toBeNull()
    const { markers, papers } = await app.ok(review.progress, { examId }, chief.token)
    // the draw decides whether the two marks settled one paper or half of two
    expect(papers.waiting + papers.finished).toBe(4)
    expect(markers).toMatchObject([
      { userId: ma.id, waiting: 0, marked: 1, meanShare: 50 },
      { userId: mb.id, marked: 1 },
      { userId: mc.id, marked: 0 },
    ])
  })

  test('accepts only users with the right to mark', async () => {
    const { examId } = await examWith(1)
    const tried = await app.call(review.allocate, { examId, markers: [learners[0]!.id], by: 'question' }, chief.token)
    expect(tried).toMatchObject({ code: errors.badInput[0], msg: '所选人员中有人没有阅卷权限' })
  })

  test('never gives one marker both marks of an answer', async () => {
    const { examId } = await examWith(3, { markDouble: true })
    const spread = await app.ok(review.allocate, { examId, markers: [ma.id, mb.id, mc.id], by: 'question' }, chief.token)
    expect(spread).toMatchObject({ allotted: 12, left: 0 })
    const rows = await app.db.selectFrom('paperReviewTask').where('examId', '=', examId).select(['paperId', 'leaf', 'marker']).execute()
    expect(new Set(rows.map((row) => `${row.paperId} ${row.leaf} ${row.marker}`)).size).toBe(12)
    expect((await app.ok(review.allocate, { examId, markers: [ma.id], by: 'question' }, chief.token)).left).toBe(6)
  })
})

describe('blind marking', () => {
  test('no call of a marker names the candidate until the paper is finished', async () => {
    const { examId, papers } = await examWith(1, { markBlind: true })
    const id = papers[0]!
    const all = [
      await app.ok(review.queue, { examId }, ma.token),
      await mustNext(examId, ma),
      await app.ok(paper['review-paper'], { id }, ma.token),
      await app.ok(paper['review-paper'], { id }, chief.token),
      await app.ok(paper.paging, { params: { examId } }, chief.token),
      await app.ok(review.paging, {}, chief.token),
    ]
    const wholeText = JSON.stringify(all)
    expect(wholeText).not.toContain('考生甲')
    expect(wholeText).not.toContain('cand0')
    expect(wholeText).not.toContain(`"userId":"${learners[0]!.id}"`)
    expect((await app.ok(paper.paging, { params: { examId, realName: '考生甲0' } }, chief.token)).total).toBe(0)
    expect((await app.ok(paper.paging, { params: { examId, userId: learners[0]!.id } }, chief.token)).total).toBe(0)
    await markAll(examId, ma, 1)
    expect((await app.ok(paper.paging, { params: { examId } }, chief.token)).records).toMatchObject([{ realName: '考生甲0' }])
  })
})

test('a user who may allot but not mark can open the page, and has no open tasks', async () => {
  const { examId } = await examWith(1)
  const { id: roleId } = await app.db
    .insertInto('sysRole')
    .values({ roleName: '派单员', roleLevel: 5, dataScope: DataScope.all })
    .returning('id')
    .executeTakeFirstOrThrow()
  const granted = await app.db.selectFrom('sysMenu').where('name', '=', 'TagPaperUpdate').select('id').executeTakeFirstOrThrow()
  await app.db.insertInto('sysRoleMenu').values({ roleId, menuId: granted.id }).execute()
  await makeUser(app.db, { userName: 'giver', roleType: RoleType.staff, roles: ['派单员'] })
  const { token } = await app.as('giver')
  const routes = JSON.stringify(await app.ok(menuMine.routes, {}, token))
  expect(routes).toContain('"ReviewAllot"')
  expect(routes).not.toContain('"ReviewTask"')
  expect(await app.ok(review.queue, { examId }, token)).toMatchObject({ chief: true, waiting: 0, papers: 0 })
  expect((await app.ok(review.allocate, { examId, markers: [ma.id], by: 'question' }, token)).allotted).toBe(2)
  expect(await app.call(review.next, { examId }, token)).toEqual(refusal('forbidden'))
})

describe('double marking', () => {
  const terms = { markDouble: true, markTolerance: 50 }
  const shorts = { shortAnswer: 1 }

  test('within tolerance the mean counts; a marker cannot see the other mark first, nor give both', async () => {
    const { examId, papers } = await examWith(1, { ...terms, passScore: 100 }, shorts)
    const first = await mustNext(examId, ma)
    expect((await save(first, ma, { score: 1, comment: '一' })).data).toMatchObject({ settled: false, finished: false })
    expect(await next(examId, ma)).toBeNull()
    const second = await mustNext(examId, mb)
    expect(second).toMatchObject({ role: TaskRole.second, score: null, comment: '', others: [] })
    expect(await app.call(review.open, { taskId: first.taskId }, mb.token)).toEqual(refusal('notFound'))
    expect(JSON.stringify(await app.ok(paper['review-paper'], { id: papers[0]! }, mb.token))).not.toContain('一"')
    expect(await save(second, ma)).toEqual(refusal('reviewBoth'))
    expect(await app.call(paper['review-paper'], { id: papers[0]!, marks: [{ quId: first.leaf, score: 2 }] }, mb.token)).toEqual(
      refusal('reviewDouble'),
    )
    expect((await save(second, mb, { score: 1.5, comment: '二' })).data).toMatchObject({ settled: true, finished: true })
    expect(await paperRow(papers[0]!)).toMatchObject({
      state: PaperState.done,
      score: 150,
      passed: true,
      manual: { [first.leaf]: { comment: '一\n二' } },
    })
  })

  test('an answer with double marking counts as one task for each marker', async () => {
    const { examId } = await examWith(2, { ...terms, passScore: 100 }, shorts)
    expect(await app.ok(review.queue, { examId }, ma.token)).toMatchObject({ waiting: 2, papers: 2 })
    const first = await mustNext(examId, ma)
    expect(first.waiting).toBe(2)
    await save(first, ma)
    expect(await mustNext(examId, ma)).toMatchObject({ waiting: 1 })
    expect(await app.ok(review.queue, { examId }, mb.token)).toMatchObject({ waiting: 2, mine: 0 })
  })

  test('beyond tolerance a third marker decides, then the chief marker, who sees all marks', async () => {
    const { examId, papers } = await examWith(1, { ...terms, passScore: 0 }, shorts)
    await save(await mustNext(examId, ma), ma, { score: 0 })
    await save(await mustNext(examId, mb), mb, { score: 2 })
    expect(await next(examId, mb)).toBeNull()
    expect((await app.ok(review.progress, { examId }, chief.token)).questions).toMatchObject([{ differences: 1, settled: 0 }])
    const third = await mustNext(examId, mc)
    expect(third).toMatchObject({ role: TaskRole.third, others: [] })
    await save(third, mc, { score: 1 })
    expect(await next(examId, mc)).toBeNull()
    const last = await mustNext(examId, chief)
    expect(last.role).toBe(TaskRole.chief)
    expect(last.others.map((one) => [one.role, one.score])).toEqual([
      [1, 0],
      [2, 2],
      [3, 1],
    ])
    expect(await save(last, mc)).toEqual(refusal('forbidden'))
    expect((await save(last, chief, { score: 0.5 })).data).toMatchObject({ finished: true })
    expect(await paperRow(papers[0]!)).toMatchObject({ state: PaperState.done, score: 50 })
  })

  test('a waiting arbitration is told to the maker of the exam, and without an arbiter to the holders of half of the right', async () => {
    const { examId } = await examWith(1, { ...terms, passScore: 0 }, shorts)
    await app.db.updateTable('exam').set({ createBy: ma.id }).where('id', '=', examId).execute()
    for (const [who, score] of [
      [ma, 0],
      [mb, 2],
      [mc, 1],
    ] as const)
      await save(await mustNext(examId, who), who, { score })
    const told = () =>
      app.db.selectFrom('sysMsg').where('refType', '=', 'exam').where('refId', '=', examId).select(['userId', 'title']).execute()
    expect(await told()).toEqual([{ userId: ma.id, title: '有答案等待仲裁' }])
    const { records } = await app.ok(review.paging, { params: {} }, ma.token)
    expect(records.find((row) => row.id === examId)).toMatchObject({ differences: 1 })
    // no account holds both permissions any more
    const menus = app.db.selectFrom('sysMenu').where('permissionTag', '=', 'paper:update').select('id')
    const rights = await app.db.deleteFrom('sysRoleMenu').where('menuId', 'in', menus).returningAll().execute()
    await requestArbitration({ ...app.ctx(), db: app.db }, { examId })
    await app.db.insertInto('sysRoleMenu').values(rights).execute()
    const people = new Set((await told()).map((one) => one.userId))
    expect([mb.id, mc.id].every((id) => people.has(id))).toBe(true)
  })

  test('an answer that no other marker may mark is reported, and the chief marker decides it', async () => {
    const { examId, papers } = await examWith(2, { ...terms, passScore: 0 }, shorts)
    const seen = async () => {
      const { stuck } = await app.ok(review.queue, { examId }, ma.token)
      const listed = (await app.ok(review.paging, {}, ma.token)).records.find((one) => one.id === examId)
      expect(listed?.stuck).toBe(stuck)
      return stuck
    }
    for (const paperId of papers) {
      await save(await mustNext(examId, ma), ma, { score: 0 })
      await save(await mustNext(examId, chief), chief, { score: 2, comment: paperId })
    }
    expect(await seen()).toBe(0)
    const people = app.db.updateTable('sysUser').where('roleType', '=', RoleType.staff).where('id', 'not in', [ma.id, chief.id])
    try {
      await people.set({ state: UserState.disabled }).execute()
      expect(await seen()).toBe(2)
      expect(await next(examId, chief)).toBeNull()
      expect(await app.call(review.decide, { examId }, ma.token)).toEqual(refusal('forbidden'))
      expect(await app.ok(review.decide, { examId }, chief.token)).toEqual({ answers: 2 })
      expect(await app.ok(review.decide, { examId }, chief.token)).toEqual({ answers: 0 })
      expect(await seen()).toBe(0)
      const last = await mustNext(examId, chief)
      expect(last).toMatchObject({ role: TaskRole.chief, waiting: 2 })
      expect(last.others.map((one) => [one.role, one.score])).toEqual([
        [1, 0],
        [2, 2],
      ])
      expect((await save(last, chief, { score: 1.5 })).data).toMatchObject({ finished: true })
      expect(await paperRow(last.paperId)).toMatchObject({ state: PaperState.done, score: 150 })
    } finally {
      await people.set({ state: UserState.active }).execute()
    }
  })

  test('a second mark that no marker may give is decided too, and the first mark alone does not settle the answer', async () => {
    const { examId } = await examWith(1, { ...terms, passScore: 0 }, shorts)
    const first = await mustNext(examId, ma)
    await save(first, ma, { score: 1 })
    // allotted to a user who has lost the right to mark
    const id = await makeUser(app.db, { userName: 'left', roleType: RoleType.staff })
    await app.db
      .updateTable('paperReviewTask')
      .set({ marker: id })
      .where('examId', '=', examId)
      .where('state', '=', TaskState.waiting)
      .execute()
    expect((await app.ok(review.queue, { examId }, chief.token)).stuck).toBe(1)
    expect((await app.ok(review.decide, { examId }, chief.token)).answers).toBe(1)
    expect((await save(first, ma, { score: 2, version: 1 })).data).toEqual({ version: 2, settled: false, finished: false })
    expect((await save(await mustNext(examId, chief), chief, { score: 0.5 })).data).toMatchObject({ settled: true, finished: true })
  })

  test('two concurrent last marks finish the paper once', async () => {
    const { examId, papers } = await examWith(1, { ...terms, passScore: 0, awardPoints: 7 }, shorts)
    const [a, b] = [await mustNext(examId, ma), await mustNext(examId, mb)]
    const answers = await Promise.all([save(a, ma, { score: 1 }), save(b, mb, { score: 1 })])
    expect(answers.filter((one) => one.data.finished)).toHaveLength(1)
    await Promise.all([followFinished(app.app), followFinished(app.app)])
    expect(heard.filter((one) => one.id === papers[0])).toHaveLength(1)
  })
})

describe('rubric lines', () => {
  test('are chosen, and a changed line changes given marks on request', async () => {
    const { examId, papers: drawn } = await examWith(3, { passScore: 150 }, { shortAnswer: 1 })
    // one of two questions is drawn for each of three papers, so two papers have the same
    const asked = await Promise.all(drawn.map(async (id) => ({ id, leaf: [...(await keysOf(app, id)).keys()][0]! })))
    const same = [...Map.groupBy(asked, (one) => one.leaf).values()].find((list) => list.length >= 2)!
    const papers = same.slice(0, 2).map((one) => one.id)
    const { leaf } = same[0]!
    const task = await mustNext(examId, ma, { leaf })
    const add = async (text: string, points: number) => (await app.ok(review['rubric-save'], { examId, leaf, text, points }, ma.token)).id
    const [main, extra] = [await add('要点一', 1), await add('书写扣分', -0.5)]
    expect((await save(task, ma, { score: 1, lines: [main, '999999'] })).code).toBe(errors.badInput[0])
    await save(task, ma, { score: 1, lines: [main, extra] })
    await save(await mustNext(examId, mb, { leaf }), mb, { score: 1, lines: [main] })
    const rows = async () => (await Promise.all(papers.map(paperRow))).map((row) => [row.score, row.passed])
    expect(await rows()).toEqual([
      [100, false],
      [100, false],
    ])
    expect(await app.ok(review['rubric-list'], { examId, leaf }, ma.token)).toMatchObject([
      { text: '要点一', points: 1, used: 2 },
      { points: -0.5, used: 1 },
    ])
    const preview = await app.ok(review['rubric-preview'], { id: main, points: 1.5 }, chief.token)
    expect(preview).toEqual({ used: 2, raised: 2, lowered: 0, papers: 2, passed: 2, failed: 0 })
    expect(await rows()).toEqual([
      [100, false],
      [100, false],
    ])
    const line = { id: main, examId, leaf, text: '要点一', points: 1.5 }
    expect((await app.ok(review['rubric-save'], { ...line, follow: true, version: 0 }, chief.token)).changed).toBe(2)
    expect(await rows()).toEqual([
      [150, true],
      [150, true],
    ])
    expect(await app.call(review['rubric-save'], { ...line, version: 0 }, chief.token)).toEqual(refusal('conflict'))
    expect((await app.ok(review['rubric-save'], { ...line, points: 0.5 }, chief.token)).changed).toBe(0)
    expect(await rows()).toEqual([
      [150, true],
      [150, true],
    ])
    // only a chief marker changes finished papers
    expect(await app.ok(review['rubric-preview'], { id: main }, ma.token)).toMatchObject({ used: 2, raised: 0, lowered: 0 })
    // 0.5 - 0.5 and -0.5 alone both result in 0
    expect((await app.ok(review['rubric-delete'], { id: main, follow: true }, chief.token)).changed).toBe(1)
    expect(await rows()).toEqual([
      [150, true],
      [100, false],
    ])
  })
})

describe('the end of a paper', () => {
  const pointsOf = async (who: Person) => (await app.ok(userPoints['my-paging'], { size: 100 }, who.token)).records
  const balance = async (who: Person) =>
    (await app.db.selectFrom('sysUser').where('id', '=', who.id).select('points').executeTakeFirstOrThrow()).points

  test('awards points only after the result is released', async () => {
    const ann = learners[2]!
    await followFinished(app.app)
    const before = await balance(ann)
    const endTime = new Date(app.clock.now().getTime() + 3_600_000)
    const close = { passScore: 0, awardPoints: 30, showScore: 'closed' as const, endTime }
    const give = async (terms: Parameters<typeof setUpExam>[1]) => {
      const { id } = await startNewPaper(app, ann, terms, { single: 1 })
      await app.ok(paper['hand-exam'], { id }, ann.token)
      await followFinished(app.app)
      return id
    }
    const [kept, removed] = [await give(close), await give(close)]
    await give({ ...close, showScore: 'never' })
    await app.ok(paper['mark-as'], { ids: [removed], exState: ExState.admin, exMsg: '替考', state: PaperState.givenUp }, chief.token)
    await followFinished(app.app)
    expect(await balance(ann)).toBe(before)
    app.clock.advance(3_601)
    await followFinished(app.app)
    await followFinished(app.app)
    // once, for the paper that was not given up
    expect(await balance(ann)).toBe(before + 30)
    await app.ok(paper['mark-as'], { ids: [kept], exState: ExState.admin, exMsg: '替考', state: PaperState.givenUp }, chief.token)
    await followFinished(app.app)
    expect(await balance(ann)).toBe(before)
  })

  test('after machine or manual marking gives points and one message once, reverses the points once, and is announced once', async () => {
    const ann = learners[3]!
    await followFinished(app.app)
    const before = await balance(ann)
    const { examId, id } = await startNewPaper(app, ann, { passScore: 100, awardPoints: 30 }, { single: 1 })
    await handIn(app, ann, id, rightAnswer)
    await app.call(paper['hand-exam'], { id }, ann.token)
    await Promise.all([followFinished(app.app), followFinished(app.app), followFinished(app.app)])
    expect(await followFinished(app.app)).toBe(0)
    expect(heard.filter((one) => one.id === id)).toMatchObject([
      { first: true, done: true, passed: true, score: 200, examId, userId: ann.id },
    ])
    expect(await balance(ann)).toBe(before + 30)
    expect((await pointsOf(ann)).filter((row) => row.refRemark.includes('及格奖励') && row.points === 30)).toHaveLength(1)
    const messages = () => app.db.selectFrom('sysMsg').where('refType', '=', 'paper').where('refId', '=', id).selectAll().execute()
    expect(await messages()).toMatchObject([{ userId: ann.id, title: '成绩已公布' }])

    const given = { ids: [id], exState: ExState.admin, exMsg: '替考', state: PaperState.givenUp }
    await app.ok(paper['mark-as'], given, chief.token)
    await followFinished(app.app)
    await app.ok(paper['mark-as'], given, chief.token)
    await followFinished(app.app)
    expect(await balance(ann)).toBe(before)
    expect((await pointsOf(ann)).filter((row) => row.points === -30)).toHaveLength(1)
    expect(heard.filter((one) => one.id === id)).toMatchObject([{ first: true }, { first: false, done: false, passed: false }])

    await app.ok(paper['mark-as'], { ids: [id], exState: ExState.normal, exMsg: '申诉成立' }, chief.token)
    await followFinished(app.app)
    await followFinished(app.app)
    expect(await balance(ann)).toBe(before + 30)
    expect(await messages()).toHaveLength(1)
    const events = await app.db.selectFrom('paperEvent').where('paperId', '=', id).where('kind', '=', 'finish').selectAll().execute()
    expect(events).toHaveLength(1)
  })

  test('a score that changes after the result was out is told, once for each change', async () => {
    const ann = learners[3]!
    const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 1 }, { passScore: 100 })
    const { id } = await app.ok(paper['create-paper'], { examId }, ann.token)
    const key = (await keysOf(app, id)).get(quIds[0]!)!
    await app.ok(paper['hand-exam'], { id, lastAnswers: [{ quId: key.quId, answer: answerAs(key, false) }] }, ann.token)
    await followFinished(app.app)
    const messages = async () =>
      (
        await app.db
          .selectFrom('sysMsg')
          .where('refType', '=', 'paper')
          .where('refId', '=', id)
          .orderBy('id')
          .select(['title', 'content'])
          .execute()
      ).map((one) => `${one.title} ${/成绩.*/.exec(one.content)?.[0]}`)
    expect(await messages()).toHaveLength(1)
    const correct = async (draft: Body<typeof fix.preview>) => {
      const { token } = await app.ok(fix.preview, draft, chief.token)
      await app.ok(fix.commit, { ...draft, token, reason: '答案有误' }, chief.token)
      await runFixes(app.app)
      await followFinished(app.app)
      await followFinished(app.app)
    }
    await correct({ examId, quId: key.quId, how: 'full' })
    expect((await messages()).slice(1)).toEqual(['成绩有变更 成绩已由0分更改为2分（满分2分），及格。'])
    // as an earlier release left it: the candidate was told the first score
    await app.db.updateTable('paper').set({ toldScore: null }).where('id', '=', id).execute()
    await correct({ examId, quId: key.quId, how: 'restore' })
    expect(await messages()).toHaveLength(2)
    await correct({ examId, quId: key.quId, how: 'full' })
    expect((await messages()).slice(2)).toEqual(['成绩有变更 成绩已由0分更改为2分（满分2分），及格。'])
  })

  test('spent points are neither reversed twice nor given twice', async () => {
    const bob = learners[2]!
    const { examId, papers } = await examWith(3, { passScore: 100, awardPoints: 50 }, { single: 1 })
    await followFinished(app.app)
    await app.db.updateTable('sysUser').set({ points: 20 }).where('id', '=', bob.id).execute()
    const ids = [papers[2]!]
    await app.ok(paper['mark-as'], { ids, exState: ExState.admin, exMsg: '作弊', state: PaperState.givenUp }, chief.token)
    await followFinished(app.app)
    expect(await balance(bob)).toBe(0)
    await app.ok(paper['mark-as'], { ids, exState: ExState.normal, exMsg: '恢复' }, chief.token)
    await followFinished(app.app)
    expect(await balance(bob)).toBe(20)
    expect(examId).toBeTruthy()
  })

  test('a result released at the end of the exam is announced then', async () => {
    const { papers } = await examWith(1, { showScore: 'closed', passScore: 0 }, { single: 1 })
    const messages = () => app.db.selectFrom('sysMsg').where('refId', '=', papers[0]!).where('refType', '=', 'paper').select('id').execute()
    await followFinished(app.app)
    expect(await messages()).toEqual([])
    app.clock.advance(26 * 3_600)
    await followFinished(app.app)
    await followFinished(app.app)
    expect(await messages()).toHaveLength(1)
  })

  test('a marker corrects an own recent mark, and points are adjusted', async () => {
    const { examId, papers } = await examWith(1, { passScore: 150, awardPoints: 5 }, { shortAnswer: 1 })
    const before = await balance(learners[0]!)
    const task = await mustNext(examId, ma)
    await save(task, ma, { score: 1 })
    await followFinished(app.app)
    expect((await save(task, ma, { score: 2, version: 1 })).data).toMatchObject({ settled: true, finished: false })
    await followFinished(app.app)
    expect(await paperRow(papers[0]!)).toMatchObject({ state: PaperState.done, score: 200, passed: true })
    expect(await balance(learners[0]!)).toBe(before + 5)
    app.clock.advance(16 * 60)
    expect(await save(task, ma, { score: 0, version: 2 })).toEqual(refusal('paperReviewed'))
  })
})

describe('a user who may allot', () => {
  test('finds exactly the users with the right to mark, needing no other right', async () => {
    const { id: roleId } = await app.db
      .insertInto('sysRole')
      .values({ roleName: '分配员', roleLevel: 5, dataScope: DataScope.own })
      .returning('id')
      .executeTakeFirstOrThrow()
    const menus = await app.db.selectFrom('sysMenu').where('permissionTag', '=', 'paper:update').select('id').execute()
    await app.db
      .insertInto('sysRoleMenu')
      .values(menus.map(({ id }) => ({ roleId, menuId: id })))
      .execute()
    await makeUser(app.db, { userName: 'allotter', realName: '分配人', roleType: RoleType.staff, roles: ['分配员'] })
    await makeUser(app.db, { userName: 'gone', realName: '老师gone', roleType: RoleType.staff, roles: ['阅卷员'] })
    await app.db.updateTable('sysUser').set({ state: UserState.disabled }).where('userName', '=', 'gone').execute()
    const allotter = await app.as('allotter')
    const names = async (params: object) => (await app.ok(review.markers, { params }, allotter.token)).records.map((one) => one.userName)
    const all = await names({})
    expect(all).toEqual(expect.arrayContaining(['ma', 'mb', 'mc', 'chief']))
    expect(all).not.toContain('gone')
    expect(all).not.toContain('allotter')
    expect(all.filter((one) => one.startsWith('cand'))).toEqual([])
    expect(await names({ name: '老师m' })).toEqual(['ma', 'mb', 'mc'])
    expect(await names({ name: 'mb' })).toEqual(['mb'])
    expect(await names({ name: '%' })).toEqual([])
    const page = await app.ok(review.markers, { size: 2, current: 2, params: { name: '老师m' } }, allotter.token)
    expect([page.total, page.records.length]).toEqual([3, 1])
    expect(Object.keys(page.records[0]!).sort()).toEqual(['deptCode_dictText', 'id', 'realName', 'userName'])
    const { examId } = await examWith(1)
    const given = await app.ok(review.allocate, { examId, markers: [ma.id, mb.id], by: 'question' }, allotter.token)
    expect(given).toMatchObject({ allotted: 2, left: 0 })
    expect(await app.call(review.markers, {}, ma.token)).toEqual(refusal('forbidden'))
    expect(await app.call(review.markers, {}, learners[0]!.token)).toEqual(refusal('forbidden'))
  })
})
