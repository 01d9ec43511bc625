// Certificates: templates and versions, granting, files, expiry, revocation, and the public check.
import { cert, CertState } from '@shuyuan/contract/cert/cert.ts'
import { certVerify, FileState, grant } from '@shuyuan/contract/cert/grant.ts'
import { type ItemType, type Layout, LayoutItem } from '@shuyuan/contract/cert/layout.ts'
import { presets } from '@shuyuan/contract/cert/presets.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { msg } from '@shuyuan/contract/message/msg.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { unzipSync } from 'fflate'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { contentOf } from '../../../test/pdf.ts'
import { enrolWith, startWith } from '../../../test/people.ts'
import { makeCert } from './cert.factory.ts'
import { grantEarned } from './grant.service.ts'
import { makePdfs } from './pdf-run.service.ts'
import { qrSvg } from './pdf.service.ts'
import { remindExpiring } from './remind.service.ts'
import { restateGrants } from './restate.service.ts'

const { app, admin, ann, bob } = await startWith('ann', 'bob', 'learner')
const DAY = 86_400
const site = await app.ok(config.detail, {}, admin)
const turn = (moduleCert: boolean) =>
  app.ok(config.save, { ...site, h5Host: 'https://learn.example.com', props: { ...site.props, moduleCert } }, admin)
beforeAll(() => turn(true))

const asAdmin = () => app.ctx({ user: { ...app.ctx().user, id: admin.id } })
const give = async (certId: string, userIds: string[]) => (await app.ok(grant['grant-batch'], { certId, userIds }, admin)).granted
const mine = async (token: string) => (await app.ok(grant['my-list'], {}, token))[0]!
const verify = (certGrantNo: string) => app.call(certVerify.verify, { certGrantNo })
const bytesOf = async (address: string) => (await app.http.inject({ method: 'GET', url: address })).rawPayload
const inbox = async (token: string) => (await app.ok(msg.paging, {}, token)).records.map((row) => row.title)
const text = (words: string): Layout => ({
  shape: 'landscape',
  background: '',
  items: [{ ...LayoutItem.parse({ type: 'text', x: 10, y: 10, w: 200, h: 20 }), text: words }],
})

describe('templates', () => {
  const form = { title: '合格证', authority: '集团', validMonths: 12, remindDays: [7, 60, 60], layout: presets.training }

  test('a changed layout is a new version, other changes are not', async () => {
    const { id } = await app.ok(cert.save, form, admin)
    const stored = await app.ok(cert.detail, { id }, admin)
    expect(stored).toMatchObject({ version: 1, remindDays: [60, 7], layout: presets.training, grantCount: 0 })
    await app.ok(cert.save, { ...form, id, title: '新名称' }, admin)
    expect(await app.ok(cert.detail, { id }, admin)).toMatchObject({ version: 1, title: '新名称' })
    await app.ok(cert.save, { ...form, id, layout: presets.plain }, admin)
    expect(await app.ok(cert.detail, { id }, admin)).toMatchObject({ version: 2, layout: presets.plain })
    expect((await app.call(cert.save, { ...form, id, version: 1 }, admin)).code).toBe(errors.conflict[0])
  })

  test('unknown variables, items outside the page and foreign pictures are refused', async () => {
    const refused = async (layout: Layout) => (await app.call(cert.save, { ...form, layout }, admin)).fields.map((one) => one.field)
    expect(await refused(text('{{salary}}'))).toEqual(['layout.items.0.text'])
    expect(await refused(text('{{realName'))).toEqual(['layout.items.0.text'])
    const [item] = text('甲').items
    expect(await refused({ ...text(''), items: [{ ...item!, x: 280 }] })).toEqual(['layout.items.0'])
    expect(await refused({ ...text('甲'), background: '/files/202601/00000000000000000000000000000000.png' })).toEqual(['layout'])
  })

  test('one that was granted stays', async () => {
    const certId = await makeCert(asAdmin())
    expect(await app.ok(cert.delete, { ids: [await makeCert(asAdmin())] }, admin)).toBe(true)
    await give(certId, [ann.id])
    expect((await app.call(cert.delete, { ids: [certId] }, admin)).code).toBe(errors.certGranted[0])
  })

  test('the preview is a PDF', async () => {
    const reply = await app.http.inject({ method: 'POST', url: cert.preview.path, headers: { token: admin.token }, payload: form })
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  })
})

