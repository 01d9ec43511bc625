// Learning paths over HTTP: building, entering, what counts, the end, renewal, edits, statistics and the data scope.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { grant } from '@shuyuan/contract/cert/grant.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { bin } from '@shuyuan/contract/operation/bin.ts'
import { pathLearn } from '@shuyuan/contract/path/learn.ts'
import { path, PathState } from '@shuyuan/contract/path/path.ts'
import { pathStat } from '@shuyuan/contract/path/stat.ts'
import type { PathItemKind } from '@shuyuan/contract/path/stage.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { statToday } from '@shuyuan/contract/stat/total.ts'
import { surveyAnswer } from '@shuyuan/contract/survey/answer.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { answersFor, takePaper } from '../../../test/papers.ts'
import { enrolWith, startWith } from '../../../test/people.ts'
import { code } from '../../../test/refusal.ts'
import type { Person } from '../../../test/start-app.ts'
import { makeCert } from '../cert/cert.factory.ts'
import { makeCourse, makeFile } from '../course/course.factory.ts'
import { followFinished as followCourses, recordFinished } from '../course/progress/finish.service.ts'
import { followFinished as followPapers } from '../paper/grade/finish.service.ts'
import { makeFixedExam } from '../paper/fixed.factory.ts'
import { makeDepart } from '../people/org/depart.factory.ts'
import { makeQuestion } from '../qu/qu.factory.ts'
import { makeRepo } from '../repo/repo.factory.ts'
import { makeSurvey } from '../survey/survey.factory.ts'

const { app, admin, teacher, ann, bob, learner } = await startWith('teacher', 'ann', 'bob', 'learner')
const DAY = 86_400
const site = await app.ok(config.detail, {}, admin)
await app.ok(config.save, { ...site, props: { ...site.props, moduleCert: true } }, admin)
const root = await app.db.selectFrom('sysDepart').where('parentId', 'is', null).select('deptCode').executeTakeFirstOrThrow()
const asAdmin = () => app.ctx({ user: { ...app.ctx().user, id: admin.id } })

type Stages = Body<typeof path.save>['stages']
type Form = Body<typeof path.save>
const item = (kind: PathItemKind, refId: string, more: Partial<Stages[number]['items'][number]> = {}) => ({ kind, refId, ...more })
const stage = (...items: Stages[number]['items']) => ({ title: '阶段', items })
const formOf = (more: Partial<Form> & Pick<Form, 'stages'>): Form => ({ title: '新员工培养', openType: OpenType.all, ...more })

async function newCourse(title = '入职须知') {
  const fileId = await makeFile(app.ctx(), new Uint8Array([37, 80, 68, 70, 45]), 'a.pdf', { title: '讲义' })
  return makeCourse(app.ctx(), { title, files: [{ fileId }] })
}
async function learn(courseId: string, who: Person) {
  const at = { startTime: app.clock.now(), lastTime: app.clock.now() }
  await app.db
    .insertInto('courseLearn')
    .values({ courseId, userId: who.id, ...at })
    .execute()
  await recordFinished(app.ctx(), { courseId, userId: who.id })
  await followCourses(app.app)
}
const newExam = (more: Parameters<typeof makeFixedExam>[2] = {}) =>
  makeFixedExam(app.ctx(), { single: 2 }, { passScore: 400, showScore: 'handed', tries: 9, ...more })
