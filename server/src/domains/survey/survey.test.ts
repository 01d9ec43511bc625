// Surveys over HTTP: building, window, audience, one answer per person, results, and what an anonymous survey leaves in the database.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { bin } from '@shuyuan/contract/operation/bin.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { surveyAnswer } from '@shuyuan/contract/survey/answer.ts'
import { FEWEST_ANSWERS, survey, SurveyState } from '@shuyuan/contract/survey/survey.ts'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { enrolWith, startWith } from '../../../test/people.ts'
import { code } from '../../../test/refusal.ts'
import type { Person } from '../../../test/start-app.ts'
import { makeCourse, makeFile } from '../course/course.factory.ts'
import { makeDepart } from '../people/org/depart.factory.ts'
import { sampleQuestions } from './survey.factory.ts'

const { app, admin, teacher, ann, bob, learner } = await startWith('teacher', 'ann', 'bob', 'learner')
const root = await app.db.selectFrom('sysDepart').where('parentId', 'is', null).select('deptCode').executeTakeFirstOrThrow()
const east = await makeDepart(app.db, root.deptCode, '东区')
const staff: Person[] = []
for (let n = 0; n < FEWEST_ANSWERS + 1; n += 1) staff.push(await app.enrol({ userName: `east${n}`, deptCode: east }))
const tags = ['survey:list', 'survey:add', 'survey:update', 'survey:delete', 'survey:result', 'notify:own']
const local = await enrolWith(app, { userName: 'local', deptCode: east }, tags, DataScope.branch)

const HOUR = 3_600
const at = (seconds: number) => toWallClock(new Date(app.clock.now().getTime() + seconds * 1_000))
type Form = Partial<Body<typeof survey.save>>
const formOf = (more: Form = {}): Body<typeof survey.save> => ({ title: '培训满意度', questions: sampleQuestions, ...more })
const save = async (more: Form = {}, who = teacher) => (await app.ok(survey.save, formOf(more), who)).id
async function make(more: Form = {}, who = teacher) {
  const id = await save(more, who)
  await app.ok(survey.publish, { id }, who)
  return id
}
const full = { q1: 'o1', q2: ['o1', 'o3'], q4: 5, q5: 9, q6: { r1: 'o1', r2: 'o2' } }
const answer = (id: string, who: Person, answers: object = full) => app.ok(surveyAnswer.save, { id, answers: answers as typeof full }, who)
const refusal = async (id: string, who: Person, answers: object = full) =>
  (await app.call(surveyAnswer.save, { id, answers: answers as typeof full }, who)).code
async function newCourse() {
  const fileId = await makeFile(app.ctx(), new Uint8Array([37, 80, 68, 70, 45]), 'a.pdf', { title: '讲义' })
  return makeCourse(app.ctx(), { files: [{ fileId }] })
}
const result = (id: string, who = teacher, deptCode = '') => app.ok(survey.result, { id, deptCode }, who)

test('a draft is shown to nobody; published it is answered once', async () => {
  const id = await save()
  expect((await app.call(surveyAnswer.detail, { id }, ann)).code).toBe(code('notFound'))
  expect((await app.call(survey.state, { ids: [id], state: SurveyState.closed }, teacher)).code).toBe(code('surveyDraft'))
  await app.ok(survey.publish, { id }, teacher)
  const shown = await app.ok(surveyAnswer.detail, { id }, ann)
  expect(shown).toMatchObject({ phase: 'open', answered: false, anonymous: true })
  expect(shown.questions).toHaveLength(sampleQuestions.length)
  expect(await answer(id, ann)).toEqual({ stored: true })
  expect(await answer(id, ann, { ...full, q1: 'o3', q3: '吵' })).toEqual({ stored: false })
  expect(await app.ok(surveyAnswer.detail, { id }, ann)).toMatchObject({ answered: true, questions: [] })
  expect((await result(id)).answers).toBe(1)
})

