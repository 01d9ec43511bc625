// Messages to other systems, against a local stand-in that checks signatures and statements.
import { grant } from '@shuyuan/contract/cert/grant.ts'
import { delivery, hook, type HookEvent, hookEvent } from '@shuyuan/contract/integrate/hook.ts'
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { createHmac } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { answersFor, takePaper } from '../../../test/papers.ts'
import { enrolWith, startWithEnv } from '../../../test/people.ts'
import { type Call, type Play, startProviderStub, STUB_ENV } from '../../../test/provider-stub.ts'
import { startProcess } from '../../../test/server-process.ts'
import { makeCert } from '../cert/cert.factory.ts'
import { makeCourse, makeFile, makeProgress } from '../course/course.factory.ts'
import { followFinished as followCourses } from '../course/progress/finish.service.ts'
import { makeFixedExam } from '../paper/fixed.factory.ts'
import { followFinished } from '../paper/grade/finish.service.ts'
import { makeOrder } from '../pay/order.factory.ts'
import { markPaid } from '../pay/order/settle.service.ts'
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import { deliverDue } from './hook/deliver.service.ts'
import { deleteOldDeliveries } from './hook/delivery.service.ts'
import { ownTransaction } from '../../kernel/own-transaction.ts'

const { app, admin, ann } = await startWithEnv(STUB_ENV, 'ann')
let play: (call: Call) => Play = () => ({ body: {} })
const stub = await startProviderStub((call) => play(call))
afterAll(() => stub.close())

const all = Object.keys(hookEvent) as HookEvent[]
const make = (given: Partial<Body<typeof hook.save>> = {}) =>
  app.ok(hook.save, { title: '人事系统', kind: 'hook', url: `${stub.url}/hook`, events: all, ...given }, admin)
const deliver = () => deliverDue(app.app)
type Message = { id: string; event: string; time: string; user: { id: string; userName: string } | null; data: Record<string, unknown> }
const messages = () => stub.calls.map((call) => JSON.parse(call.body) as Message)
const logged = async () => (await app.ok(delivery.paging, { size: 100 }, admin)).records
const hookOf = async (id: string) => (await app.ok(hook.paging, { size: 100 }, admin)).records.find((one) => one.id === id)
const newUser = (userName: string) =>
  app.ok(user.save, { userName, realName: '新人', password: 'Aa-84920-x', roles: ['1'], deptCode: 'A01' }, admin)

beforeEach(async () => {
  const { records } = await app.ok(hook.paging, { size: 100 }, admin)
  if (records.length > 0) await app.ok(hook.delete, { ids: records.map((one) => one.id) }, admin)
  play = () => ({ body: {} })
  stub.calls.length = 0
})