async function sit({ examId, quIds }: { examId: string; quIds: string[] }, who: Person, right: boolean) {
  await takePaper(app, who, examId, answersFor(quIds, [right, right]))
  await followPapers(app.app)
}
async function newBank(n: number) {
  const { id: repoId } = await makeRepo(app.ctx(), { isTrain: true })
  for (let at = 0; at < n; at += 1) await makeQuestion(app.ctx(), { repoId, content: `题 ${repoId} ${at}` })
  return repoId
}
async function trainOn(repoId: string, who: Person, n: number) {
  const { id } = await app.ok(train.start, { repoId, mode: TrainMode.inOrder, clear: true }, who)
  const card = await app.ok(train.card, { id }, who)
  for (const { quId } of card.slice(0, n)) await app.ok(train.fill, { trainId: id, quId, answer: { tags: ['A'] } }, who)
}
const save = async (form: Partial<Form> & Pick<Form, 'stages'>, who = teacher) => (await app.ok(path.save, formOf(form), who)).id
async function open(form: Partial<Form> & Pick<Form, 'stages'>, who = teacher) {
  const id = await save(form, who)
  await app.ok(path.publish, { id }, who)
  return id
}
const mine = (id: string, who: Person) => app.ok(pathLearn.detail, { id }, who)
const only = (who: Person) => ({ openType: OpenType.persons, userIds: [who.id] })
const inbox = async (who: Person) => (await app.ok(msg.paging, {}, who)).records.map((row) => row.title)
const balance = async (who: Person) =>
  (await app.db.selectFrom('sysUser').where('id', '=', who.id).select('points').executeTakeFirstOrThrow()).points
async function changed(id: string, more: Partial<Form>) {
  const { audience, stages, ...stored } = await app.ok(path.detail, { id }, teacher)
  const lists = {
    deptCodes: audience.deptCodes,
    groupIds: audience.groups.map((one) => one.id),
    userIds: audience.users.map((one) => one.id),
  }
  return { ...stored, ...lists, stages, ...more }
}

test('two stages take a newcomer from a course over a failed exam to points and a certificate, once', async () => {
  const first = await newCourse()
  const exam = await newExam()
  const certId = await makeCert(asAdmin())
  const form = { certId, points: 30, days: 30, stages: [stage(item('course', first)), stage(item('exam', exam.examId))] }
  const id = await save({ ...form, ...only(ann) })
  expect((await app.call(pathLearn.detail, { id }, ann)).code).toBe(code('notFound'))
  expect((await app.call(path.state, { ids: [id], state: PathState.closed }, teacher)).code).toBe(code('pathDraft'))
  expect(await app.ok(path.reach, { id }, teacher)).toMatchObject({ people: 1, shut: [] })
  expect(await app.ok(path.publish, { id, notify: true }, teacher)).toEqual({ entered: 1, sent: 1 })
  expect(await inbox(ann)).toContain('培养通知：新员工培养')
  expect(await mine(id, ann)).toMatchObject({
    percent: 0,
    overdue: false,
    next: { kind: 'course', refId: first },
    stages: [
      { done: false, items: [{ state: 'next' }] },
      { done: false, items: [{ state: 'locked' }] },
    ],
  })
  expect((await app.call(pathLearn.detail, { id }, bob)).code).toBe(code('notFound'))
  await learn(first, ann)
  expect(await mine(id, ann)).toMatchObject({ percent: 50, next: { kind: 'exam', refId: exam.examId } })
  expect((await app.ok(statToday.mine, {}, ann)).paths).toMatchObject([{ id, percent: 50, nextTitle: expect.any(String) }])
  await sit(exam, ann, false)
  expect((await mine(id, ann)).percent).toBe(50)
  await sit(exam, ann, true)
  expect(await mine(id, ann)).toMatchObject({ percent: 100, next: null, certTitle: '消防安全培训合格证', finishTime: expect.any(String) })
  await sit(exam, ann, true)
  await app.runJobs('path.repair')
  const granted = await app.ok(grant['my-list'], {}, ann)
  expect(granted).toMatchObject([{ title: '消防安全培训合格证', status: 'valid' }])
  expect(await balance(ann)).toBe(30)
  expect((await inbox(ann)).filter((title) => title.startsWith('已完成培养方案'))).toHaveLength(1)
  expect((await app.ok(statToday.mine, {}, ann)).paths).toEqual([])
  // a certificate that a path names stays
  await app.db.deleteFrom('certGrant').where('certId', '=', certId).execute()
  expect((await app.call(cert.delete, { ids: [certId] }, admin)).code).toBe(code('certNamed'))
})