test('answers are checked with their conditions, and only what was shown is stored', async () => {
  const id = await make({ anonymous: false })
  const bad = code('badInput')
  expect(await refusal(id, ann, { ...full, q1: undefined })).toBe(bad)
  expect(await refusal(id, ann, { ...full, q1: 'o9' })).toBe(bad)
  // dissatisfied: the words are asked for
  expect(await refusal(id, ann, { ...full, q1: 'o3' })).toBe(bad)
  expect(await refusal(id, ann, { ...full, q2: ['o1', 'o2', 'o3', 'o4'] })).toBe(bad)
  expect(await refusal(id, ann, { ...full, q4: 6 })).toBe(bad)
  expect(await refusal(id, ann, { ...full, q5: 11 })).toBe(bad)
  expect(await refusal(id, ann, { ...full, q6: { r9: 'o1' } })).toBe(bad)
  expect(await refusal(id, ann, { ...full, q1: 'o3', q3: `a${String.fromCharCode(0)}` })).toBe(bad)
  await answer(id, ann, { ...full, q3: '不该存', other: 'x' })
  const { answers } = await app.db.selectFrom('surveyAnswer').where('surveyId', '=', id).select('answers').executeTakeFirstOrThrow()
  expect(answers).toEqual(full)
})

test('conditions and questions are checked when they are saved', async () => {
  const refused = async (questions: unknown[]) => (await app.call(survey.save, formOf({ questions: questions as [] }), teacher)).code
  const [first, , words] = sampleQuestions
  expect(await refused([])).toBe(code('badInput'))
  expect(await refused([words, first])).toBe(code('badInput'))
  expect(await refused([first, { ...words, showIf: { question: 'q1', values: ['o9'] } }])).toBe(code('badInput'))
  expect(await refused([first, first])).toBe(code('badInput'))
  expect(await refused([{ ...first, options: [{ id: 'o1', text: '只有一个' }] }])).toBe(code('badInput'))
  expect((await app.call(survey.save, formOf({ startTime: at(HOUR), endTime: at(0) }), teacher)).code).toBe(code('badInput'))
  expect((await app.call(survey.save, formOf({ refType: 'course', refId: '999' }), teacher)).code).toBe(code('badInput'))
  // a course whose title the caller may not read
  const course = { refType: 'course' as const, refId: await newCourse() }
  expect((await app.call(survey.save, formOf(course), local)).code).toBe(code('badInput'))
  expect((await app.call(survey.save, formOf(course), teacher)).code).toBe(0)
})

test('is answered within its window and while it is not stopped', async () => {
  const id = await make({ startTime: at(HOUR), endTime: at(2 * HOUR) })
  expect(await app.ok(surveyAnswer.detail, { id }, ann)).toMatchObject({ phase: 'waiting', questions: [] })
  expect(await refusal(id, ann)).toBe(code('surveyNotBegun'))
  app.clock.advance(HOUR)
  expect(await answer(id, ann)).toEqual({ stored: true })
  await app.ok(survey.state, { ids: [id], state: SurveyState.closed }, teacher)
  expect(await refusal(id, bob)).toBe(code('surveyEnded'))
  await app.ok(survey.state, { ids: [id], state: SurveyState.open }, teacher)
  app.clock.advance(HOUR)
  expect(await refusal(id, bob)).toBe(code('surveyEnded'))
  expect((await app.call(survey.publish, { id }, teacher)).code).toBe(code('surveyEnded'))
})

test('only its audience sees and answers it', async () => {
  const one = await make({ openType: OpenType.persons, userIds: [ann.id] })
  const branch = await make({ openType: OpenType.departs, deptCodes: [east] })
  expect(await refusal(one, bob)).toBe(code('surveyNotForYou'))
  expect((await app.call(surveyAnswer.detail, { id: branch }, bob)).code).toBe(code('surveyNotForYou'))
  expect(await answer(branch, staff[0]!)).toEqual({ stored: true })
  const idsOf = async (who: Person, params: Body<typeof surveyAnswer.mine>['params'] = {}) =>
    (await app.ok(surveyAnswer.mine, { size: 100, params }, who)).records.map((row) => row.id)
  expect(await idsOf(ann, { answered: false })).toContain(one)
  expect(await idsOf(bob)).not.toContain(one)
  await answer(one, ann)
  expect(await idsOf(ann, { answered: false })).not.toContain(one)
  expect(await idsOf(ann, { answered: true })).toContain(one)
})

