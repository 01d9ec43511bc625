// SMS delivery: each message is sent once, retried after a refusal, and not sent again after a crash during sending.
import { notifyLog } from '@shuyuan/contract/notify/log.ts'
import { notify } from '@shuyuan/contract/notify/notify.ts'
import { notifyTmpl } from '@shuyuan/contract/notify/tmpl.ts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startWithEnv } from '../../../test/people.ts'
import { STUB_ENV } from '../../../test/provider-stub.ts'
import { startApp } from '../../../test/start-app.ts'
import { makeUser } from '../people/user/user.factory.ts'
import { deliverWaiting } from './deliver.service.ts'

/** requests that the provider stub received, and its answer */
let asked: { phone: string; template: string; values: string }[] = []
let answer: (reply: ServerResponse, phone: string) => void
const say = (reply: ServerResponse, body: object) => void reply.setHeader('content-type', 'application/json').end(JSON.stringify(body))
const accept = (reply: ServerResponse) => say(reply, { Code: 'OK', Message: 'OK', BizId: '1', RequestId: 'r' })
const refuse = (reply: ServerResponse) => say(reply, { Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发流控', RequestId: 'r' })

async function textOf(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
/** Accepts a request of the Aliyun client, with its parameters in the query or in the body. */
const providerStub = createServer((request, reply) => {
  void receive(request, reply)
})
async function receive(request: IncomingMessage, reply: ServerResponse) {
  const body = await textOf(request)
  const given = new URLSearchParams(`${new URL(request.url ?? '/', 'http://x').searchParams.toString()}&${body}`)
  const phone = given.get('PhoneNumbers') ?? ''
  asked.push({ phone, template: given.get('TemplateCode') ?? '', values: given.get('TemplateParam') ?? '' })
  answer(reply, phone)
}

const { app, admin } = await startWithEnv(STUB_ENV)
await new Promise<void>((resolve) => void providerStub.listen(0, '127.0.0.1', resolve))
const { port } = providerStub.address() as AddressInfo
const data = {
  accessKeyId: 'key',
  accessKeySecret: 'secret',
  signName: '书院',
  templates: { login: 'SMS_1', reg: '', forgot: '', bind: '', unbind: '' },
  timeout: 1,
  baseUrl: `http://127.0.0.1:${port}`,
}
await app.db.deleteFrom('sysProp').where('type', '=', 'sms').execute()
await app.db
  .insertInto('sysProp')
  .values({ type: 'sms', provider: 'aliyun', data: JSON.stringify(data), active: true })
  .execute()
const people = [
  await makeUser(app.db, { userName: 'ann', realName: '安然', mobile: '13800000001' }),
  await makeUser(app.db, { userName: 'bob', realName: '鲍勃', mobile: '13800000002' }),
  await makeUser(app.db, { userName: 'cleo', realName: '克里奥' }),
]
afterAll(() => {
  providerStub.closeAllConnections()
  providerStub.close()
})
beforeEach(async () => {
  asked = []
  answer = accept
  await app.db.deleteFrom('notifyLog').execute()
})

async function sendSms(userIds = people, by = app) {
  const tmpl = {
    title: '通知',
    content: '{{realName}}，{{siteName}}开课',
    event: 'custom' as const,
    channels: ['sms' as const],
    smsTemplate: 'SMS_77',
  }
  const { id } = await app.ok(notifyTmpl.save, tmpl, admin.token)
  return by.ok(notify.send, { tmplId: id, channels: ['sms'], audience: { userIds } }, admin.token)
}
const outcomes = async () =>
  Object.fromEntries((await app.ok(notifyLog.paging, {}, admin.token)).records.map((row) => [row.userName, [row.state, row.error]]))

test('users with a number get the approved text with their values; the others are recorded as failed', async () => {
  expect(await sendSms()).toEqual({ sent: 0, waiting: 2, failed: 1 })
  await deliverWaiting(app.app)
  expect(asked.map((one) => one.phone).toSorted()).toEqual(['13800000001', '13800000002'])
  expect(asked.every((one) => one.template === 'SMS_77')).toBe(true)
  expect(JSON.parse(asked.find((one) => one.phone.endsWith('1'))!.values)).toEqual({ realName: '安然', siteName: '书院' })
  expect(await outcomes()).toEqual({ ann: ['sent', ''], bob: ['sent', ''], cleo: ['failed', '没有手机号'] })
  await deliverWaiting(app.app)
  expect(asked).toHaveLength(2)
})

test('a provider gets only approved texts, whatever the sender writes', async () => {
  const free = await app.call(
    notify.send,
    { title: '标题', content: '随便写', channels: ['sms'], audience: { userIds: people } },
    admin.token,
  )
  expect(free.fields[0]?.field).toBe('channels')
  const tmpl = { title: '通知', content: '{{userName}}开课', event: 'custom' as const, channels: ['sms' as const], smsTemplate: 'SMS_78' }
  const { id } = await app.ok(notifyTmpl.save, tmpl, admin.token)
  await app.ok(
    notify.send,
    { tmplId: id, content: '{{realName}}，改过的', channels: ['sms'], audience: { userIds: [people[0]!] } },
    admin.token,
  )
  await deliverWaiting(app.app)
  expect(asked).toEqual([{ phone: '13800000001', template: 'SMS_78', values: '{"userName":"ann"}' }])
})

test('a refused message is retried later, up to three attempts', async () => {
  answer = (reply, phone) => (phone.endsWith('2') ? refuse(reply) : accept(reply))
  await sendSms()
  await deliverWaiting(app.app)
  expect((await outcomes()).bob?.[0]).toBe('waiting')
  await deliverWaiting(app.app)
  expect(asked).toHaveLength(2)
  app.clock.advance(61)
  await deliverWaiting(app.app)
  app.clock.advance(301)
  await deliverWaiting(app.app)
  expect(asked.filter((one) => one.phone.endsWith('2'))).toHaveLength(3)
  expect((await outcomes()).bob).toEqual(['failed', '短信发送过于频繁，请稍后再试'])
  app.clock.advance(3_600)
  await deliverWaiting(app.app)
  expect(asked.filter((one) => one.phone.endsWith('1'))).toHaveLength(1)
})

test('a message of a killed server has an unknown result; no other server sends it again', async () => {
  await sendSms([people[0]!])
  // the state that a killed server leaves: claimed, without a result
  await app.db.updateTable('notifyLog').set({ state: 'sending', claimTime: app.clock.now(), tries: 1 }).execute()
  await deliverWaiting(app.app)
  expect(asked).toEqual([])
  app.clock.advance(601)
  await deliverWaiting(app.app)
  expect(asked).toEqual([])
  expect((await outcomes()).ann).toEqual(['failed', '服务器中断，发送结果未知'])
})

test('the queue delivers messages; the sending call does not wait', async () => {
  const node = await startApp({ databaseUrl: app.databaseUrl, background: true, env: STUB_ENV })
  node.clock.set(app.clock.now())
  try {
    await sendSms([people[0]!], node)
    await expect.poll(() => asked.length).toBe(1)
  } finally {
    await node.close()
  }
})

test('two concurrent servers send each message once', async () => {
  const node = await startApp({ databaseUrl: app.databaseUrl, env: STUB_ENV })
  node.clock.set(app.clock.now())
  try {
    await sendSms()
    await Promise.all([deliverWaiting(app.app), deliverWaiting(node.app)])
    expect(asked.map((one) => one.phone).toSorted()).toEqual(['13800000001', '13800000002'])
  } finally {
    await node.close()
  }
})