test('trained questions and answered surveys count; of optional things so many are enough', async () => {
  const repoId = await newBank(3)
  const [named, unnamed] = [await makeSurvey(asAdmin(), { anonymous: false }), await makeSurvey(asAdmin(), { anonymous: true })]
  const optional = [item('repo', repoId, { required: false, amount: 2 }), item('survey', named.id, { required: false })]
  const id = await open(
    {
      ...only(ann),
      stages: [{ title: '练习', need: 1, items: optional }, stage(item('survey', unnamed.id)), stage(item('course', await newCourse()))],
    },
    admin,
  )
  await trainOn(repoId, ann, 1)
  expect((await mine(id, ann)).stages[0]!.items[0]).toMatchObject({ state: 'next', trained: 1, amount: 2 })
  await trainOn(repoId, ann, 1)
  expect(await mine(id, ann)).toMatchObject({
    percent: 33,
    stages: [{ done: true, items: [{ state: 'done' }, { state: 'open' }] }, {}, {}],
  })
  const answers = { q1: 'o1', q2: ['o1'], q4: 5, q5: 9, q6: { r1: 'o1', r2: 'o2' } }
  await app.ok(surveyAnswer.save, { id: named.id, answers }, ann)
  expect(await mine(id, ann)).toMatchObject({ percent: 33, stages: [{ items: [{}, { state: 'done' }] }, {}, {}] })
  await app.ok(surveyAnswer.save, { id: unnamed.id, answers }, ann)
  const noted = () =>
    app.db
      .selectFrom('pathDone')
      .where('pathId', '=', id)
      .where('refId', '=', unnamed.id)
      .where('kind', '=', 'survey')
      .select('doneTime')
      .execute()
  // shown at once, but noted only later and without a time
  expect(await mine(id, ann)).toMatchObject({ stages: [{}, { done: true }, {}] })
  expect(await noted()).toEqual([])
  await app.runJobs('path.hour')
  expect(await noted()).toEqual([{ doneTime: null }])
  expect((await mine(id, ann)).percent).toBe(66)
})

test('who joins later enters from that day, who leaves keeps it, and what was done before counts', async () => {
  const east = await makeDepart(app.db, root.deptCode, '东区')
  const west = await makeDepart(app.db, root.deptCode, '西区')
  const old = await app.enrol({ userName: 'old', deptCode: east })
  const late = await app.enrol({ userName: 'late', deptCode: west })
  const courseId = await newCourse()
  await learn(courseId, late)
  const id = await open({
    openType: OpenType.departs,
    deptCodes: [east],
    days: 10,
    stages: [stage(item('course', courseId), item('course', await newCourse()))],
  })
  const started = (await mine(id, old)).startTime
  app.clock.advance(2 * DAY)
  expect((await app.call(pathLearn.detail, { id }, await app.as('late'))).code).toBe(code('notFound'))
  await app.db.updateTable('sysUser').set({ deptCode: east }).where('id', '=', late.id).execute()
  await app.db.updateTable('sysUser').set({ deptCode: west }).where('id', '=', old.id).execute()
  await app.runJobs('path.hour')
  const entered = await mine(id, await app.as('late'))
  expect(entered.percent).toBe(50)
  expect(entered.startTime > started).toBe(true)
  expect(entered.dueTime!.slice(11)).toBe('23:59:59')
  expect(await inbox(await app.as('late'))).toContain('新的培养方案：新员工培养')
  expect(await mine(id, await app.as('old'))).toMatchObject({ startTime: started, percent: 0 })
  app.clock.advance(30 * DAY)
  const overview = await app.ok(pathStat.overview, { id }, await app.as('tina'))
  expect(overview).toMatchObject({ people: 2, overdue: 2, going: 2, finished: 0, percent: 25 })
})

test('a newcomer finds the path at once, without waiting for the hour', async () => {
  const south = await makeDepart(app.db, root.deptCode, '南区')
  const id = await open(
    { openType: OpenType.departs, deptCodes: [south], stages: [stage(item('course', await newCourse()))] },
    await app.as('tina'),
  )
  const comer = await app.enrol({ userName: 'comer', deptCode: south })
  expect((await app.ok(pathLearn['my-paging'], {}, comer)).records).toMatchObject([{ id, percent: 0, next: { kind: 'course' } }])
  expect((await app.ok(pathLearn['my-paging'], {}, await app.as('ann'))).records.map((row) => row.id)).not.toContain(id)
})