test('a survey that follows a course is offered to those who have finished it', async () => {
  const courseId = await newCourse()
  const id = await make({ refType: 'course', refId: courseId })
  expect(await refusal(id, ann)).toBe(code('surveyNotForYou'))
  const now = app.clock.now()
  await app.db.insertInto('courseLearn').values({ courseId, userId: ann.id, startTime: now, lastTime: now, finishTime: now }).execute()
  const params = { refType: 'course' as const, refId: courseId }
  expect((await app.ok(surveyAnswer.mine, { params }, ann)).records).toMatchObject([{ id, answered: false }])
  expect((await app.ok(surveyAnswer.mine, { params }, bob)).records).toEqual([])
  expect(await answer(id, ann)).toEqual({ stored: true })
})

test('of many calls of one person at once one answer is stored', async () => {
  for (const anonymous of [true, false]) {
    const id = await make({ anonymous })
    const done = await Promise.all(Array.from({ length: 6 }, () => answer(id, ann)))
    expect(done.filter((one) => one.stored)).toHaveLength(1)
    const [{ n } = { n: 0 }] = await app.db
      .selectFrom('surveyAnswer')
      .where('surveyId', '=', id)
      .select(sql<number>`count(*)::int`.as('n'))
      .execute()
    expect(n).toBe(1)
  }
})

test('the database does not say who wrote which anonymous answers', async () => {
  const id = await make({ anonymous: true })
  const people = [ann, bob, learner, ...staff]
  for (const [n, who] of people.entries()) {
    await answer(id, who, { ...full, q4: (n % 5) + 1 })
    app.clock.advance(60)
  }
  const { rows } = await sql<
    Record<string, unknown>
  >`select *, xmin::text as tx, cmin::text as step from survey_answer where survey_id = ${id}`.execute(app.db)
  expect(rows).toHaveLength(people.length)
  expect(Object.keys(rows[0]!).toSorted()).toEqual(['answers', 'createTime', 'deptCode', 'id', 'step', 'surveyId', 'tx', 'userId'])
  for (const row of rows) expect(row).toMatchObject({ userId: null, deptCode: null, createTime: null })
  const receipts = await sql<Record<string, unknown>>`select *, xmin::text as tx from survey_receipt where survey_id = ${id}`.execute(
    app.db,
  )
  expect(Object.keys(receipts.rows[0]!).toSorted()).toEqual(['surveyId', 'tx', 'userId'])
  // all of them were written by the last transaction, so its number tells nothing
  expect(new Set([...rows, ...receipts.rows].map((row) => row['tx'])).size).toBe(1)
  expect(new Set(rows.map((row) => row['step'])).size).toBe(1)
  const logged = await app.db.selectFrom('sysLog').where('path', '=', surveyAnswer.save.path).select('id').execute()
  expect(logged).toEqual([])
})

test('neither ids nor the order of rows follow the order of answering', async () => {
  const id = await make({ anonymous: true })
  const people = [ann, bob, learner, ...staff]
  for (const [n, who] of people.entries()) await answer(id, who, { ...full, q4: 1, q5: n })
  const orderBy = async (column: 'id' | 'ctid') =>
    (
      await sql<{
        n: number
      }>`select (answers ->> 'q5')::int as n from survey_answer where survey_id = ${id} order by ${sql.ref(column)}`.execute(app.db)
    ).rows.map((row) => row.n)
  const rising = people.map((_, n) => n)
  // each of them is wrong once in 362,880 runs
  expect(await orderBy('id')).not.toEqual(rising)
  expect(await orderBy('ctid')).not.toEqual(rising)
})

