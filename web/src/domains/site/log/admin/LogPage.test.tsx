import { log } from '@shuyuan/contract/site/log/log.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { page } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import LogPage from './LogPage.tsx'

beforeEach(() => signInWith(['sys:log:list']))

it('a row of the audit log opens with its call and what was sent, found by a part of its path', async () => {
  const row = {
    id: '3',
    userId: '1',
    userName: 'admin',
    realName: '管理员',
    apiToken: '',
    title: '发送通知',
    path: '/api/notify/send',
    input: { title: '明早例会', audience: { all: true } },
    before: null,
    after: null,
    ip: '127.0.0.1',
    userAgent: '',
    createTime: '2026-11-20 10:00:00',
  }
  const { data } = page([row])
  const sent = fakeServer({ [log.paging.path]: { data: { ...data, capped: false } } })
  const { mouse } = show(<LogPage />, { path: '/?path=notify' })
  await mouse.click(await screen.findByText('详情'))
  const drawer = within(await screen.findByRole('dialog'))
  expect(drawer.getByText('/api/notify/send')).toBeTruthy()
  expect(drawer.getByText(/明早例会/).tagName).toBe('PRE')
  expect(bodies(sent, log.paging)[0]).toMatchObject({ params: { path: 'notify' } })
})
