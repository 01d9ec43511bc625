// The choice of a password at the first sign-in.
import { user } from '@shuyuan/contract/account/user.ts'
import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { FirstPasswordPage } from './FirstPasswordPage.tsx'

it('asks twice, says what is wrong at the field, and sends the password once', async () => {
  const sent = fakeServer({ [user['first-pass'].path]: { data: true } })
  const own = () => sent.filter((one) => one.path === user['first-pass'].path)
  show(<FirstPasswordPage />)
  await userEvent.type(screen.getByLabelText('新密码'), 'Primrose#2027')
  await userEvent.type(screen.getByLabelText('确认密码'), 'Primrose#2028')
  await userEvent.click(screen.getByRole('button', { name: '保存并继续' }))
  expect(screen.getByRole('alert').textContent).toBe('两次输入的密码不一致')
  expect(own()).toEqual([])
  await userEvent.clear(screen.getByLabelText('确认密码'))
  await userEvent.type(screen.getByLabelText('确认密码'), 'Primrose#2027')
  await userEvent.dblClick(screen.getByRole('button', { name: '保存并继续' }))
  await waitFor(() => expect(own().map((one) => one.body)).toEqual([{ password: 'Primrose#2027' }]))
})
