// The sign-in page says beside its form what the site is for, and offers the ways that are switched on and set up.
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { siteInfo } from '@shuyuan/contract/site/config/config-site.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { LoginPage } from './LoginPage.tsx'

it('names the parts of the site beside the form', async () => {
  fakeServer({ [siteInfo.detail.path]: { data: { siteName: '书院', props: { moduleCourse: true, moduleExam: true, moduleCert: true } } } })
  show(<LoginPage />, { path: '/login' })
  const side = within(await screen.findByRole('complementary'))
  expect(side.getAllByRole('listitem').length).toBeGreaterThan(2)
})

it.each([
  ['switched on', { userReg: true, mobileLogin: true, ready: { sms: true } }, true],
  ['switched off', { userReg: false, mobileLogin: false, ready: { sms: true } }, false],
  ['not set up', { userReg: false, mobileLogin: true, ready: { sms: false } }, false],
])('SMS and registration, %s', async (_case, switches, isOffered) => {
  fakeServer({ [configSwitch.detail.path]: { data: switches } })
  show(<LoginPage />, { path: '/login' })
  await screen.findByRole('button', { name: '登录' })
  if (isOffered) expect(await screen.findByRole('button', { name: '短信登录' })).toBeTruthy()
  expect(screen.queryAllByRole('button', { name: '短信登录' })).toHaveLength(isOffered ? 1 : 0)
  expect(screen.queryAllByRole('link', { name: '注册账号' })).toHaveLength(isOffered ? 1 : 0)
})
