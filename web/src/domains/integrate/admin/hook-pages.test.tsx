import { delivery, hook } from '@shuyuan/contract/integrate/hook.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import DeliveryListPage from './DeliveryListPage.tsx'
import HookListPage from './HookListPage.tsx'

const row = {
  id: '4',
  title: '教务系统',
  kind: 'hook',
  url: 'https://receiver.school.example/hook',
  account: '',
  homePage: location.origin,
  events: ['paper.finished'],
  enabled: true,
  problem: '',
  waiting: 0,
  createBy_dictText: '管理员',
  createTime: '2026-11-28 08:00:00',
}

it('a new receiver is stored with its events, and its secret is shown once', async () => {
  await signInWith(['integrate:hook:add', 'integrate:hook:update'])
  const sent = fakeServer({ [hook.paging.path]: page([]), [hook.save.path]: { data: { id: '4', secret: 'whsec_once' } } })
  const { mouse } = show(<HookListPage />)
  await mouse.click((await screen.findAllByRole('button', { name: /新建推送目标/ }))[0]!)
  const form = within(await screen.findByRole('dialog', { name: '新建推送目标' }))
  await mouse.click(form.getByLabelText('名称'))
  await mouse.paste('教务系统')
  await mouse.click(form.getByLabelText('接收地址'))
  await mouse.paste(row.url)
  await mouse.click(form.getByRole('combobox', { name: '推送的事件' }))
  await mouse.click(await screen.findByTitle('答卷已评分 · paper.finished'))
  await mouse.click(form.getByRole('button', { name: '确定' }))
  const shown = within(await screen.findByRole('dialog', { name: '签名密钥' }))
  expect(shown.getByText('whsec_once')).toBeDefined()
  expect(bodies(sent, hook.save)).toMatchObject([{ title: '教务系统', kind: 'hook', url: row.url, events: ['paper.finished'] }])
  await mouse.click(shown.getByRole('button', { name: '已保存，关闭' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '签名密钥' })).toBeNull())
})

it('a receiver is tried, and leads to its messages', async () => {
  await signInWith(['integrate:hook:update'])
  const shown = notices()
  const sent = fakeServer({ [hook.paging.path]: page([row]), [hook.ping.path]: { data: true } })
  const { mouse } = show(<HookListPage />)
  const own = within(await screen.findByRole('row', { name: /教务系统/ }))
  expect(own.getByText('已启用')).toBeDefined()
  expect(own.getByRole('link', { name: '推送记录' }).getAttribute('href')).toBe('/admin/sys/hook/delivery?hookId=4')
  await mouse.click(own.getByRole('button', { name: '试发' }))
  await waitFor(() => expect(shown).toEqual(['测试消息已提交，结果见推送记录']))
  expect(bodies(sent, hook.ping)).toEqual([{ id: '4' }])
})

it('the messages of the receiver in the address are listed, and one is read in full', async () => {
  await signInWith(['integrate:hook:list'])
  const message = {
    id: '9',
    hookId: '4',
    address: '',
    hookTitle: '教务系统',
    eventId: 'e-1',
    event: 'ping',
    body: '{"event":"ping","data":{}}',
    state: 'waiting',
    attempts: 0,
    httpStatus: null,
    ms: null,
    error: '',
    nextTime: null,
    createTime: '2026-11-28 08:00:01',
  }
  const sent = fakeServer({ [hook.paging.path]: page([row]), [delivery.paging.path]: page([message]) })
  const { mouse } = show(<DeliveryListPage />, { path: '/?hookId=4' })
  const own = await screen.findByRole('row', { name: /ping/ })
  expect(own.textContent).toContain('教务系统')
  expect(bodies(sent, delivery.paging)).toMatchObject([{ params: { hookId: '4' } }])
  await mouse.click(within(own).getByRole('button', { name: '详情' }))
  expect((await screen.findByRole('dialog')).querySelector('pre')?.textContent).toContain('"event": "ping"')
})
