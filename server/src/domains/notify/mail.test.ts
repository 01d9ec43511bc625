// E-mail as a channel, against a mail server that checks account and encryption and plays failures.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { notifyLog } from '@shuyuan/contract/notify/log.ts'
import { notify } from '@shuyuan/contract/notify/notify.ts'
import { MASK } from '@shuyuan/contract/site/provider/prop-field.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type MailStandIn, startMailStandIn } from '../../../test/mail-stand-in.ts'
import { startWithEnv } from '../../../test/people.ts'
import { STUB_ENV } from '../../../test/provider-stub.ts'
import { makeUser } from '../people/user/user.factory.ts'
import { deliverWaiting } from './deliver.service.ts'

const { app, admin } = await startWithEnv(STUB_ENV)
const ann = await makeUser(app.db, { userName: 'ann', realName: '安然' })
const bob = await makeUser(app.db, { userName: 'bob', realName: '鲍勃' })
await app.db.updateTable('sysUser').set({ email: 'ann@school.example' }).where('id', '=', ann).execute()

let server: MailStandIn | undefined
const start = async (secure: MailStandIn['settings']['secure'], more = {}) => {
  server = await startMailStandIn(secure)
  const data = { ...server.settings, fromName: '云栖书院', ...more }
  await app.ok(configProp.change, { type: 'mail', provider: 'smtp', data }, admin)
  return server
}
beforeEach(async () => {
  await app.db.deleteFrom('notifyLog').execute()
})
afterEach(async () => {
  await server?.close()
  server = undefined
  await app.db.deleteFrom('sysProp').execute()
  await app.app.bus.publish('sys.prop', {})
})
const text = { title: '开课\r\nBcc: other@school.example', content: '{{realName}}，\n{{siteName}}开课' }
const send = (channels: ('mail' | 'msg')[] = ['mail']) =>
  app.call(notify.send, { ...text, channels, audience: { userIds: [ann, bob] } }, admin)
const outcomes = async () =>
  Object.fromEntries((await app.ok(notifyLog.paging, {}, admin)).records.map((row) => [row.userName, [row.state, row.error]]))
const testMail = async () => (await app.call(configProp['mail-test'], { email: 'boss@school.example' }, admin)).code

/** Head and content of a message of two parts, and of its parts (RFC 2046). */
function partsOf(raw: string) {
  const boundary = /^Content-Type: multipart\/alternative;\s*boundary="([^"]+)"/im.exec(raw)?.[1] ?? 'none'
  return raw.split(`--${boundary}`).map((part) => {
    const at = part.indexOf('\r\n\r\n')
    const [head, content] = [part.slice(0, at), part.slice(at + 4)]
    const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(head)?.[1] ?? ''
    const quoted = () =>
      Buffer.from(
        content.replaceAll(/=\r\n/g, '').replaceAll(/=([\dA-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      )
    const bytes = encoding === 'base64' ? Buffer.from(content, 'base64') : encoding === 'quoted-printable' ? quoted() : Buffer.from(content)
    return { head, body: bytes.toString().replaceAll('\r\n', '\n') }
  })
}

describe('a message', () => {
  test.each(['tls', 'starttls', 'plain'] as const)('arrives over %s, with its text for each person', async (secure) => {
    const { received } = await start(secure)
    expect((await send()).data).toEqual({ sent: 0, waiting: 1, failed: 1 })
    await deliverWaiting(app.app)
    expect(await outcomes()).toEqual({ ann: ['sent', ''], bob: ['failed', '没有邮箱'] })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'sender@school.example', to: ['ann@school.example'], encrypted: secure !== 'plain' })
    const [head, plain, html] = partsOf(received[0]!.raw)
    expect(plain?.head).toMatch(/^Content-Type: text\/plain; charset=utf-8/im)
    expect(plain?.body).toContain('安然，\n书院开课')
    expect(html?.head).toMatch(/^Content-Type: text\/html; charset=utf-8/im)
    expect(html?.body).toContain('安然，<br>书院开课')
    expect(head?.head).toMatch(/^Auto-Submitted: auto-generated\r?$/im)
    expect(head?.head).not.toMatch(/^Bcc:/im)
  })

  test('is sent again after a temporary refusal, and has failed after three', async () => {
    const { received, play } = await start('starttls')
    play('full')
    await send()
    await deliverWaiting(app.app)
    expect((await outcomes()).ann?.[0]).toBe('waiting')
    play('accept')
    app.clock.advance(61)
    await deliverWaiting(app.app)
    expect([received.length, (await outcomes()).ann]).toEqual([1, ['sent', '']])
  })

  test('whose connection broke after its text is not sent twice', async () => {
    const { received, play } = await start('plain')
    play('cut')
    await send()
    await deliverWaiting(app.app)
    expect((await outcomes()).ann).toEqual(['failed', '连接中断，发送结果未知'])
    play('accept')
    app.clock.advance(3_600)
    await deliverWaiting(app.app)
    expect(received).toHaveLength(1)
  })

  test('is refused at its field while no provider is active', async () => {
    expect(await send()).toMatchObject({ msg: '尚未启用邮件服务，请先在邮件配置中设置', fields: [{ field: 'channels' }] })
    expect(await testMail()).toBe(errors.mailOff[0])
  })
})

describe('the settings', () => {
  test('are tested; the password is never answered', async () => {
    const { received } = await start('tls')
    expect(await testMail()).toBe(0)
    expect(received[0]?.to).toEqual(['boss@school.example'])
    const { data } = await app.ok(configProp.detail, { type: 'mail' }, admin)
    expect(data.password).toBe(MASK)
  })

  test.each([
    ['a wrong password', { password: 'wrong' }, 'mailRefused'],
    ['a certificate of nobody', { ca: '' }, 'mailDown'],
    ['no encryption where the server wants it', { secure: 'plain' }, 'mailRefused'],
    ['a port without a server', { port: 1 }, 'mailDown'],
  ] as const)('fail with %s', async (_name, more, reason) => {
    await start('starttls', more)
    expect(await testMail()).toBe(errors[reason][0])
    expect(server?.received).toEqual([])
  })

  test('refuse a server in the own network that is not listed', async () => {
    const data = { host: '10.0.0.9', port: 25, from: 'a@school.example' }
    const { fields } = await app.call(configProp.change, { type: 'mail', provider: 'smtp', data }, admin)
    expect(fields.map((one) => one.field)).toEqual(['data.host'])
  })
})
