// Scores that go back to a learning platform, against a stand-in that checks signatures and plays failures.
import { delivery, LTI_SCORE } from '@shuyuan/contract/integrate/hook.ts'
import { lti, ltiPlatform } from '@shuyuan/contract/integrate/lti.ts'
import { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeLtiBook } from '../../../../test/lti-book.ts'
import { ltiBrowser } from '../../../../test/lti-browser.ts'
import { ltiClient, startLtiStub } from '../../../../test/lti-stub.ts'
import { answersFor, takePaper } from '../../../../test/papers.ts'
import { startWithEnv } from '../../../../test/people.ts'
import type { Call } from '../../../../test/provider-stub.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import type { Person } from '../../../../test/start-app.ts'
import { makeCourse, makeFile, makeProgress } from '../../course/course.factory.ts'
import { followFinished as followCourses } from '../../course/progress/finish.service.ts'
import { makeFixedExam } from '../../paper/fixed.factory.ts'
import { runFixes } from '../../paper/fix/fix-run.service.ts'
import { followFinished } from '../../paper/grade/finish.service.ts'
import { deliverDue } from '../hook/deliver.service.ts'
import { ownKeys } from './lti-key.service.ts'

const { app, admin } = await startWithEnv(STUB_ENV)
const book = makeLtiBook()
const stub = await startLtiStub(book.answer)
afterAll(() => stub.close())

const { deptCode } = await app.db.selectFrom('sysDepart').orderBy('path').select('deptCode').executeTakeFirstOrThrow()
const form = {
  title: 'Moodle',
  issuer: stub.url,
  clientId: ltiClient.clientId,
  deployments: ltiClient.deployment,
  authUrl: `${stub.url}/auth`,
  keysUrl: `${stub.url}/keys`,
  tokenUrl: `${stub.url}/token`,
  deptCode,
  enabled: true,
}
const { id: platformId } = await app.ok(ltiPlatform.save, form, admin)
const published = async () => (await app.http.inject({ method: 'GET', url: lti.keys.path })).json<JSONWebKeySet>()

let link = 0
/** A person opens the exam or course from a link of their own of the platform. */
async function open(target: string, { services, subject = `u-${link}` }: { services?: object; subject?: string } = {}) {
  const address = `https://exam.school.cn/lti/${target}`
  const { enterBy, launch } = ltiBrowser(app, stub, address)
  const claims = services ?? book.claimOf(`${stub.url}/lineitems/${link}?type_id=7`)
  const how = { services: { ...claims }, lti: { resource_link: { id: `link-${link}` } } }
  const { data } = await enterBy(await launch(how, address, { login_hint: subject }))
  const { id } = await app.ok(user.info, {}, data.token)
  return { id, token: data.token }
}
const deliver = () => deliverDue(app.app)
const given = () => book.scores.map(({ score }) => score.scoreGiven)
const logged = async () => (await app.ok(delivery.paging, { size: 100, params: { event: LTI_SCORE } }, admin)).records

async function sit(person: Person, { examId, quIds }: { examId: string; quIds: string[] }, right: boolean[]) {
  const paperId = await takePaper(app, person, examId, answersFor(quIds, right))
  await followFinished(app.app)
  return paperId
}

beforeEach(async () => {
  link += 1
  await app.db.deleteFrom('integrateDelivery').execute()
  await app.ok(ltiPlatform.save, { id: platformId, ...form }, admin)
  book.reset()
  book.keys = published
})

