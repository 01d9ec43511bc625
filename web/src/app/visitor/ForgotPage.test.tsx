// The SMS code of a forgotten password: its number and picture come first, and a demonstration shows it or does not.
import { captcha } from '@shuyuan/contract/common/captcha.ts'
import { visitor } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { notices, show } from '../../../test/render.tsx'
import { ForgotPage } from './ForgotPage.tsx'

async function asked(demoCode: string | undefined) {
  const said = notices()
  const sent = fakeServer({
    [captcha.check.path]: { data: true },
    [visitor.sms.path]: { data: { waitSeconds: 60, ...(demoCode === undefined ? {} : { demoCode }) } },
  })
  const { mouse } = show(<ForgotPage />, { path: '/forgot' })
  const send = await screen.findByRole('button', { name: '获取验证码' })
  await mouse.click(send)
  expect(await screen.findByText('手机号不能为空')).toBeTruthy()
  expect(screen.getByText('图形验证码不能为空！')).toBeTruthy()
  expect(bodies(sent, visitor.sms)).toEqual([])
  await mouse.type(screen.getByRole('textbox', { name: /手机号/ }), '13900009000')
  await mouse.type(screen.getByRole('textbox', { name: /图形验证码/ }), 'ab12')
  await mouse.click(send)
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: /^\d+ 秒后重发$/ })).disabled).toBe(true)
  expect(bodies(sent, visitor.sms)).toMatchObject([{ mobile: '13900009000', captchaValue: 'ab12', smsType: 'forgot' }])
  return said
}

it.each([
  ['on a demonstration that shows the code', '481516', '演示站点不发送短信，验证码：481516'],
  ['of a back-office user there', '', '演示站点不发送短信，也不显示这个手机号的验证码'],
  ['where messages are sent', undefined, '短信发送成功，请查收手机短信！'],
])('a code %s', async (_where, demoCode, text) => {
  expect(await asked(demoCode)).toEqual([text])
})
