// The end of a back-office session on an open page.
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { DataScope, role } from '@shuyuan/contract/people/role-menu/role.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { envelope, fakeServer } from '../../../test/fake-server.ts'
import { connectRouter } from '../../kernel/call/navigation.ts'
import { queryClient, useCall, useCommand } from '../../kernel/call/query.ts'
import { sessionEnds } from '../../kernel/call/reopen.ts'
import { getToken, setToken } from '../../kernel/call/token.ts'
import { loadSession } from '../../shared/session/session.ts'
import { sessionNotice, WARN_MS, watchSession } from '../../shared/session/session-life.ts'
import { SessionLayer } from './SessionLayer.tsx'

const me = { id: '7', userName: 'teacher', realName: '周文', roleType: RoleType.staff, permissions: [] }
const over = { code: errors.sessionOver[0], msg: errors.sessionOver[1], data: { key: 'sessionOver' } }
const full = { [user['totp-state'].path]: { data: { enabledTime: null, recoveryLeft: 0, required: false, step: null } } }
let moves: string[] = []
let number = 0
let old = ''

/** A server on which the first session has timed out and any other one works. */
const serverWith = (answers: object) => {
  const alive = (value: unknown) => (sent: { headers: Record<string, string> }) => (sent.headers.token === old ? over : { data: value })
  return fakeServer({
    [user.info.path]: alive(me),
    [menu.routes.path]: { data: [] },
    [role.save.path]: alive({ id: '1' }),
    [role.list.path]: alive([{ id: '1', roleName: '教师', roleLevel: 1, grantable: true }]),
    ...full,
    ...answers,
  })
}

function Page() {
  const [name, setName] = useState('')
  const save = useCommand(role.save, {})
  const list = useCall(role.list, {})
  return (
    <>
      <input aria-label="角色名称" value={name} onChange={(event) => setName(event.target.value)} />
      <button type="button" onClick={() => save.mutate({ roleName: name, roleLevel: 5, dataScope: DataScope.own, remark: '' })}>
        保存
      </button>
      <p>{save.isSuccess ? '已保存' : ''}</p>
      <p>{list.data?.[0]?.roleName}</p>
    </>
  )
}
const show = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
      <SessionLayer />
    </QueryClientProvider>,
  )
/** At once: the layer may take the focus at any time. */
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const layer = () => screen.findByRole('dialog', { name: '登录已超时' })
const enter = async (password = 'Right@2026') => {
  await userEvent.type(await screen.findByLabelText('密码'), password)
  await userEvent.click(screen.getByRole('button', { name: '登录' }))
}

beforeAll(() => {
  // jsdom has no modal dialogs
  HTMLDialogElement.prototype.showModal = function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  watchSession()
})
beforeEach(async () => {
  moves = []
  connectRouter((to) => moves.push(to))
  queryClient.clear()
  sessionNotice.set(undefined)
  setToken(`signed-in-${++number}`)
  fakeServer({ [user.info.path]: { data: me }, [menu.routes.path]: { data: [] } })
  await loadSession()
  old = getToken()
})

it('keeps what was typed, asks for the password, and sends the command once more', async () => {
  const sent = serverWith({ [user.login.path]: { data: { token: 'fresh', roleType: RoleType.staff, userId: me.id } } })
  show()
  fill('角色名称', '值班老师')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await layer()
  expect(screen.getByLabelText('用户名')).toHaveProperty('value', me.userName)
  expect(screen.getByLabelText('用户名')).toHaveProperty('readOnly', true)
  await enter()
  expect(await screen.findByText('已保存')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByLabelText('角色名称')).toHaveProperty('value', '值班老师')
  expect(await screen.findByText('教师')).toBeDefined()
  expect(moves).toEqual([])
  expect(getToken()).toBe('fresh')
  const saves = sent.filter((one) => one.path === role.save.path)
  expect(saves.map((one) => [one.headers.token, (one.body as { roleName: string }).roleName])).toEqual([
    [old, '值班老师'],
    ['fresh', '值班老师'],
  ])
})

it('asks for the second factor where it is on, and stays after a wrong password', async () => {
  const sent = serverWith({
    [user.login.path]: (one: { body: unknown }) =>
      (one.body as { password: string }).password === 'Right@2026'
        ? { data: { token: 'half', roleType: RoleType.staff, userId: me.id } }
        : { code: errors.signInWrong[0], msg: errors.signInWrong[1] },
    [user['totp-state'].path]: { data: { enabledTime: 'x', recoveryLeft: 3, required: false, step: 'code' } },
    [user['totp-verify'].path]: { data: true },
  })
  show()
  await layer()
  await enter('wrong')
  expect((await screen.findAllByRole('alert')).map((one) => one.textContent)).toContain('账号或密码错误')
  await userEvent.clear(screen.getByLabelText('密码'))
  await enter()
  await userEvent.type(await screen.findByLabelText('验证码'), '123456')
  expect(getToken()).toBe(old)
  await userEvent.click(screen.getByRole('button', { name: '验证' }))
  expect(await screen.findByText('教师')).toBeDefined()
  expect(sent.find((one) => one.path === user['totp-verify'].path)).toMatchObject({ body: { code: '123456' }, headers: { token: 'half' } })
  expect(getToken()).toBe('half')
})

it('goes on when the same user has signed in in another tab, even while that tab had no session', async () => {
  serverWith({})
  show()
  await layer()
  localStorage.removeItem('token')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: null }))
  expect(moves).toEqual([])
  localStorage.setItem('token', 'elsewhere')
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'elsewhere' }))
  expect(await screen.findByText('教师')).toBeDefined()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('leaves for the sign-in page where the user wants to', async () => {
  serverWith({})
  show()
  await layer()
  await userEvent.click(screen.getByRole('button', { name: '退出登录' }))
  await waitFor(() => expect(moves.at(-1)).toBe('/login'))
  expect(getToken()).toBe('')
})

it('warns a minute before, and goes on with one click', async () => {
  old = ''
  const sent = serverWith({
    [user.info.path]: () => {
      const answer = envelope({ data: me })
      answer.headers.set('session-left', '1800')
      return answer
    },
  })
  show()
  act(() => sessionEnds.set(Date.now() + WARN_MS / 2))
  expect(await screen.findByRole('alertdialog', { name: '登录即将超时' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: '继续' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent.findLast((one) => one.path === user.info.path)?.headers.idle).toBe('0')
})

it('a background call says how long the last input is ago', async () => {
  old = ''
  const sent = serverWith({})
  await userEvent.keyboard('a')
  vi.setSystemTime(Date.now() + 90_000)
  await loadSession()
  setToken('later')
  await loadSession()
  vi.useRealTimers()
  expect(Number(sent.find((one) => one.path === user.info.path)?.headers.idle)).toBeGreaterThanOrEqual(89)
})