describe('the score of an exam', () => {
  test('goes to the column of the link, with a token for a signed statement', async () => {
    const exam = await makeFixedExam(app.ctx(), { single: 2 })
    const person = await open(`exam/${exam.examId}`)
    await sit(person, exam, [true, false])
    expect(await deliver()).toBe(1)
    expect(book.scores).toEqual([
      {
        path: `/lineitems/${link}/scores`,
        query: '?type_id=7',
        score: {
          userId: `u-${link}`,
          timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]+\.\d{3}Z$/) as string,
          scoreGiven: 2,
          scoreMaximum: 4,
          activityProgress: 'Completed',
          gradingProgress: 'FullyGraded',
        },
      },
    ])
    expect(await logged()).toMatchObject([{ state: 'done', hookTitle: 'Moodle', hookId: null, httpStatus: 204, attempts: 1 }])
    // the published keys are public ones
    for (const key of (await published()).keys) expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })

  test('is the best one, and follows what is corrected or deleted', async () => {
    const exam = await makeFixedExam(app.ctx(), { single: 2 })
    const person = await open(`exam/${exam.examId}`)
    const first = await sit(person, exam, [true, false])
    await deliver()
    const second = await sit(person, exam, [false, false])
    expect(await deliver()).toBe(0)
    const draft = { examId: exam.examId, quId: exam.quIds[1]!, how: 'full' as const }
    const { token } = await app.ok(fix.preview, draft, admin)
    await app.ok(fix.commit, { ...draft, token, reason: '题目有误' }, admin)
    await runFixes(app.app)
    await followFinished(app.app)
    await deliver()
    expect(given()).toEqual([2, 4])
    await app.ok(paper.delete, { ids: [first] }, admin)
    await deliver()
    expect(given()).toEqual([2, 4, 2])
    await app.ok(paper.delete, { ids: [second] }, admin)
    await deliver()
    expect(book.scores.at(-1)?.score).toMatchObject({ activityProgress: 'Initialized', gradingProgress: 'NotReady' })
    expect(given()).toEqual([2, 4, 2, undefined])
  })

  test('is sent when the person may see it, not before', async () => {
    const endTime = new Date(app.clock.now().getTime() + 3_600_000)
    const exam = await makeFixedExam(app.ctx(), { single: 2 }, { showScore: 'closed', endTime })
    const person = await open(`exam/${exam.examId}`)
    await sit(person, exam, [true, true])
    expect(await deliver()).toBe(0)
    app.clock.advance(3_601)
    await followFinished(app.app)
    await deliver()
    expect(given()).toEqual([4])
    app.clock.advance(-3_601)
    const hidden = await makeFixedExam(app.ctx(), { single: 1 }, { showScore: 'never' })
    link += 1
    await sit(await open(`exam/${hidden.examId}`), hidden, [true])
    expect(await deliver()).toBe(0)
  })

  test('that was there before the launch is sent at the launch, once', async () => {
    const exam = await makeFixedExam(app.ctx(), { single: 1 })
    const person = await open(`exam/${exam.examId}`, { services: {} })
    await sit(person, exam, [true])
    expect(await deliver()).toBe(0)
    await open(`exam/${exam.examId}`)
    await open(`exam/${exam.examId}`)
    expect(await deliver()).toBe(1)
    // another column of the grade book
    await open(`exam/${exam.examId}`, { services: book.claimOf(`${stub.url}/lineitems/new`) })
    await deliver()
    expect(book.scores.map(({ path }) => path)).toEqual([`/lineitems/${link}/scores`, '/lineitems/new/scores'])
  })

  test('stays here without a column, a permission for scores, a token address, or while the platform is off', async () => {
    const exam = await makeFixedExam(app.ctx(), { single: 1 })
    const address = `${stub.url}/lineitems/9`
    for (const services of [book.claimOf(undefined), book.claimOf(address, ['other']), book.claimOf('javascript:1')]) {
      link += 1
      await sit(await open(`exam/${exam.examId}`, { services }), exam, [true])
    }
    for (const more of [{ tokenUrl: '' }, { enabled: false }]) {
      link += 1
      const person = await open(`exam/${exam.examId}`)
      await app.ok(ltiPlatform.save, { id: platformId, ...form, ...more }, admin)
      await sit(person, exam, [true])
      await app.ok(ltiPlatform.save, { id: platformId, ...form }, admin)
    }
    expect(await logged()).toEqual([])
  })
})

test('a finished course is 100 of 100', async () => {
  const fileId = await makeFile(app.ctx(), Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { title: '须知' })
  const courseId = await makeCourse(app.ctx(), { files: [{ fileId }] })
  const { id } = await open(`course/${courseId}`)
  expect(await deliver()).toBe(0)
  await makeProgress(app.ctx(), { courseId, userId: id, part: 1, at: app.clock.now() })
  await app.db.updateTable('courseLearn').set({ finishDue: true }).where('courseId', '=', courseId).execute()
  await followCourses(app.app)
  expect(await deliver()).toBe(1)
  expect(book.scores).toMatchObject([{ score: { userId: `u-${link}`, scoreGiven: 100, scoreMaximum: 100 } }])
})

