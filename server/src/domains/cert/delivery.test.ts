// Certificates beyond their own tables: reminders through the site's channels, files at a storage provider, and refunds of what they were earned with.
import { cert } from '@shuyuan/contract/cert/cert.ts'
import { FileState, grant } from '@shuyuan/contract/cert/grant.ts'
import { courseBuy } from '@shuyuan/contract/course/catalog/buy.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { notifyTmpl } from '@shuyuan/contract/notify/tmpl.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithEnv } from '../../../test/people.ts'
import { STUB_ENV } from '../../../test/provider-stub.ts'
import { account, openStorageStub } from '../../../test/storage-stub.ts'
import { makeCourse, makeFile, makeProgress } from '../course/course.factory.ts'
import { makeCert } from './cert.factory.ts'
import { grantEarned } from './grant.service.ts'
import { makePdfs } from './pdf-run.service.ts'
import { remindExpiring } from './remind.service.ts'

const { app, admin, ann, bob } = await startWithEnv({ ...STUB_ENV, DEMO: 'true' }, 'ann', 'bob')
const cloud = await openStorageStub()
const asAdmin = () => app.ctx({ user: { ...app.ctx().user, id: admin.id } })
beforeAll(async () => {
  const site = await app.ok(config.detail, {}, admin)
  await app.ok(config.save, { ...site, h5Host: 'https://learn.example.com', props: { ...site.props, moduleCert: true } }, admin)
})
afterAll(() => cloud.close())

test('a reminder goes through the channels of the template of its event, with the values of its certificate', async () => {
  const template = {
    title: '{{certTitle}} 快到期了',
    content: '{{realName}}：{{certNo}} 到 {{expireTime}}，见 {{link}}',
    smsTemplate: 'SMS_1',
  }
  await app.ok(notifyTmpl.save, { ...template, event: 'cert', channels: ['msg', 'sms'] }, admin)
  expect((await app.call(notifyTmpl.save, { ...template, title: '{{salary}}', event: 'cert', channels: ['msg'] }, admin)).code).toBe(
    errors.badInput[0],
  )
  await app.db.updateTable('sysUser').set({ mobile: '13700000001' }).where('id', '=', ann.id).execute()
  await app.db.updateTable('sysUser').set({ mobile: null }).where('id', '=', bob.id).execute()
  const certId = await makeCert(asAdmin(), { title: '急救证', validMonths: 1, remindDays: [40] })
  await app.ok(grant['grant-batch'], { certId, userIds: [ann.id, bob.id] }, admin)
  expect([await remindExpiring(app.app), await remindExpiring(app.app)]).toEqual([2, 0])
  const [message] = (await app.ok(msg.paging, {}, ann)).records
  expect(message).toMatchObject({ title: '急救证 快到期了' })
  const logs = app.db.selectFrom('notifyLog').where('title', '=', '急救证 快到期了').where('channel', '=', 'sms')
  const sent = await logs.orderBy('id').select(['userId', 'state', 'error', 'paramNames', 'params']).execute()
  const own = sent.find((one) => one.userId === ann.id)
  expect(own).toMatchObject({ paramNames: ['realName', 'certNo', 'expireTime', 'link'] })
  expect(own?.params.at(-1)).toBe('https://learn.example.com/web/uc?to=cert')
  expect(own?.params[1]).toMatch(/^SY\d{8}/)
  expect(sent.find((one) => one.userId === bob.id)).toMatchObject({ state: 'failed', error: '没有手机号' })
})