describe('a webhook', () => {
  test('is told of users, with a signature that its key verifies', async () => {
    const { secret } = await make()
    const { id } = await newUser('told')
    await app.ok(user.state, { ids: [id], state: UserState.disabled }, admin)
    expect(await deliver()).toBe(2)
    expect(messages()).toMatchObject([
      { event: 'user.created', user: { id, userName: 'told' }, data: {} },
      { event: 'user.disabled', user: { id, userName: 'told' }, data: {} },
    ])
    for (const { headers, body, method, url } of stub.calls) {
      const expected = createHmac('sha256', secret)
        .update(`${String(headers['x-shuyuan-timestamp'])}.${body}`)
        .digest('hex')
      expect(headers['x-shuyuan-signature']).toBe(`v1=${expected}`)
      expect(headers['x-shuyuan-id']).toBe((JSON.parse(body) as Message).id)
      expect([method, url.pathname]).toEqual(['POST', '/hook'])
    }
    expect(await deliver()).toBe(0)
  })

  test('is told of certificates and orders', async () => {
    const certId = await makeCert(app.ctx())
    const orderId = await makeOrder(app.db, { userId: ann.id, orderState: OrderState.unpaid, payTime: null, paidAmount: 0, payMethod: '' })
    await make()
    await app.ok(grant['grant-batch'], { certId, userIds: [ann.id] }, admin)
    const { id: grantId } = await app.db.selectFrom('certGrant').where('userId', '=', ann.id).select('id').executeTakeFirstOrThrow()
    await app.ok(grant.revoke, { ids: [grantId], reason: '替考' }, admin)
    await ownTransaction(app.app, async (ctx) => {
      const order = await ctx.db.selectFrom('payOrder').where('id', '=', orderId).selectAll().executeTakeFirstOrThrow()
      await markPaid(ctx, order, { payMethod: 'wechat', paidAmount: 9_900, paidPoints: 0, payTime: ctx.now })
    })
    await app.ok(payOrder.refund, { id: orderId, amount: '99.00', reason: '退课', elsewhere: true, revokeCert: false }, admin)
    await deliver()
    const person = { id: ann.id, userName: 'ann' }
    const by = new Map(messages().map((one) => [one.event, one]))
    expect([...by.keys()].toSorted()).toEqual(['cert.granted', 'cert.revoked', 'order.paid', 'order.refunded'])
    expect(by.get('cert.granted')).toMatchObject({ user: person, data: { certId, grantId, refType: 'manual' } })
    expect(by.get('cert.revoked')).toMatchObject({ user: person, data: { grantId } })
    expect(by.get('order.paid')).toMatchObject({ user: person, data: { orderId, paidAmount: '99.00', payMethod: 'wechat' } })
    expect(by.get('order.refunded')).toMatchObject({ user: person, data: { orderId, amount: '99.00', duplicate: false } })
  })

  test('is told of marked papers without answers, and of finished courses', async () => {
    await make()
    const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 2 }, { passScore: 200 })
    const paperId = await takePaper(app, ann, examId, answersFor(quIds, [true, false]))
    await followFinished(app.app)
    const courseId = await finishedCourse()
    await deliver()
    expect(messages()).toMatchObject([
      { event: 'paper.finished', user: { userName: 'ann' }, data: { paperId, examId, passed: true, changed: false } },
      { event: 'course.finished', user: { userName: 'ann' }, data: { courseId } },
    ])
    expect(Object.keys(messages()[0]!.data).toSorted()).toEqual([
      'changed',
      'examId',
      'finishTime',
      'paperId',
      'passed',
      'score',
      'title',
      'totalScore',
    ])
  })

  test('is not told what was undone, nor of events that it does not have', async () => {
    await make({ events: ['user.created'] })
    await app.call(user.save, { userName: 'ann', realName: '重名', password: 'Aa-84920-x', roles: ['1'], deptCode: 'A01' }, admin)
    await app.ok(user.state, { ids: [(await newUser('off')).id], state: UserState.disabled }, admin)
    await deliver()
    expect(messages().map((one) => [one.event, one.user?.userName])).toEqual([['user.created', 'off']])
  })

  test('that fails is asked again after 1, 5, 30, 120 and 720 minutes, then switched off, and its maker is told', async () => {
    const { id } = await make()
    play = () => ({ status: 500, body: {} })
    await newUser('again')
    for (const minutes of [1, 5, 30, 120, 720]) {
      expect(await deliver()).toBe(1)
      app.clock.advance(minutes * 60 - 5)
      expect(await deliver()).toBe(0)
      app.clock.advance(6)
    }
    expect((await hookOf(id))?.enabled).toBe(true)
    expect(await deliver()).toBe(1)
    expect(await hookOf(id)).toMatchObject({ enabled: false, problem: 'HTTP 500' })
    expect(new Set(stub.calls.map((call) => call.headers['x-shuyuan-id'])).size).toBe(1)
    const { records } = await app.ok(msg.paging, { params: { title: '数据推送已停用' } }, admin)
    expect(records[0]?.content).toContain('人事系统')
    const [failed] = await logged()
    expect(failed).toMatchObject({ state: 'failed', attempts: 6, httpStatus: 500, error: 'HTTP 500' })
    // sent again by hand, once it is on again
    play = () => ({ body: {} })
    await app.ok(hook.state, { ids: [id], enabled: true }, admin)
    await app.ok(delivery.replay, { ids: [failed!.id] }, admin)
    expect(await deliver()).toBe(1)
    expect((await logged())[0]).toMatchObject({ state: 'done', eventId: failed!.eventId, httpStatus: 200, nextTime: null })
  })

  test('that does not answer is left alone for a minute, with all that waits', async () => {
    await make()
    play = () => 'cut'
    await newUser('first')
    expect(await deliver()).toBe(1)
    await newUser('second')
    expect(await deliver()).toBe(0)
    play = () => ({ body: {} })
    app.clock.advance(61)
    expect(await deliver()).toBe(2)
    expect((await logged()).map((one) => one.state)).toEqual(['done', 'done'])
  })

  test('does not follow a redirect', async () => {
    await make()
    play = () => 'redirect'
    await newUser('moved')
    await deliver()
    expect(stub.calls.map((call) => call.url.pathname)).toEqual(['/hook'])
    expect((await logged())[0]).toMatchObject({ state: 'waiting', httpStatus: null })
  })

  test('gets one message of two servers that send at once', async () => {
    await make()
    await newUser('once')
    const counts = await Promise.all([deliver(), deliver()])
    expect(counts[0] + counts[1]).toBe(1)
    expect(stub.calls).toHaveLength(1)
  })

  test('gets a message again from another server when the first is killed while it waits for the answer', async () => {
    const { id } = await make()
    play = () => 'silence'
    const server = await startProcess(app, STUB_ENV)
    try {
      const headers = { 'content-type': 'application/json', token: admin.token }
      await fetch(server.url + hook.ping.path, { method: 'POST', headers, body: JSON.stringify({ id }) })
      await expect.poll(() => stub.calls.length).toBe(1)
    } finally {
      await server.kill()
    }
    play = () => ({ body: {} })
    app.clock.advance(61)
    expect(await deliver()).toBe(1)
    expect(stub.calls[1]?.headers['x-shuyuan-id']).toBe(stub.calls[0]?.headers['x-shuyuan-id'])
    expect((await logged())[0]).toMatchObject({ state: 'done', attempts: 2 })
  })

  test('has a trial message, and a new key', async () => {
    const { id, secret } = await make()
    play = () => ({ status: 404, body: {} })
    await app.ok(hook.ping, { id }, admin)
    expect(await deliver()).toBe(1)
    expect(messages()[0]).toMatchObject({ event: 'ping', user: null })
    expect((await logged())[0]).toMatchObject({ state: 'failed', attempts: 1 })
    expect((await hookOf(id))?.enabled).toBe(true)
    const renewed = await app.ok(hook.secret, { id }, admin)
    expect(renewed.secret).not.toBe(secret)
  })

  test('keeps its key sealed, and no call reads it', async () => {
    const { id, secret } = await make()
    const row = await app.db.selectFrom('integrateHook').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
    expect(row.secret).toMatch(/^seal1\./)
    expect(JSON.stringify(await hookOf(id))).not.toContain(secret)
    const trail = await app.db.selectFrom('sysLog').where('path', '=', hook.save.path).select(['input', 'before', 'after']).execute()
    expect(JSON.stringify(trail)).not.toContain(secret)
  })

  test('loses messages after 30 days', async () => {
    await make()
    await newUser('old')
    app.clock.advance(31 * 86_400)
    expect(await deleteOldDeliveries(app.app)).toBeGreaterThan(0)
    expect(await logged()).toEqual([])
  })
})