describe('a platform', () => {
  async function due(more: object = {}) {
    const exam = await makeFixedExam(app.ctx(), { single: 1 })
    const person = await open(`exam/${exam.examId}`, more)
    await sit(person, exam, [true])
  }
  const at = (path: RegExp, play: 'cut' | { status: number; body: object }) => (call: Call) =>
    path.test(call.url.pathname) ? play : undefined

  test('whose token endpoint is down gets the score when it is back', async () => {
    await due()
    book.fault = at(/^\/token$/, { status: 503, body: {} })
    expect(await deliver()).toBe(1)
    expect(await logged()).toMatchObject([{ state: 'waiting', error: 'token: HTTP 503', httpStatus: null }])
    book.fault = () => undefined
    // it is left alone for a minute, with all that waits
    expect(await deliver()).toBe(0)
    app.clock.advance(61)
    expect(await deliver()).toBe(1)
    expect(given()).toEqual([2])
  })

  test('that refuses is asked again up to six times, stays on, and gets it again by hand', async () => {
    await due()
    book.fault = at(/scores$/, { status: 422, body: {} })
    for (const minutes of [1, 5, 30, 120, 720, 0]) {
      expect(await deliver()).toBe(1)
      app.clock.advance(minutes * 60 + 1)
    }
    const [failed] = await logged()
    expect(failed).toMatchObject({ state: 'failed', attempts: 6, httpStatus: 422, error: 'HTTP 422' })
    const freshAdmin = await app.as('admin')
    expect((await app.ok(ltiPlatform.paging, {}, freshAdmin)).records).toMatchObject([{ enabled: true }])
    book.fault = () => undefined
    await app.ok(delivery.replay, { ids: [failed!.id] }, freshAdmin)
    expect(await deliver()).toBe(1)
    expect(given()).toEqual([2])
    app.clock.advance(-((1 + 5 + 30 + 120 + 720) * 60 + 6))
  })

  test('is asked for one token by many scores, and for another when it forgot the first', async () => {
    book.seconds = 3_600
    await due()
    link += 1
    await due()
    expect(await deliver()).toBe(2)
    expect(book.asked).toBe(1)
    link += 1
    await due()
    await deliver()
    expect(book.asked).toBe(1)
    book.forget()
    link += 1
    await due()
    expect(await deliver()).toBe(1)
    expect(await logged()).toMatchObject([{ state: 'waiting', httpStatus: 401 }, {}, {}, {}])
    app.clock.advance(61)
    expect(await deliver()).toBe(1)
    expect(given()).toEqual([2, 2, 2, 2])
  })

  test('may want another audience, and takes only this site’s signature', async () => {
    await app.ok(ltiPlatform.save, { id: platformId, ...form, tokenAudience: 'https://platform.example/oauth' }, admin)
    await due()
    book.audience = 'https://platform.example/oauth'
    const strange = await exportJWK((await generateKeyPair('RS256')).publicKey)
    const [real] = (await published()).keys
    book.keys = async () => ({ keys: [{ ...real!, ...strange }] })
    await deliver()
    expect(await logged()).toMatchObject([{ error: 'token: HTTP 400 invalid_client' }])
    book.keys = published
    app.clock.advance(61)
    await deliver()
    expect(given()).toEqual([2])
  })

  test('at an address inside the network is not called', async () => {
    await due({ services: book.claimOf('https://10.1.2.3/lineitems/1') })
    expect(await deliver()).toBe(1)
    expect(await logged()).toMatchObject([{ state: 'waiting', error: expect.stringContaining('10.1.2.3') as string }])
    const { fields } = await app.call(ltiPlatform.save, { ...form, id: platformId, tokenUrl: 'https://10.1.2.3/token' }, admin)
    expect(fields.map(({ field }) => field)).toEqual(['tokenUrl'])
  })

  test('that is deleted takes its messages along', async () => {
    const { id } = await app.ok(ltiPlatform.save, { ...form, clientId: 'gone' }, admin)
    await app.db
      .insertInto('integrateDelivery')
      .values({
        platformId: id,
        eventId: crypto.randomUUID(),
        event: LTI_SCORE,
        body: '{}',
        nextTime: app.clock.now(),
        createTime: app.clock.now(),
      })
      .execute()
    await app.ok(ltiPlatform.delete, { ids: [id] }, admin)
    expect(await logged()).toEqual([])
  })
})

test('the key is made once, and is sealed', async () => {
  const [one, two] = await Promise.all([ownKeys(app.app), ownKeys(app.app)])
  expect(one).toEqual(two)
  const rows = await app.db.selectFrom('integrateLtiKey').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.privateKey).toMatch(/^seal1\./)
})
