// Notifications of browsers, against a push service that checks the signature and decrypts as a browser does (RFC 8291, RFC 8292).
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { push } from '@shuyuan/contract/message/push.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { importJWK, jwtVerify } from 'jose'
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startWithEnv } from '../../../test/people.ts'
import { sendMsg } from './msg.service.ts'
import { sendPushes } from './push-send.service.ts'

const { app, admin, ann, learner } = await startWithEnv({ OUTGOING_ALLOW: '127.0.0.1' }, 'ann', 'learner')

// the push service of this file stands on this computer
const { outgoingOfUsers } = app.app
app.app.outgoingOfUsers = app.app.outgoing

const service = {
  status: 201,
  got: [] as { path: string; authorization: string; body: Buffer }[],
}
async function whole(request: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
async function answer(request: IncomingMessage, reply: ServerResponse) {
  service.got.push({ path: request.url ?? '', authorization: request.headers.authorization ?? '', body: await whole(request) })
  reply.writeHead(service.status).end()
}
const server = createServer((request, reply) => void answer(request, reply))
let url = ''
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(async () => {
  service.status = 201
  service.got = []
  await app.db.deleteFrom('sysPush').execute()
})

/** A browser with keys of its own. */
function browser(name: string) {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const form = { endpoint: `${url}/${name}`, p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') }
  const open = (body: Buffer): unknown => {
    const [salt, sender, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
    const secret = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
    const part = (label: string, size: number) => Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, size))
    const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
    cipher.setAuthTag(sealed.subarray(-16))
    const text = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()])
    return JSON.parse(text.subarray(0, text.lastIndexOf(2)).toString())
  }
  return { form, open }
}
const tell = (userId: string, title: string) => sendMsg(app.ctx(), [userId], { title, content: '内容不出现在通知里' })
const waiting = () => app.db.selectFrom('sysPushWaiting').select('tries').execute()

test('a message reaches the browsers of its reader, signed and encrypted, with its title only', async () => {
  const { publicKey } = await app.ok(push.key, {}, ann)
  expect(await app.ok(push.key, {}, learner)).toEqual({ publicKey })
  const [phone, other] = [browser('phone'), browser('other')]
  await app.ok(push.save, phone.form, ann)
  await app.ok(push.save, other.form, learner)
  await tell(ann.id, '考试提醒：安全生产')
  expect(await sendPushes(app.app)).toBe(1)
  expect(service.got.map((one) => one.path)).toEqual(['/phone'])
  const [got] = service.got
  const { id } = await app.db.selectFrom('sysMsg').where('userId', '=', ann.id).orderBy('id', 'desc').select('id').executeTakeFirstOrThrow()
  expect(phone.open(got!.body)).toEqual({ id, title: '考试提醒：安全生产' })
  expect(() => other.open(got!.body)).toThrow('unable to authenticate data')

  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(got!.authorization) ?? []
  expect(key).toBe(publicKey)
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), { audience: url })
  expect(payload.sub).toMatch(/^(?:https:|mailto:)/)
  expect(await waiting()).toEqual([])
})

test('a browser that has withdrawn is forgotten', async () => {
  for (const status of [404, 410]) {
    await app.ok(push.save, browser(`gone${status}`).form, ann)
    service.status = status
    await tell(ann.id, '提醒')
    expect(await sendPushes(app.app)).toBe(0)
    expect(await app.db.selectFrom('sysPush').select('id').execute()).toEqual([])
    expect(await waiting()).toEqual([])
  }
})

test('a service that fails is asked again later, three times in all; one that refuses is not', async () => {
  await app.ok(push.save, browser('busy').form, ann)
  service.status = 503
  await tell(ann.id, '提醒')
  for (const tries of [1, 2]) {
    await sendPushes(app.app)
    await sendPushes(app.app)
    expect(await waiting()).toEqual([{ tries }])
    app.clock.advance(60 * tries)
  }
  await sendPushes(app.app)
  expect(await waiting()).toEqual([])
  expect(service.got).toHaveLength(3)

  service.status = 400
  await tell(ann.id, '提醒')
  await sendPushes(app.app)
  expect(await waiting()).toEqual([])
  expect(await app.db.selectFrom('sysPush').select('id').execute()).toHaveLength(1)
})