test('files go to the active storage provider; an address leads there, and an archive reads them after another became active', async () => {
  const keys = {
    accessKeyId: account.id,
    accessKeySecret: account.secret,
    arn: 'acs:ram::1:role/r',
    endpoint: 'oss-cn-hangzhou.aliyuncs.com',
  }
  const place = { bucket: account.bucket, url: `${cloud.url}/public/`, baseUrl: cloud.url, stsUrl: cloud.url }
  await app.ok(configProp.change, { type: 'upload', provider: 'aliyun', data: { ...place, ...keys } }, admin)
  const certId = await makeCert(asAdmin(), { title: '云证' })
  await app.ok(grant['grant-batch'], { certId, userIds: [ann.id] }, admin)
  cloud.trouble = 'refuse'
  await makePdfs(app.app)
  const find = async () => (await app.ok(grant['my-paging'], { params: { title: '云证' } }, ann)).records[0]!
  expect(await find()).toMatchObject({ fileState: FileState.waiting })
  cloud.trouble = 'none'
  app.clock.advance(301)
  await makePdfs(app.app)
  const { id, certFilePdf, fileState } = await find()
  expect(fileState).toBe(FileState.ready)
  const key = certFilePdf.replace(/^\/files\/|\?.*$/g, '')
  expect(cloud.objects.get(key)).toMatchObject({ isPrivate: true })
  const reply = await app.http.inject({ method: 'GET', url: certFilePdf })
  expect(reply.statusCode).toBe(302)
  expect((await (await fetch(String(reply.headers.location))).text()).slice(0, 5)).toBe('%PDF-')
  const archive = await app.http.inject({ method: 'POST', url: grant.zip.path, headers: { token: admin.token }, payload: { ids: [id] } })
  expect(archive.rawPayload.subarray(0, 2).toString()).toBe('PK')
  await app.db.updateTable('sysProp').set({ active: false }).where('type', '=', 'upload').execute()
})

describe('a refund of the whole', () => {
  const earned = async () => (await app.ok(grant['my-paging'], { params: { title: '购课证' } }, ann)).records.map((one) => one.status)
  const setUp = async () => {
    const certId = await makeCert(asAdmin(), { title: '购课证' })
    const file = await makeFile(app.ctx(), Buffer.from('%PDF-1.4\n%%EOF\n'), 'a.pdf', { title: '须知' })
    const courseId = await makeCourse(app.ctx(), { price: 9_900, certId, files: [{ fileId: file }] })
    const buy = async () => {
      const { orderId } = await app.ok(courseBuy.init, { courseId }, ann)
      await app.ok(payTrade['local/trade'], { id: orderId }, ann)
      return orderId
    }
    const earn = () =>
      app.db
        .transaction()
        .execute((db) =>
          grantEarned(app.ctx({ db }), { certId, userId: ann.id, refType: 'course', refId: courseId, vars: { courseTitle: '甲' } }),
        )
    return { courseId, buy, earn }
  }

  test('revokes what was earned with the purchase, and another purchase brings it back', async () => {
    const { courseId, buy, earn } = await setUp()
    const orderId = await buy()
    await makeProgress(app.ctx(), { courseId, userId: ann.id, part: 1, at: app.clock.now() })
    await earn()
    expect(await earned()).toEqual(['valid'])
    const ofCourse = async (refId: string) => (await app.ok(grant['my-paging'], { params: { refType: 'course', refId } }, ann)).records
    expect(await ofCourse(courseId)).toMatchObject([{ title: '购课证' }])
    expect(await ofCourse('999')).toEqual([])
    await app.ok(payOrder.refund, { id: orderId, reason: '退课', amount: '1.00' }, admin)
    expect(await earned(), 'a part').toEqual(['valid'])
    await app.ok(payOrder.refund, { id: orderId, reason: '退课' }, admin)
    expect(await earned()).toEqual(['revoked'])
    await buy()
    expect(await earned()).toEqual(['valid', 'revoked'])
    await app.db.deleteFrom('certGrant').where('title', '=', '购课证').execute()
  })

  test('leaves it where the office says so, and what was earned before the purchase', async () => {
    const { buy, earn } = await setUp()
    const kept = await buy()
    await earn()
    await app.ok(payOrder.refund, { id: kept, reason: '退课', revokeCert: false }, admin)
    expect(await earned()).toEqual(['valid'])
    app.clock.advance(60)
    const next = await buy()
    await app.ok(payOrder.refund, { id: next, reason: '退课' }, admin)
    expect(await earned()).toEqual(['valid'])
  })
})

test('the event of reminders can be chosen for a template', async () => {
  expect((await app.ok(notifyTmpl.paging, { params: { event: 'cert' } }, admin)).records[0]?.event_dictText).toBe('证书到期提醒')
  expect((await app.ok(cert.paging, { params: { title: '购课证' } }, admin)).total).toBeGreaterThan(0)
})