test('starts again after its months: exams anew, courses stay, points and certificate once a round', async () => {
  const person = await app.enrol({ userName: 'yearly' })
  const boss = await app.as('tina')
  const courseId = await newCourse()
  const exam = await newExam({ endTime: null })
  const stages = [stage(item('course', courseId), item('exam', exam.examId))]
  expect((await app.call(path.save, formOf({ renewal: 'months', stages }), boss)).fields.map((one) => one.field)).toEqual(['renewMonths'])
  const never = { renewal: 'months' as const, renewMonths: 12, stages: [stage(item('course', courseId))] }
  expect((await app.call(path.save, formOf(never), boss)).fields.map((one) => one.field)).toEqual(['renewal'])
  const id = await open({ ...only(person), renewal: 'months', renewMonths: 12, points: 5, days: 7, stages }, boss)
  await learn(courseId, person)
  await sit(exam, person, true)
  expect(await mine(id, person)).toMatchObject({ percent: 100, round: 1, renewTime: expect.any(String) })
  app.clock.advance(367 * DAY)
  await app.runJobs('path.hour')
  const again = await app.as('yearly')
  expect(await mine(id, again)).toMatchObject({ percent: 50, round: 2, finishTime: null, next: { kind: 'exam' } })
  await app.runJobs('path.repair')
  expect((await mine(id, again)).percent).toBe(50)
  await sit(exam, again, true)
  expect(await mine(id, again)).toMatchObject({ percent: 100, round: 2 })
  expect(await balance(person)).toBe(10)
  const rounds = await app.db
    .selectFrom('pathFinish')
    .where('pathId', '=', id)
    .where('userId', '=', person.id)
    .select('round')
    .orderBy('round')
    .execute()
  expect(rounds.map((row) => row.round)).toEqual([1, 2])
})

test('an edit takes nothing back, counts again, and finishes who is through', async () => {
  const boss = await app.as('tina')
  const [ed, di] = [await app.enrol({ userName: 'ed' }), await app.enrol({ userName: 'di' })]
  const [one, two, three] = [await newCourse('甲'), await newCourse('乙'), await newCourse('丙')]
  const id = await open(
    { openType: OpenType.persons, userIds: [ed.id, di.id], points: 3, stages: [stage(item('course', one), item('course', two))] },
    boss,
  )
  await learn(one, ed)
  await learn(two, ed)
  await learn(one, di)
  const changedBy = async (more: Partial<Form>) => app.ok(path.save, await changed(id, more), boss)
  // a third course: who was through stays so
  await changedBy({ stages: [stage(item('course', one), item('course', two)), stage(item('course', three))] })
  expect((await mine(id, ed)).percent).toBe(100)
  expect((await mine(id, di)).percent).toBe(33)
  // without the first course and with it again
  await changedBy({ stages: [stage(item('course', two)), stage(item('course', three))] })
  expect((await mine(id, di)).percent).toBe(0)
  await changedBy({ stages: [stage(item('course', three)), stage(item('course', one), item('course', two))] })
  expect((await mine(id, di)).percent).toBe(33)
  await changedBy({ stages: [stage(item('course', one))] })
  expect((await mine(id, di)).percent).toBe(100)
  expect([await balance(ed), await balance(di)]).toEqual([3, 3])
  // the audience loses both: they keep it
  await changedBy({ openType: OpenType.persons, userIds: [admin.id] })
  expect((await mine(id, ed)).percent).toBe(100)
  expect((await app.call(path.save, { ...(await changed(id, {})), version: 1 }, boss)).code).toBe(code('conflict'))
})

test('a result that is corrected to failed counts no more, as long as the path is open', async () => {
  const fay = await app.enrol({ userName: 'fay' })
  const exam = await newExam()
  const id = await open(
    { ...only(fay), stages: [stage(item('exam', exam.examId)), stage(item('course', await newCourse()))] },
    await app.as('tina'),
  )
  await sit(exam, fay, true)
  expect((await mine(id, fay)).percent).toBe(50)
  await app.db.updateTable('paper').set({ passed: false, finishDue: true }).where('userId', '=', fay.id).execute()
  await followPapers(app.app)
  expect((await mine(id, fay)).percent).toBe(0)
})