async function finishedCourse() {
  const fileId = await makeFile(app.ctx(), Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { title: '须知' })
  const courseId = await makeCourse(app.ctx(), { files: [{ fileId }] })
  await makeProgress(app.ctx(), { courseId, userId: ann.id, part: 1, at: app.clock.now() })
  await app.db.updateTable('courseLearn').set({ finishDue: true }).where('courseId', '=', courseId).execute()
  await followCourses(app.app)
  return courseId
}

describe('a learning record store', () => {
  const store = { kind: 'xapi', account: 'shuyuan', password: 's3cret', homePage: 'https://exam.school.example/' } as const
  const events: HookEvent[] = ['paper.finished', 'course.finished']
  type Statement = { id: string; actor: object; verb: { id: string }; object: { id: string }; result: object }

  test('gets statements of papers and courses', async () => {
    await make({ ...store, url: `${stub.url}/xapi`, events })
    const { examId, quIds } = await makeFixedExam(app.ctx(), { single: 2 }, { passScore: 400 })
    // the clock was advanced beyond the first session
    await takePaper(app, await app.as('ann'), examId, answersFor(quIds, [true, false]))
    await followFinished(app.app)
    const courseId = await finishedCourse()
    expect(await deliver()).toBe(2)
    for (const { headers, url } of stub.calls) {
      expect(url.pathname).toBe('/xapi/statements')
      expect(headers['x-experience-api-version']).toBe('1.0.3')
      expect(headers.authorization).toBe(`Basic ${Buffer.from('shuyuan:s3cret').toString('base64')}`)
    }
    const sent = stub.calls.flatMap((call) => JSON.parse(call.body) as Statement[])
    const verbs = sent.map((one) => `${one.verb.id.split('/').at(-1)} ${one.object.id}`)
    const exam = `https://exam.school.example/xapi/exam/${examId}`
    expect(verbs.toSorted()).toEqual([
      `completed https://exam.school.example/xapi/course/${courseId}`,
      `completed ${exam}`,
      `failed ${exam}`,
    ])
    expect(new Set(sent.map((one) => one.id)).size).toBe(3)
    for (const one of sent)
      expect(one.actor).toEqual({ objectType: 'Agent', account: { homePage: 'https://exam.school.example', name: 'ann' } })
    expect(sent.find((one) => one.verb.id.endsWith('failed'))?.result).toMatchObject({ success: false, score: { min: 0, scaled: 0.5 } })
  })

  test('needs account, password, address of this site, and no other events', async () => {
    const wrong = async (more: Partial<Body<typeof hook.save>>) =>
      (await app.call(hook.save, { title: '库', ...store, url: stub.url, events, ...more }, admin)).fields.map((one) => one.field)
    expect(await wrong({ account: '' })).toEqual(['account'])
    expect(await wrong({ password: '' })).toEqual(['password'])
    expect(await wrong({ homePage: 'school' })).toEqual(['homePage'])
    expect(await wrong({ events: ['user.created'] })).toEqual(['events'])
    const { id } = await make({ ...store, url: stub.url, events })
    expect(await wrong({ id, password: '', url: `${stub.url}/other` })).toEqual(['password'])
    expect(await wrong({ id, password: '' })).toEqual([])
    expect(await wrong({ id, kind: 'hook' })).toEqual(['kind'])
    expect((await app.call(hook.secret, { id }, admin)).fields.map((one) => one.field)).toEqual(['id'])
  })
})