test('results have counts, means, NPS and words; of an anonymous survey from five answers on', async () => {
  const id = await make({ anonymous: true })
  for (const who of staff.slice(0, FEWEST_ANSWERS - 1)) await answer(id, who)
  expect(await result(id)).toMatchObject({ few: true, answers: FEWEST_ANSWERS - 1, questions: [] })
  expect((await app.call(survey.export, { id }, teacher)).code).toBe(code('surveyFew'))
  await answer(id, ann, { q1: 'o3', q3: '太吵', q4: 1, q5: 3 })
  const { questions, few, departs } = await result(id)
  expect({ few, departs }).toEqual({ few: false, departs: [] })
  const [q1, q2, q3, q4, q5, q6] = questions
  expect(q1!.counts.toSorted((a, b) => a.key.localeCompare(b.key))).toEqual([
    { key: 'o1', n: 4 },
    { key: 'o3', n: 1 },
  ])
  expect(q2).toMatchObject({ answered: 4 })
  expect(q2!.counts.find((one) => one.key === 'o3')).toEqual({ key: 'o3', n: 4 })
  expect(q3).toMatchObject({ answered: 1, texts: ['太吵'], counts: [] })
  expect(q4).toMatchObject({ mean: 4.2, answered: 5 })
  expect(q5).toMatchObject({ nps: 60 })
  expect(q6!.rowCounts).toEqual([
    { row: 'r1', counts: [{ key: 'o1', n: 4 }] },
    { row: 'r2', counts: [{ key: 'o2', n: 4 }] },
  ])
})

test('a survey by name counts a department from five answers on, and its sheet has names', async () => {
  const id = await make({ anonymous: false })
  await answer(id, ann, { ...full, q4: 1 })
  for (const who of staff.slice(0, FEWEST_ANSWERS - 1)) await answer(id, who)
  expect((await result(id)).departs).toEqual([])
  expect((await app.call(survey.result, { id, deptCode: east }, teacher)).code).toBe(code('surveyFew'))
  await answer(id, staff[FEWEST_ANSWERS - 1]!)
  expect((await result(id)).departs).toEqual([{ deptCode: east, deptName: '东区', answers: FEWEST_ANSWERS }])
  expect((await result(id, teacher, east)).questions[3]).toMatchObject({ mean: 5, answered: FEWEST_ANSWERS })
  const reply = await app.http.inject({ method: 'POST', url: survey.export.path, headers: { token: teacher.token }, payload: { id } })
  const [head, ...rows] = (await readXlsx(reply.rawPayload)).sheets[0]!.rows
  expect(head!.slice(0, 5)).toEqual(['账号', '姓名', '部门', '填写时间', '1. 您对这次培训满意吗？'])
  const own = rows.find((row) => row[0] === 'ann')!
  expect([own[1], own[4], own[5], own[7], own[9]]).toEqual(['安安', '满意', '课件；考试', 1, '好'])
})

test('who sees a branch reaches the surveys of its people, and their answers', async () => {
  const everybody = await make({ anonymous: false })
  const own = await make({ anonymous: false }, local)
  for (const who of [ann, ...staff]) for (const id of [everybody, own]) await answer(id, who)
  const listed = (await app.ok(survey.paging, { size: 100, params: {} }, local)).records.map((row) => row.id)
  expect(listed).toContain(own)
  expect(listed).not.toContain(everybody)
  for (const refused of [
    await app.call(survey.detail, { id: everybody }, local),
    await app.call(survey.result, { id: everybody }, local),
    await app.call(survey.publish, { id: everybody }, local),
    await app.call(survey.delete, { ids: [everybody] }, local),
    await app.call(survey.state, { ids: [everybody], state: SurveyState.closed }, local),
    await app.call(survey.save, { ...formOf(), id: everybody }, local),
  ])
    expect(refused.code).toBe(code('notFound'))
  expect((await result(own, local)).answers).toBe(staff.length + 1)
  // a colleague of the branch reads what the branch answered
  const colleague = await enrolWith(app, { userName: 'colleague', deptCode: east }, ['survey:result'], DataScope.branch)
  expect((await result(own, colleague)).answers).toBe(staff.length)
  expect((await app.call(survey.paging, {}, colleague)).code).toBe(code('forbidden'))
  expect((await app.call(survey.result, { id: own }, ann)).code).toBe(code('forbidden'))
})

