import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { refused } from '../../../test/answers.ts'
import { fakeServer } from '../../../test/fake-server.ts'
import { PasswordForm } from './PasswordForm.tsx'

const show = () => {
  const tokens: string[] = []
  render(<PasswordForm onToken={(token) => tokens.push(token)} />)
  return tokens
}
const submit = () => userEvent.click(screen.getByRole('button', { name: '登录' }))
const fill = async () => {
  await userEvent.type(screen.getByLabelText('用户名'), 'teacher')
  await userEvent.type(screen.getByLabelText('密码'), 'Teacher@2026')
}

it('names the missing values under their fields and sends nothing', async () => {
  const sent = fakeServer({})
  show()
  await submit()
  expect(screen.getAllByRole('alert').map((one) => one.textContent)).toEqual(['请填写用户名', '密码不能为空！'])
  expect(screen.getByLabelText('用户名').getAttribute('aria-invalid')).toBe('true')
  expect(sent).toEqual([])
})

it('shows the password on demand, and says that Caps Lock is on', async () => {
  fakeServer({})
  show()
  const password = screen.getByLabelText<HTMLInputElement>('密码')
  expect(password.type).toBe('password')
  await userEvent.click(screen.getByRole('button', { name: '显示密码' }))
  expect(password.type).toBe('text')
  fireEvent.keyUp(password, { key: 'A', modifierCapsLock: true })
  expect(screen.getByRole('status').textContent).toBe('大写锁定已打开')
  fireEvent.blur(password)
  expect(screen.queryByRole('status')).toBeNull()
})

it('passes on the token', async () => {
  const sent = fakeServer({ [user.login.path]: { data: { token: 't', roleType: RoleType.staff, userId: '1' } } })
  const tokens = show()
  await fill()
  await submit()
  expect(tokens).toEqual(['t'])
  expect(sent[0]?.body).toEqual({ userName: 'teacher', password: 'Teacher@2026' })
})

it('shows the captcha when the server asks for it, and a new picture after each failure', async () => {
  const sent = fakeServer({ [user.login.path]: refused('captchaNeeded') })
  show()
  await fill()
  expect(screen.queryByLabelText('图形验证码')).toBeNull()
  await submit()
  const picture = (await screen.findByAltText('图形验证码')).getAttribute('src')
  await submit()
  expect(screen.getByRole('alert').textContent).toBe('验证码不能为空！')
  expect(sent).toHaveLength(1)
  await userEvent.type(screen.getByLabelText('图形验证码'), 'ab12')
  await submit()
  expect(sent[1]?.body).toMatchObject({ captchaValue: 'ab12', captchaKey: picture?.split('key=')[1] })
  expect(screen.getByAltText('图形验证码').getAttribute('src')).not.toBe(picture)
})

it('shows the captcha after three failures of its own', async () => {
  fakeServer({ [user.login.path]: refused('signInWrong') })
  show()
  await fill()
  await submit()
  await submit()
  expect(screen.queryByLabelText('图形验证码')).toBeNull()
  await submit()
  expect(await screen.findByLabelText('图形验证码')).toBeDefined()
})
