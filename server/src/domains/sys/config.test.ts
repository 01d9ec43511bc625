// Site settings and switches.
import { config } from '@shuyuan/contract/sys/config.ts'
import { configSwitch } from '@shuyuan/contract/sys/config/switch.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../../../test/start-app.ts'
import { makeUser } from './user.factory.ts'

let app: TestApp
let admin: string
beforeAll(async () => {
  app = await startApp()
  admin = (await app.as('admin')).token
})
afterAll(() => app.close())

test('a fresh house has a name and its modules, for everybody to read', async () => {
  expect(await app.ok(config.detail, { id: '1' })).toMatchObject({
    id: '1',
    siteName: '书院',
    tagsView: true,
    props: { moduleExam: true, moduleCourse: false, moduleCert: false },
  })
  expect(await app.ok(configSwitch.detail, {})).toMatchObject({ userReg: false, mobileLogin: false, loginTick: 0 })
})

test('only who holds the tag may change settings', async () => {
  await makeUser(app.db, { userName: 'teacher', roleType: 2, roles: ['教师'] })
  await makeUser(app.db, { userName: 'learner', roles: ['系统管理员'] })
  const site = await app.ok(config.detail, {})
  const switches = await app.ok(configSwitch.detail, {})
  for (const name of ['teacher', 'learner']) {
    const { token } = await app.as(name)
    expect((await app.call(config.save, { ...site, siteName: '换名' }, token)).code).toBe(10010003)
    expect((await app.call(configSwitch.save, { ...switches, userReg: true }, token)).code).toBe(10010003)
  }
  expect(await app.ok(config.detail, {})).toEqual(site)
  expect(await app.ok(configSwitch.detail, {})).toEqual(switches)
})

test('a change holds at once on every node, and the copyright can run nothing', async () => {
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

test('loginTick takes 0 and 1 only', async () => {
  const switches = await app.ok(configSwitch.detail, {})
  expect((await app.call(configSwitch.save, { ...switches, loginTick: 2 }, admin)).code).toBe(10010001)
})