test('a passed exam whose score is hidden does not count before it is shown', async () => {
  const gus = await app.enrol({ userName: 'gus' })
  const exam = await newExam({ showScore: 'never' })
  const id = await open({ ...only(gus), stages: [stage(item('exam', exam.examId))] }, await app.as('tina'))
  await sit(exam, gus, true)
  expect((await mine(id, gus)).percent).toBe(0)
})

test('forms refuse what cannot be done', async () => {
  const boss = await app.as('tina')
  const courseId = await newCourse()
  const refused = async (form: Partial<Form>, who = boss) =>
    (await app.call(path.save, formOf({ stages: [stage(item('course', courseId))], ...form }), who)).fields.map(
      (one) => one.field.split('.')[0],
    )
  expect(await refused({})).toEqual([])
  expect(await refused({ stages: [] })).toEqual(['stages'])
  expect(await refused({ stages: [stage()] })).toEqual(['stages'])
  expect(await refused({ stages: [stage(item('course', '999'))] })).toEqual(['stages'])
  expect(await refused({ stages: [stage(item('course', courseId)), stage(item('course', courseId))] })).toEqual(['stages'])
  expect(await refused({ stages: [{ ...stage(item('course', courseId, { required: false })), need: 0 }] })).toEqual(['stages'])
  expect(await refused({ stages: [{ ...stage(item('course', courseId, { required: false })), need: 2 }] })).toEqual(['stages'])
  expect(await refused({ openType: OpenType.departs })).toEqual(['deptCodes'])
  expect(await refused({ certId: '999' })).toEqual(['certId'])
  expect(await refused({ renewal: 'cert', stages: [stage(item('exam', (await newExam()).examId))] })).toEqual(['certId'])
  // a course whose title the caller may not read
  const local = await enrolWith(app, { userName: 'local' }, ['path:list', 'path:add', 'path:update'], DataScope.own)
  expect(await refused({}, local)).toEqual(['stages'])
})

test('publishing names what some of the audience cannot open', async () => {
  const boss = await app.as('tina')
  const courseId = await newCourse('只给一个人')
  await app.db.updateTable('course').set({ openType: OpenType.persons }).where('id', '=', courseId).execute()
  await app.db.insertInto('courseUser').values({ courseId, userId: ann.id }).execute()
  const id = await save({ openType: OpenType.persons, userIds: [ann.id, bob.id], stages: [stage(item('course', courseId))] }, boss)
  expect((await app.ok(path.reach, { id }, boss)).shut).toEqual([{ kind: 'course', title: '只给一个人', people: 1 }])
})

test('statistics, matrix, sheet and reminders keep to the data scope', async () => {
  const boss = await app.as('tina')
  const [north, branch] = [await makeDepart(app.db, root.deptCode, '北区'), await makeDepart(app.db, root.deptCode, '分店')]
  const [hal, ida] = [
    await app.enrol({ userName: 'hal', realName: '哈尔', deptCode: north }),
    await app.enrol({ userName: 'ida', realName: '艾达', deptCode: branch }),
  ]
  const head = await enrolWith(app, { userName: 'head', deptCode: north }, ['path:stat'], DataScope.branch)
  const [one, two] = [await newCourse('甲'), await newCourse('乙')]
  const id = await open(
    { openType: OpenType.persons, userIds: [hal.id, ida.id], days: 3, stages: [stage(item('course', one), item('course', two))] },
    boss,
  )
  await learn(one, hal)
  await learn(one, ida)
  await learn(two, ida)
  expect(await app.ok(pathStat.overview, { id }, boss)).toMatchObject({ people: 2, finished: 1, going: 1, overdue: 0, percent: 75 })
  expect(await app.ok(pathStat.overview, { id }, head)).toMatchObject({
    people: 1,
    finished: 0,
    departs: [{ deptCode: north, percent: 50 }],
  })
  expect((await app.ok(pathStat['user-paging'], { params: { id, progress: 'finished' } }, boss)).records).toMatchObject([
    { userName: 'ida', percent: 100 },
  ])
  expect((await app.ok(pathStat['user-paging'], { params: { id } }, head)).records.map((row) => row.userName)).toEqual(['hal'])
  expect((await app.call(pathStat['user-paging'], { params: {} }, boss)).code).toBe(code('notFound'))
  const matrix = await app.ok(pathStat.matrix, { params: { id, realName: '哈尔' } }, boss)
  expect(matrix).toMatchObject({ items: [{ title: '甲' }, { title: '乙' }], records: [{ cells: { 0: 'done' } }] })
  expect(await app.ok(pathStat.remind, { id, progress: 'going' }, boss)).toEqual({ sent: 1, skipped: 0 })
  expect(await app.ok(pathStat.remind, { id, progress: 'going' }, head)).toEqual({ sent: 0, skipped: 1 })
  expect(await inbox(hal)).toContain('培养提醒：新员工培养')
  expect((await app.call(pathStat.remind, { id, progress: 'overdue' }, boss)).code).toBe(code('badInput'))
  app.clock.advance(5 * DAY)
  const later = await app.as('tina')
  expect((await app.ok(pathStat.matrix, { params: { id, progress: 'overdue' } }, later)).records).toMatchObject([
    { userName: 'hal', cells: { 0: 'done', 1: 'overdue' } },
  ])
  const reply = await app.http.inject({ method: 'POST', url: pathStat.export.path, headers: { token: later.token }, payload: { id } })
  const { rows } = (await readXlsx(new Uint8Array(reply.rawPayload))).sheets[0]!
  expect(rows.map((row) => row[0])).toEqual(['姓名', '哈尔', '艾达'])
  expect(rows[1]!.slice(-2)).toEqual(['已完成', '已逾期'])
})