test('nothing is sent after the session has ended', async () => {
  const guest = { id: learner.id, token: (await app.as('learner')).token }
  await app.ok(push.save, browser('left').form, guest)
  await app.ok(user.logout, {}, guest)
  await tell(learner.id, '提醒')
  expect(await sendPushes(app.app)).toBe(0)
  expect(service.got).toEqual([])
  expect(await waiting()).toEqual([])
})

test('a browser belongs to who saved it last, and only they remove it', async () => {
  const { form } = browser('shared')
  await app.ok(push.save, form, ann)
  await app.ok(push.save, form, learner)
  await app.ok(push.delete, { endpoint: form.endpoint }, ann)
  expect(await app.db.selectFrom('sysPush').select('userId').execute()).toEqual([{ userId: learner.id }])
  await app.ok(push.delete, { endpoint: form.endpoint }, learner)
  expect(await app.db.selectFrom('sysPush').select('userId').execute()).toEqual([])
})

test('ten browsers of one person at most; the oldest gives way', async () => {
  for (let n = 1; n <= 11; n++) {
    await app.ok(push.save, browser(`one${n}`).form, ann)
    app.clock.advance(1)
  }
  const rows = await app.db.selectFrom('sysPush').select('endpoint').orderBy('id').execute()
  expect(rows.map((row) => row.endpoint)).toEqual(Array.from({ length: 10 }, (_, at) => `${url}/one${at + 2}`))
})

test.each(['http://10.0.0.8/x', 'https://192.168.1.1/x', 'http://push.example/x', 'ftp://push.example/x'])(
  '%s is refused',
  async (endpoint) => {
    const { form } = browser('x')
    const answer = await app.call(push.save, { ...form, endpoint }, ann)
    expect(answer.code).toBe(errors.badInput[0])
    expect(answer.fields.map((one) => one.field)).toEqual(['endpoint'])
  },
)

test('the private key is sealed; with a lost seal new keys are made, and browsers that know the old ones are forgotten', async () => {
  const { publicKey } = await app.ok(push.key, {}, ann)
  const { privateKey } = await app.db.selectFrom('sysPushKey').select('privateKey').executeTakeFirstOrThrow()
  expect(app.app.seal.isSealed(privateKey)).toBe(true)
  await app.ok(push.save, browser('old').form, admin)
  await app.db.updateTable('sysPushKey').set({ privateKey: '' }).execute()
  await tell(admin.id, '提醒')
  expect(await sendPushes(app.app)).toBe(0)
  expect(await waiting()).toEqual([])
  expect((await app.ok(push.key, {}, ann)).publicKey).not.toBe(publicKey)
  expect(await app.db.selectFrom('sysPush').select('id').execute()).toEqual([])
})

test('an address inside is refused and never called, also one that OUTGOING_ALLOW lists', async () => {
  app.app.outgoingOfUsers = outgoingOfUsers
  const { form } = browser('inside')
  for (const endpoint of [form.endpoint, form.endpoint.replace('http:', 'https:'), 'http://192.0.2.1/a', 'https://10.0.0.1/a'])
    expect((await app.call(push.save, { ...form, endpoint }, ann)).fields.map((one) => one.field)).toEqual(['endpoint'])
  // one that was stored by an earlier version
  await app.ok(push.key, {}, ann)
  const { sessionId } = await app.db
    .selectFrom('sysSession')
    .where('userId', '=', ann.id)
    .select('id as sessionId')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('sysPush')
    .values({ ...form, userId: ann.id, sessionId, createTime: app.clock.now() })
    .execute()
  await tell(ann.id, '不会送达')
  expect(await sendPushes(app.app)).toBe(0)
  expect(service.got).toEqual([])
})
