// Site settings and switches.
import { noticeExample } from '@shuyuan/contract/site/config/record-notice.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { configSwitch, LoginTick, UserDeptType } from '@shuyuan/contract/site/config/switch.ts'
import { menuMine } from '@shuyuan/contract/people/role-menu/menu-mine.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { startApp } from '../../../../test/start-app.ts'
import { wire } from '../../../../test/wire.ts'
import { makeUser } from '../../people/user/user.factory.ts'

const { app, admin } = await startWith()

test('a new site has a name and its modules, readable by every caller', async () => {
  expect(await app.ok(config.detail, { id: '1' })).toMatchObject({
    id: '1',
    siteName: '书院',
    tagsView: true,
    props: { moduleExam: true, moduleCourse: true, moduleCert: false },
  })
  expect(await app.ok(configSwitch.detail, {})).toMatchObject({ userReg: false, mobileLogin: false, loginTick: LoginTick.several })
})

test('changing settings needs the tag', async () => {
  await makeUser(app.db, { userName: 'teacher', roleType: RoleType.staff, roles: ['教师'] })
  await makeUser(app.db, { userName: 'learner', roles: ['系统管理员'] })
  const site = await app.ok(config.detail, {})
  const switches = await app.ok(configSwitch.detail, {})
  for (const name of ['teacher', 'learner']) {
    const { token } = await app.as(name)
    expect((await app.call(config.save, { ...site, siteName: '换名' }, token)).code).toBe(errors.forbidden[0])
    expect((await app.call(configSwitch.save, { ...switches, userReg: true }, token)).code).toBe(errors.forbidden[0])
  }
  expect(await app.ok(config.detail, {})).toEqual(site)
  expect(await app.ok(configSwitch.detail, {})).toEqual(switches)
})

test('a change applies immediately on every node, and the copyright contains no script', async () => {
  const other = await startApp({ databaseUrl: app.databaseUrl })
  const site = await other.ok(config.detail, {})
  const copyRight = '<p>© 书院 <a href="javascript:alert(1)" onclick="x()">备案</a><script>alert(1)</script></p>'
  await app.ok(config.save, { ...site, siteName: '云栖书院', copyRight }, admin)
  const saved = await app.ok(config.detail, {})
  expect(saved.siteName).toBe('云栖书院')
  expect(saved.copyRight).toContain('© 书院')
  expect(saved.copyRight).not.toMatch(/script|onclick|javascript/)
  await expect.poll(async () => (await other.ok(config.detail, {})).siteName).toBe('云栖书院')
  await app.ok(configSwitch.save, { ...(await app.ok(configSwitch.detail, {})), userReg: true }, admin)
  await expect.poll(async () => (await other.ok(configSwitch.detail, {})).userReg).toBe(true)
  await other.close()
})

test('the help’s own text is cleaned and read by everyone, and not sent with the settings of each page', async () => {
  const nothing = { extra: '', contact: '' }
  expect(await app.ok(config.help, {})).toEqual(nothing)
  const site = await app.ok(config.detail, {}, admin)
  const helpExtra = '<p>带准考证<script>alert(1)</script> <a href="javascript:alert(1)" onclick="x()">规定</a></p>'
  await app.ok(config.save, { ...site, helpExtra, helpContact: ' 电话 8001 ' }, admin)
  const { extra, contact } = await app.ok(config.help, {})
  expect(extra).toContain('<p>带准考证')
  expect(extra).not.toMatch(/script|onclick|javascript/)
  expect(contact).toBe('电话 8001')
  const asVisitor = await app.ok(config.detail, {})
  expect(asVisitor).not.toHaveProperty('helpExtra')
  expect(asVisitor).not.toHaveProperty('helpContact')
  expect(asVisitor).not.toHaveProperty('recordNotice')
  expect(await app.ok(config.detail, {}, admin)).toMatchObject({ helpExtra: extra, helpContact: contact })
  await app.ok(config.save, { ...site, helpExtra: '', helpContact: '' }, admin)
  expect(await app.ok(config.help, {})).toEqual(nothing)
})

test('loginTick accepts its two values only', async () => {
  const switches = await app.ok(configSwitch.detail, {})
  expect((await app.call(configSwitch.save, { ...switches, loginTick: wire(2) }, admin)).code).toBe(errors.badInput[0])
})

