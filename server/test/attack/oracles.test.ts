// While a question is open for a person, no call tells its key: each call that may return one is found by its output.
import { activity } from '@shuyuan/contract/activity/activity.ts'
import { battle, battleRule } from '@shuyuan/contract/battle/battle.ts'
import { book } from '@shuyuan/contract/book/book.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { courseFileLearn } from '@shuyuan/contract/course/learn/file-learn.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { quCheck } from '@shuyuan/contract/train/qu-check.ts'
import { courseStop } from '@shuyuan/contract/train/stop.ts'
import { train, TrainMode } from '@shuyuan/contract/train/train.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { settleActivity } from '../../src/domains/activity/settle.service.ts'
import { makeCourse } from '../../src/domains/course/course.factory.ts'
import { makeExam } from '../../src/domains/exam/exam.factory.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { makeBank } from '../../src/domains/qu/qu.factory.ts'
import { makeTmpl } from '../../src/domains/tmpl/tmpl.factory.ts'
import { served } from '../../src/domains.ts'
import { handIn, startPaper } from '../papers.ts'
import { contentOf } from '../pdf.ts'
import { activityForm } from '../activity-form.ts'
import { startWith } from '../people.ts'

const { app, ann, teacher } = await startWith('ann', 'teacher')
const count = battleRule.questions
const A = { tags: ['A'] }
const B = { tags: ['B'] }

/** Stands in the analysis of a question, which every call shows that shows its key. */
const keyOf = (quId: string) => `KEY-${quId}-`
const at = (seconds: number) => toWallClock(new Date(app.clock.now().getTime() + seconds * 1_000))

let repoId = ''
let quIds: string[] = []
let examId = ''
let finishedId = ''
/** Bodies by path that make a call tell the key of a question. */
const tellers = new Map<string, { endpoint: Endpoint; body: (quId: string) => object }>()
const tells = (endpoint: Endpoint, body: (quId: string) => object) => tellers.set(endpoint.path, { endpoint, body })

beforeAll(async () => {
  const bank = await makeBank(app.ctx({ user: { ...app.ctx().user, id: teacher.id } }), { single: count })
  ;({ repoId } = bank)
  quIds = bank.single
  await app.db.updateTable('repo').set({ isTrain: true }).where('id', '=', repoId).execute()
  const marked = sql<string>`jsonb_set(body, '{analysis}', to_jsonb('<p>KEY-' || id || '-</p>'))`
  await app.db.updateTable('qu').set({ body: marked }).where('repoId', '=', repoId).execute()
  await app.db
    .updateTable('quVersion')
    .set({ body: sql<string>`jsonb_set(body, '{analysis}', to_jsonb('<p>KEY-' || qu_id || '-</p>'))` })
    .execute()
  const draws = [{ repoId, chapterId: '', quType: QuType.single, level: null, count, perScore: 100 }]
  const tmplId = await makeTmpl(app.ctx(), { groups: [{ title: '单选', mode: 'draw', draws, quList: [] }] })
  examId = await makeExam(app.ctx(), { tmplId, showAnswer: 'handed', showScore: 'handed', tries: 0 })
  await takeExam()
  await trainOn()
  await playBattle()
  await tryActivity()
  await learnCourse()
})

async function takeExam() {
  const { id } = await startPaper(app, ann, examId)
  await handIn(app, ann, id, () => B)
  finishedId = id
  tells(paper['paper-result'], () => ({ id }))
  tells(book.detail, (quId) => ({ quId }))
  tells(book.print, () => ({ answers: true }))
}

async function trainOn() {
  const review = await app.ok(train.start, { repoId, mode: TrainMode.review }, ann)
  tells(train['qu-detail'], (quId) => ({ trainId: review.id, quId }))
  const { id: trainId } = await app.ok(train.start, { repoId, mode: TrainMode.inOrder }, ann)
  for (const quId of quIds) await app.ok(train.fill, { trainId, quId, answer: B }, ann)
  tells(train.fill, (quId) => ({ trainId, quId, answer: B }))
  tells(quCheck['check-answer'], (quId) => ({ quId, answer: B }))
}

async function playBattle() {
  const { id } = await app.ok(battle.start, { repoId, mode: 'robot' }, ann)
  for (let no = 0; no < count; no++) {
    app.clock.advance(battleRule.pause / 1_000)
    const { question } = await app.ok(battle.detail, { id }, ann)
    await app.ok(battle.fill, { id, quId: question!.quId, answer: B }, ann)
    app.clock.advance(battleRule.question / 1_000)
    await app.ok(battle.detail, { id }, ann)
  }
  app.clock.advance(battleRule.question)
  await app.ok(battle.detail, { id }, ann)
  tells(battle.detail, () => ({ id }))
}

const form = (more: object) => activityForm({ repoId, startTime: at(-60), endTime: at(36_000), singleCount: count, runSec: 3_600, ...more })

async function tryActivity() {
  const { id } = await app.ok(activity.save, form({ title: '已结束的活动', endTime: at(60), runSec: 50 }), teacher)
  const { runId } = await app.ok(activity.start, { id }, ann)
  await app.ok(activity.hand, { runId }, ann)
  app.clock.advance(100)
  await settleActivity(app.app, id)
  tells(activity.run, () => ({ runId }))
}

/** A film with all questions of the bank. */
async function film() {
  const row = { title: '课件', fileType: CourseFileType.video, duration: 1_000, fileUrl: '/files/course/a' }
  const { id: fileId } = await app.db.insertInto('courseFile').values(row).returning('id').executeTakeFirstOrThrow()
  const courseId = await makeCourse(app.ctx(), { files: [{ fileId }] })
  await app.db
    .insertInto('courseStop')
    .values(quIds.map((quId, no) => ({ courseId, fileId, atSec: 10 + no, quId, title: '题干' })))
    .execute()
  const place = { courseId, fileId }
  await app.ok(courseFileLearn['load-process'], place, ann)
  return place
}