describe('granting', () => {
  test('once for each person, with a message, a file and a signed address', async () => {
    const certId = await makeCert(asAdmin(), { title: '甲证' })
    const person = await app.enrol({ userName: 'rare', realName: '䶮#read("/etc/passwd")' })
    expect([await give(certId, [person.id, bob.id]), await give(certId, [person.id])]).toEqual([2, 0])
    expect(await inbox(person.token)).toContain('获得证书')
    const told = await app.db
      .selectFrom('sysMsg')
      .where('userId', '=', person.id)
      .where('title', '=', '获得证书')
      .select(['refType', 'refId'])
      .execute()
    expect(told).toEqual([{ refType: 'certGrant', refId: (await mine(person.token)).id }])
    expect(await mine(person.token)).toMatchObject({
      title: '甲证',
      status: 'valid',
      fileState: FileState.waiting,
      certFilePdf: '',
      expireTime: null,
    })
    await makePdfs(app.app)
    const own = await mine(person.token)
    expect(own.verifyUrl).toBe(`https://learn.example.com/cert/${own.certGrantNo}`)
    expect((await bytesOf(own.certFilePdf)).subarray(0, 5).toString()).toBe('%PDF-')
    expect((await app.http.inject({ method: 'GET', url: own.certFilePdf.split('?')[0]! })).statusCode).toBe(404)
    expect((await app.call(grant.detail, { id: own.id }, bob)).code).toBe(errors.notFound[0])
    expect(await app.ok(grant.detail, { id: own.id }, person)).toMatchObject({ certGrantNo: own.certGrantNo, source_dictText: '手动发放' })
  })

  test('the file has the name with its rare sign as text, and the photo of whoever has one', async () => {
    const photo = join(app.app.config.dataDir, 'photo.png')
    await writeFile(
      photo,
      await sharp({ create: { width: 30, height: 42, channels: 3, background: 'red' } })
        .png()
        .toBuffer(),
    )
    const avatar = await app.app.storage.store(photo, '.png', app.clock.now(), 'image/png')
    const item = (type: ItemType, x: number, words = '') => LayoutItem.parse({ type, x, y: 20, w: 60, h: 40, text: words })
    const layout: Layout = {
      shape: 'landscape',
      background: '',
      items: [item('text', 10, '授予 {{realName}}：{{certNo}}'), item('photo', 90), item('qr', 160)],
    }
    const certId = await makeCert(asAdmin(), { title: '照片证', layout })
    const [shown, bare] = [
      await app.enrol({ userName: 'shown', realName: '张䶮' }),
      await app.enrol({ userName: 'bare', realName: '李四' }),
    ]
    await app.db.updateTable('sysUser').set({ avatar }).where('id', '=', shown.id).execute()
    await give(certId, [shown.id, bare.id])
    await makePdfs(app.app)
    const own = await mine(shown.token)
    const printed = await contentOf(await bytesOf(own.certFilePdf))
    expect(printed.text).toBe(`授予张䶮：${own.certGrantNo}`)
    expect(printed.pictures).toBe(1)
    expect(await contentOf(await bytesOf((await mine(bare.token)).certFilePdf))).toMatchObject({ pictures: 0 })
  })

  test('a certificate that says another result keeps its number; its file is made anew, and the earlier one is gone', async () => {
    const certId = await makeCert(asAdmin(), { layout: text('{{score}}分{{certNo}}') })
    const person = await app.enrol({ userName: 'bettered' })
    await grantEarned(asAdmin(), { certId, userId: person.id, refType: 'exam', refId: '1', vars: { score: '60' } })
    await makePdfs(app.app)
    const fileOf = () => app.db.selectFrom('certGrant').where('userId', '=', person.id).select(['id', 'file']).executeTakeFirstOrThrow()
    const { id, file } = await fileOf()
    await restateGrants(asAdmin(), [{ id, userId: person.id, certId, title: '', vars: { score: '90' } }])
    await makePdfs(app.app)
    const own = await mine(person.token)
    expect((await contentOf(await bytesOf(own.certFilePdf))).text).toBe(`90分${own.certGrantNo}`)
    expect([existsSync(join(app.app.storage.privateRoot, file)), (await fileOf()).file === file]).toEqual([false, false])
  })

  test('what was granted stays as it was after the template changed', async () => {
    const certId = await makeCert(asAdmin(), { title: '旧版', layout: text('{{realName}}') })
    const person = await app.enrol({ userName: 'kept', realName: '旧名' })
    await give(certId, [person.id])
    await makePdfs(app.app)
    const before = await bytesOf((await mine(person.token)).certFilePdf)
    const {
      grantCount: _g,
      state_dictText: _s,
      createTime: _c,
      updateTime: _u,
      version: _v,
      ...stored
    } = await app.ok(cert.detail, { id: certId }, admin)
    await app.ok(cert.save, { ...stored, title: '新版', layout: presets.plain }, admin)
    const after = await mine(person.token)
    expect(after.title).toBe('旧版')
    expect(before.equals(await bytesOf(after.certFilePdf))).toBe(true)
  })

  test('not outside the data scope, not with a disabled template', async () => {
    const certId = await makeCert(asAdmin())
    const clerk = await enrolWith(app, { userName: 'clerk' }, ['cert:grant:add', 'cert:grant:list'], DataScope.own)
    expect((await app.call(grant['grant-batch'], { certId, userIds: [ann.id] }, clerk)).code).toBe(errors.notFound[0])
    expect((await app.ok(grant.paging, {}, clerk)).total).toBe(0)
    const off = await makeCert(asAdmin(), { state: CertState.disabled })
    expect((await app.call(grant['grant-batch'], { certId: off, userIds: [ann.id] }, admin)).fields[0]?.field).toBe('certId')
  })

  test('an archive holds the files, and waits for those that are not made', async () => {
    const certId = await makeCert(asAdmin(), { title: '打包' })
    await give(certId, [ann.id, bob.id])
    const rows = await app.ok(grant.paging, { params: { certId } }, admin)
    const ids = rows.records.map((row) => row.id)
    expect((await app.call(grant.zip, { ids }, admin)).fields[0]?.field).toBe('ids')
    await makePdfs(app.app)
    const reply = await app.http.inject({ method: 'POST', url: grant.zip.path, headers: { token: admin.token }, payload: { ids } })
    expect(Object.keys(unzipSync(reply.rawPayload)).toSorted()).toEqual(
      rows.records.map((row) => `${row.realName}_${row.certGrantNo}.pdf`).toSorted(),
    )
    // a storage that fails leaves no archive behind
    const folder = await mkdtemp(join(tmpdir(), 'shuyuan-cert-'))
    const { tmpDir } = app.app.runtime
    app.app.runtime.tmpDir = folder
    const reading = vi.spyOn(app.app.storage, 'readPrivate').mockRejectedValue(new Error('away'))
    try {
      await expect(app.call(grant.zip, { ids }, admin)).resolves.not.toMatchObject({ code: 0 })
      expect(reading).toHaveBeenCalled()
      expect(await readdir(folder)).toEqual([])
    } finally {
      reading.mockRestore()
      app.app.runtime.tmpDir = tmpDir
      await rm(folder, { recursive: true })
    }
  })
})

