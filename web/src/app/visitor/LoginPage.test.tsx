// The sign-in page says beside its form what the site is for, and offers the ways that are switched on and set up.
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { siteInfo } from '@shuyuan/contract/site/config/config-site.ts'
import { screen, waitFor, within } from '@testing-library/react'
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
  ['switched on', { userReg: true, mobileLogin: true, ready: { sms: true } }, ['短信登录', '忘记密码', '注册账号']],
  ['switched off', { userReg: false, mobileLogin: false, ready: { sms: true } }, ['忘记密码']],
  ['without a provider', { userReg: true, mobileLogin: true, ready: { sms: false } }, ['注册账号']],
])('SMS and registration are offered where they are on and set up: %s', async (_case, switches, offered) => {
  fakeServer({ [configSwitch.detail.path]: { data: switches } })
  show(<LoginPage />, { path: '/login' })
  const seen = () => [...document.querySelectorAll('button, a')].map((one) => one.textContent)
  await waitFor(() => expect(seen().filter((one) => ['短信登录', '忘记密码', '注册账号'].includes(one ?? ''))).toEqual(offered))
})