async function learnCourse() {
  const place = await film()
  const stops = new Map<string, string>()
  for (let no = 0; no < count; no++) {
    const { stopId, question } = await app.ok(courseStop.next, place, ann)
    stops.set(question!.quId, stopId)
    await app.ok(courseStop.answer, { ...place, stopId, answer: B }, ann)
  }
  tells(courseStop.answer, (quId) => ({ ...place, stopId: stops.get(quId), answer: B }))
}

/** What every teller answers about each question. @returns path and question where the key is told */
async function told(): Promise<string[]> {
  const found: string[] = []
  for (const [path, { endpoint, body }] of tellers)
    for (const quId of quIds) {
      const answer = await app.call(endpoint, body(quId), ann)
      if (JSON.stringify(answer).includes(keyOf(quId))) found.push(`${path} ${quId}`)
    }
  return found
}

/** The first page of the PDF of the finished paper, without spaces. */
async function printed(): Promise<string> {
  const reply = await app.http.inject({
    method: 'POST',
    url: paper['export-pdf'].path,
    headers: { token: ann.token },
    payload: { id: finishedId },
  })
  expect(reply.headers['content-type']).toBe('application/pdf')
  return (await contentOf(reply.rawPayload)).text
}

type Described = {
  properties?: Record<string, Described>
  items?: Described
  anyOf?: Described[]
  allOf?: Described[]
  oneOf?: Described[]
  $ref?: string
}
/** Whether an output may hold the analysis, key or model answer of a question. */
function mayTell({ output }: Endpoint): boolean {
  const whole = z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Described & { $defs?: Record<string, Described> }
  const seen = new Set<Described>()
  const walk = (schema: Described): boolean => {
    if (seen.has(schema)) return false
    seen.add(schema)
    const target = schema.$ref === undefined ? undefined : whole.$defs?.[schema.$ref.split('/').at(-1) ?? '']
    if (target && walk(target)) return true
    const fields = Object.entries(schema.properties ?? {})
    if (fields.some(([name, inner]) => /^(analysis|modelAnswer|rightAnswer)$/.test(name) || walk(inner))) return true
    return [schema.items, ...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])].some(
      (one) => one !== undefined && walk(one),
    )
  }
  return walk(whole)
}

test('the calls that are tried here are all that may tell a key to a learner', () => {
  const open = served
    .map((one) => one.endpoint)
    .filter(({ permit, kind }) => (permit === 'any' || permit === '-') && !['download', 'callback'].includes(kind))
  expect(
    open
      .filter(mayTell)
      .map((one) => one.path)
      .toSorted(),
  ).toEqual([...tellers.keys()].toSorted())
})

test('the other calls that may tell a key need one of these permissions, whose holders read keys by their office', () => {
  const tags = served
    .map((one) => one.endpoint)
    .filter(({ permit, kind }) => permit !== 'any' && permit !== '-' && !['download', 'callback'].includes(kind))
    .filter(mayTell)
    .flatMap(({ permit }) => permit)
  expect([...new Set(tags)].toSorted()).toEqual(['paper:review', 'qu:import', 'qu:list'])
})

test('each of them tells the keys while nothing is open', async () => {
  expect(await printed()).toContain('KEY-')
  const paths = new Set((await told()).map((line) => line.split(' ')[0]))
  expect([...tellers.keys()].filter((path) => !paths.has(path))).toEqual([])
})

describe('no call tells the key of a question that is open', () => {
  let close = async () => undefined as unknown
  afterEach(async () => close())

  test('on a paper', async () => {
    const { id } = await startPaper(app, ann, examId)
    close = () => handIn(app, ann, id)
    expect(await told()).toEqual([])
    // nor does the PDF of the earlier result
    expect(await printed()).not.toContain('KEY-')
  })

  test('in a try of an activity', async () => {
    const { id } = await app.ok(activity.save, form({}), teacher)
    const { runId } = await app.ok(activity.start, { id }, ann)
    close = () => app.ok(activity.hand, { runId }, ann)
    expect(await told()).toEqual([])
    // and the ids of a try are no ids of the bank
    const { questions } = await app.ok(activity.run, { runId }, ann)
    expect(questions.filter((one) => quIds.includes(one.question.quId))).toEqual([])
    expect((await app.call(battle.start, { repoId, mode: 'robot' }, ann)).code).not.toBe(0)
  })

  test('in a battle', async () => {
    const { id } = await app.ok(battle.start, { repoId, mode: 'robot' }, ann)
    close = () => app.ok(battle.leave, { id }, ann)
    app.clock.advance(battleRule.pause / 1_000)
    const { question } = await app.ok(battle.detail, { id }, ann)
    // the id of the question in the battle is none of the bank
    expect(question).not.toBeNull()
    expect(quIds).not.toContain(question!.quId)
    expect(await told()).toEqual([])
  })

  test('at a place of a film', async () => {
    const place = await film()
    close = () => app.db.updateTable('courseFileLearn').set({ finishTime: app.clock.now() }).where('fileId', '=', place.fileId).execute()
    expect(await told()).toEqual([])
    // where it is open it is asked, and told after the answer
    const { stopId } = await app.ok(courseStop.next, place, ann)
    expect(await app.ok(courseStop.answer, { ...place, stopId, answer: A }, ann)).toMatchObject({ isRight: true })
  })
})
