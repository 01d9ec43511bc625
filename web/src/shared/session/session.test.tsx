import { user } from '@shuyuan/contract/account/user.ts'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { refused, session, teacher } from '../../../test/answers.ts'
import { fakeServer } from '../../../test/fake-server.ts'
import { connectRouter } from '../../kernel/call/navigation.ts'
import { queryClient } from '../../kernel/call/query.ts'
import { can } from '../../kernel/access/permission.ts'
import { currentSession, loadSession, signIn, signOut, useMe } from './session.ts'
import { getToken, setToken } from '../../kernel/call/token.ts'

const answers = { ...session(), [user.logout.path]: { data: true } }

beforeEach(() => {
  setToken('')
  queryClient.clear()
})

it('loads user and menus once per token', async () => {
  const sent = fakeServer(answers)
  signIn('a')
  await loadSession()
  await loadSession()
  expect(sent).toHaveLength(2)
  signIn('b')
  expect(currentSession()).toBeUndefined()
  await loadSession()
  expect(sent).toHaveLength(4)
  expect(sent.at(-1)?.headers.token).toBe('b')
})

it('sets the user’s permissions', async () => {
  fakeServer(answers)
  signIn('c')
  await loadSession()
  expect(can(['exam:list'])).toBe(true)
  expect(can(['exam:add', 'repo:list'])).toBe(true)
  expect(can(['exam:add'])).toBe(false)
  expect(can([])).toBe(true)
  expect(() => can('exam:list' as unknown as string[])).toThrow('无相关权限！')
})

it('shows the previous user while a user signs in again over an open page', async () => {
  fakeServer(answers)
  signIn('d')
  await loadSession()
  const Name = () => <p>{useMe().realName}</p>
  render(<Name />)
  signIn('e')
  expect(screen.getByText('周文')).toBeDefined()
})

it('another user sees no data of the previous one', async () => {
  fakeServer(answers)
  signIn('f')
  await loadSession()
  queryClient.setQueryData(['/api/x', {}], 'mine')
  fakeServer({ ...answers, ...session({ ...teacher, id: '8' }) })
  signIn('g')
  await loadSession()
  expect(queryClient.getQueryData(['/api/x', {}])).toBeUndefined()
})

it('signs out even when the server cannot be reached', async () => {
  fakeServer({ [user.logout.path]: new TypeError('fetch failed') })
  signIn('h')
  await signOut(() => undefined)
  expect(getToken()).toBe('')
})

it('a call of the page that is left does not come back to it', async () => {
  fakeServer({ ...answers, [user.info.path]: refused('signedOut') })
  signIn('i')
  const visited: string[] = []
  connectRouter((path) => visited.push(path))
  await signOut(async () => {
    await expect(loadSession()).rejects.toThrow('登录已失效')
  })
  expect(visited).toEqual([])
})