describe('the public check', () => {
  test('tells a masked name and whether it is valid, expired or revoked', async () => {
    const certId = await makeCert(asAdmin(), { title: '验证', validMonths: 1 })
    const person = await app.enrol({ userName: 'checked', realName: '欧阳娜娜' })
    await give(certId, [person.id])
    const { certGrantNo, id } = await mine(person.token)
    expect((await verify(certGrantNo.toLowerCase())).data).toMatchObject({ realName: '欧阳*娜', title: '验证', state: 'valid' })
    expect(JSON.stringify((await verify(certGrantNo)).data)).not.toContain('checked')
    app.clock.advance(40 * DAY)
    expect((await verify(certGrantNo)).data.state).toBe('expired')
    expect(await app.ok(grant.revoke, { ids: [id], reason: '冒名' }, admin)).toEqual({ revoked: 1 })
    expect((await verify(certGrantNo)).data.state).toBe('revoked')
    const later = await app.as('checked')
    expect(await mine(later.token)).toMatchObject({ status: 'revoked', revokeReason: '冒名', certFilePdf: '' })
    expect(await inbox(later.token)).toContain('证书已撤销')
    expect(await verify('SY20260101AAAAAAAAA')).toMatchObject({ code: errors.notFound[0] })
  })

  test('a QR code has a quiet zone of four signs', () => {
    const [, size, drawn] = /viewBox="0 0 (\d+) \1".*<path d="(.*)"/.exec(qrSvg('https://learn.example.com/cert/SY2026112100000000X')) ?? []
    expect(size).toBe('41')
    // the finder pattern begins after four signs
    expect(drawn).toMatch(/^M4 4h7v1h-7z/)
  })
})

describe('expiry', () => {
  test('reminds 60, 30 and 7 days before, each once, and renews', async () => {
    const certId = await makeCert(asAdmin(), { title: '到期', validMonths: 3 })
    const person = await app.enrol({ userName: 'ending' })
    await give(certId, [person.id])
    const reminders = async () => {
      await remindExpiring(app.app)
      return (await inbox((await app.as('ending')).token)).filter((title) => title === '证书即将到期').length
    }
    expect(await reminders()).toBe(0)
    app.clock.advance(35 * DAY)
    expect([await reminders(), await reminders()]).toEqual([1, 1])
    app.clock.advance(50 * DAY)
    // the one of 30 days was missed
    expect([await reminders(), await reminders()]).toEqual([2, 2])
    const later = await app.as('ending')
    const old = await mine(later.token)
    expect(await app.ok(grant.renew, { ids: [old.id] }, admin)).toEqual({ granted: 1 })
    const renewed = await mine(later.token)
    expect(renewed.certGrantNo).not.toBe(old.certGrantNo)
    expect(renewed.expireTime! > old.expireTime!).toBe(true)
    expect((await verify(old.certGrantNo)).data.state).toBe('valid')
    expect(await app.ok(grant['my-paging'], { params: { title: '到期' } }, later)).toMatchObject({ total: 1 })
  })
})

test('while the module is off, learners and strangers find nothing', async () => {
  const [{ token }, stranger] = [await app.as('bob'), await app.as('learner')]
  const { certGrantNo } = await mine(token)
  const names = async () => JSON.stringify(await app.ok(menu.routes, {}, admin))
  expect(await names()).toContain('CertList')
  await turn(false)
  expect((await app.call(grant['my-list'], {}, stranger)).code).toBe(errors.moduleOff[0])
  expect((await verify(certGrantNo)).code).toBe(errors.moduleOff[0])
  expect(await names()).not.toContain('CertList')
  await turn(true)
})