test('a receiver is at an address that the server may call', async () => {
  for (const [url, message] of [
    ['https://10.0.0.1/x', /内部网络/],
    ['http://example.com/x', /https/],
    ['hr.school', /完整的网址/],
  ] as const) {
    const refused = await app.call(hook.save, { title: '内网', kind: 'hook', url, events: ['user.created'] }, admin)
    expect(refused.fields).toMatchObject([{ field: 'url', msg: expect.stringMatching(message) as string }])
  }
})

test('receivers are only for callers who see all users', async () => {
  const tags = ['integrate:hook:list', 'integrate:hook:add', 'integrate:hook:update', 'integrate:hook:delete']
  const clerk = await enrolWith(app, { userName: 'clerk' }, tags, DataScope.branch)
  const { id } = await make()
  const calls = [
    app.call(hook.paging, {}, clerk),
    app.call(hook.save, { title: 'x', kind: 'hook', url: stub.url, events: ['user.created'] }, clerk),
    app.call(hook.state, { ids: [id], enabled: false }, clerk),
    app.call(hook.secret, { id }, clerk),
    app.call(hook.ping, { id }, clerk),
    app.call(hook.delete, { ids: [id] }, clerk),
    app.call(delivery.paging, {}, clerk),
    app.call(delivery.replay, { ids: ['1'] }, clerk),
  ]
  for (const answer of await Promise.all(calls)) expect(answer.code).toBe(errors.forbidden[0])
})