test('a maker outside the data scope keeps their paths; the recycle bin brings one back with its people', async () => {
  const boss = await app.as('tina')
  const kim = await app.enrol({ userName: 'kim' })
  const courseId = await newCourse()
  const id = await open(
    { ...only(kim), title: '收回来', stages: [stage(item('course', courseId)), stage(item('course', await newCourse()))] },
    boss,
  )
  await learn(courseId, kim)
  const other = await enrolWith(app, { userName: 'other2' }, ['path:list', 'path:update', 'path:delete'], DataScope.own)
  expect((await app.ok(path.paging, {}, other)).total).toBe(0)
  expect((await app.call(path.detail, { id }, other)).code).toBe(code('notFound'))
  expect((await app.call(path.delete, { ids: [id] }, other)).code).toBe(code('notFound'))
  await app.ok(path.delete, { ids: [id] }, boss)
  expect((await app.call(pathLearn.detail, { id }, kim)).code).toBe(code('notFound'))
  await app.ok(bin.undo, { kind: 'path', ids: [id] }, boss)
  expect(await mine(id, kim)).toMatchObject({ title: '收回来', percent: 50 })
  await app.ok(path.state, { ids: [id], state: PathState.closed }, boss)
  expect((await app.call(pathLearn.detail, { id }, kim)).code).toBe(code('notFound'))
  expect((await app.ok(path.paging, { params: { title: '收回' } }, boss)).records).toMatchObject([
    { people: 1, items: 2, stages: 2, state: PathState.closed },
  ])
})

test('a deleted course does not keep anybody from the end', async () => {
  const lou = await app.enrol({ userName: 'lou' })
  const [one, two] = [await newCourse(), await newCourse()]
  const id = await open({ ...only(lou), stages: [stage(item('course', one), item('course', two))] }, await app.as('tina'))
  await learn(one, lou)
  await app.db.deleteFrom('courseItem').where('courseId', '=', two).execute()
  await app.db.deleteFrom('course').where('id', '=', two).execute()
  expect((await mine(id, lou)).stages[0]!.items[1]).toMatchObject({ gone: true, title: '入职须知' })
  await app.runJobs('path.repair')
  expect((await mine(id, lou)).percent).toBe(100)
})

test('a draft is shown to no learner, statistics neither', async () => {
  const id = await save({ ...only(learner), stages: [stage(item('course', await newCourse()))] }, await app.as('tina'))
  expect((await app.ok(pathLearn['my-paging'], {}, await app.as('learner'))).records.map((row) => row.id)).not.toContain(id)
  expect((await app.call(pathStat.overview, { id: '1' }, await app.as('learner'))).code).toBe(code('forbidden'))
})