test.each([
  [{ siteName: ' ' }, 'siteName'],
  [{ h5Host: 'm.school.cn' }, 'h5Host'],
  [{ tmpDir: 'tmp/' }, 'tmpDir'],
  [{ tmpDir: '/tmp' }, 'tmpDir'],
  [{ tmpDir: '/nowhere/at/all/' }, 'tmpDir'],
  [{ frontLogo: 'javascript:alert(1)' }, 'frontLogo'],
  [{ backLogo: '//elsewhere.com/a.png' }, 'backLogo'],
  [{ mpCode: '/files/a.png" onerror="x' }, 'mpCode'],
  [{ copyRight: 'x'.repeat(20_001) }, 'copyRight'],
  [{ helpExtra: 'x'.repeat(20_001) }, 'helpExtra'],
  [{ helpContact: '话'.repeat(201) }, 'helpContact'],
  [{ recordNotice: '录制{tracks}，保存{days}天，由{readers}查看' }, 'recordNotice'],
  [{ recordNotice: `${noticeExample}{学校}` }, 'recordNotice'],
  [{ recordNotice: noticeExample.padEnd(2_001, '。') }, 'recordNotice'],
])('%j is refused at its field, and nothing changes', async (change, field) => {
  const before = await app.ok(config.detail, {}, admin)
  const answer = await app.call(config.save, { ...before, ...change }, admin)
  expect(answer.fields.map((one) => one.field)).toEqual([field])
  expect(await app.ok(config.detail, {}, admin)).toEqual(before)
})

test('every setting is stored; the server’s folders are shown only to callers who may set them', async () => {
  const folder = `${await mkdtemp(join(tmpdir(), 'shuyuan-test-'))}/`
  const form = {
    id: '1' as const,
    siteName: '书院',
    backLogo: '/files/202611/a.png',
    frontLogo: 'https://cdn.school.cn/logo.png',
    mpCode: '/files/202611/b.png',
    h5Host: 'https://m.school.cn',
    tmpDir: folder,
    copyRight: '<p>© 书院</p>',
    tagsView: false,
    fixedHeader: false,
    sidebarLogo: false,
    // older clients send 1, '1' and '0'
    props: {
      moduleCourse: 1,
      moduleExam: '1',
      moduleCert: '0',
      faceLogin: true,
      hotelProfile: 0,
      scaleCounts: true,
      displayScale: 250,
      siteKind: 'school',
    },
  } as const
  await app.ok(config.save, form, admin)
  const { tmpDir, props: _props, ...shown } = form
  const flags = { moduleCourse: true, moduleExam: true, moduleCert: false, faceLogin: true, hotelProfile: false }
  const known = { ...shown, props: { ...flags, siteKind: 'school', scaleCounts: true, displayScale: 250 }, uploadType: 'local' }
  const seen = await app.ok(config.detail, {})
  expect(seen).toMatchObject(known)
  expect(seen).not.toHaveProperty('tmpDir')
  expect(seen).not.toHaveProperty('localUpload')
  expect(await app.ok(config.detail, {}, admin)).toMatchObject({ ...known, tmpDir, localUpload: { localDir: '', url: '' } })
  await expect.poll(() => app.app.runtime.tmpDir).toBe(folder)
  await rm(folder, { recursive: true })
  await app.ok(config.save, { ...form, tmpDir: '' }, admin)
  await expect.poll(() => app.app.runtime.tmpDir).toBe('')
})

test('a new site asks learners for no hotel code, and has no page of hotels; a hotel has both', async () => {
  const fresh = await startApp()
  const { token } = await fresh.as('admin')
  const paths = async () => JSON.stringify(await fresh.ok(menuMine.routes, {}, token))
  const before = await fresh.ok(config.detail, {}, token)
  expect(before).toMatchObject({ firstRun: true, props: { siteKind: 'none', hotelProfile: false } })
  expect(await paths()).not.toContain('PropHotelPage')
  await fresh.ok(config.save, { ...before, tmpDir: '', props: { ...before.props, siteKind: 'hotel', hotelProfile: false } }, token)
  expect(await paths()).toContain('PropHotelPage')
  expect(await fresh.ok(config.detail, {}, token)).not.toHaveProperty('firstRun')
  const answer = await fresh.call(config.save, { ...before, tmpDir: '', props: { ...before.props, siteKind: 'inn' as 'hotel' } }, token)
  expect(answer.fields.map((one) => one.field)).toEqual(['props.siteKind'])
})

test('a default department must be given, and must exist', async () => {
  const switches = await app.ok(configSwitch.detail, {})
  const save = (userDeptCode: string) => app.call(configSwitch.save, { ...switches, userDeptType: UserDeptType.fixed, userDeptCode }, admin)
  expect((await save('')).fields).toEqual([{ field: 'userDeptCode', msg: '请选择默认部门' }])
  expect((await save('nowhere')).fields).toEqual([{ field: 'userDeptCode', msg: '默认部门不存在，请重新选择' }])
  const { deptCode } = await app.db.selectFrom('sysDepart').select('deptCode').executeTakeFirstOrThrow()
  expect((await save(deptCode)).code).toBe(0)
})