test('after the first answer only texts change', async () => {
  const id = await make()
  await answer(id, ann)
  const changed = (more: Form) => app.call(survey.save, formOf({ id, ...more }), teacher)
  expect((await changed({ questions: sampleQuestions.slice(1) })).code).toBe(code('badInput'))
  expect((await changed({ anonymous: false })).code).toBe(code('badInput'))
  const [first, ...rest] = sampleQuestions
  await app.ok(survey.save, formOf({ id, questions: [{ ...first!, title: '您满意吗？' }, ...rest] }), teacher)
  const { questions, locked, version } = await app.ok(survey.detail, { id }, teacher)
  expect({ title: questions[0]!.title, locked }).toEqual({ title: '您满意吗？', locked: true })
  expect((await changed({ version: version - 1 })).code).toBe(code('conflict'))
})

test('publishing notifies its audience once', async () => {
  const id = await save({ openType: OpenType.persons, userIds: [ann.id, bob.id] })
  expect(await app.ok(survey.reach, { id }, teacher)).toMatchObject({ people: 2, told: 2, noticeState: 'open' })
  expect(await app.ok(survey.publish, { id, notify: true }, teacher)).toEqual({ sent: 2 })
  expect(await app.ok(survey.publish, { id, notify: true }, teacher)).toEqual({ sent: 0 })
  const inbox = await app.ok(msg.paging, { params: {} }, ann)
  expect(inbox.records[0]).toMatchObject({ title: '问卷通知：培训满意度', refType: 'survey', refId: id })
  const other = await enrolWith(app, { userName: 'other' }, ['survey:list', 'survey:update', 'notify:own'], DataScope.all)
  expect((await app.call(survey.publish, { id, notify: true }, other)).code).toBe(code('forbidden'))
})

test('the link is open to people without an account, once a browser, with its captcha', async () => {
  const id = await make({ open: true, captcha: false, anonymous: true })
  const key = (await app.ok(survey.detail, { id }, teacher)).link.split('/').at(-1)!
  expect(await app.ok(surveyAnswer['public-detail'], { key })).toMatchObject({ title: '培训满意度', captcha: false })
  const browser = randomUUID()
  const send = (more: object = {}) => app.call(surveyAnswer['public-save'], { key, browser, answers: full, ...more })
  expect((await send({ answers: {} })).code).toBe(code('badInput'))
  const done = await Promise.all([send(), send(), send()])
  expect(done.map((one) => one.data.stored).filter(Boolean)).toHaveLength(1)
  expect((await send({ browser: randomUUID() })).data).toEqual({ stored: true })
  expect((await result(id)).answers).toBe(2)
  await app.ok(survey.save, formOf({ id, open: true, captcha: true }), teacher)
  expect((await send({ browser: randomUUID() })).code).toBe(code('captchaWrong'))
  const captchaKey = 'survey-captcha-1'
  await app.http.inject({ method: 'GET', url: `${captcha.gen.path}?key=${captchaKey}` })
  const { value } = await app.db.selectFrom('commonCaptcha').where('captchaKey', '=', captchaKey).select('value').executeTakeFirstOrThrow()
  expect((await send({ browser: randomUUID(), captchaKey, captchaValue: value })).data).toEqual({ stored: true })
  await app.ok(survey.save, formOf({ id, open: false }), teacher)
  expect((await app.call(surveyAnswer['public-detail'], { key })).code).toBe(code('notFound'))
})

test('a deleted survey returns with its answers', async () => {
  const id = await make()
  for (const who of staff) await answer(id, who)
  await app.ok(survey.delete, { ids: [id] }, teacher)
  expect((await app.call(surveyAnswer.detail, { id }, ann)).code).toBe(code('notFound'))
  await app.ok(bin.undo, { kind: 'survey', ids: [id] }, teacher)
  expect((await result(id)).answers).toBe(staff.length)
  expect(await answer(id, staff[0]!)).toEqual({ stored: false })
  expect((await app.ok(survey.paging, { size: 100, params: {} }, admin)).records.map((row) => row.id)).toContain(id)
})
