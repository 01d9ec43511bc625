// The page of a leader: figures that filter, a reminder that is counted before it is sent.
import { team } from '@shuyuan/contract/stat/team.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { page, refused } from '../../../../../test/answers.ts'
import { bodies, fakeServer, type Sent } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
import TeamPage from './TeamPage.tsx'

const depart = {
  deptCode: 'A01',
  deptName: '客房部',
  people: 2,
  overdue: 1,
  learning: 0,
  exam: 1,
  passed: 0,
  failed: 1,
  cert: 0,
  learnHours: 1.5,
}
const departs = [depart, { ...depart, deptCode: 'A02', deptName: '餐饮部', overdue: 2 }]
const person = {
  id: '5',
  realName: '王秀兰',
  deptCode_dictText: '客房部',
  overdue: 1,
  learning: 0,
  examTitle: '消防考试',
  examStart: null,
  examEnd: '2026-12-01 18:00:00',
  paperTitle: '礼仪考试',
  passed: false,
  certTitle: null,
  certEnd: null,
  learnHours: 1.5,
}
const counts = { people: 2, things: 3, skipped: 1 }
const answers = {
  [team.overview.path]: { data: { countTime: '2026-11-27 09:29:00', departs } },
  [team.paging.path]: page([person]),
  [team.remind.path]: ({ body }: Sent) => ({
    data: (body as { userIds?: string[] }).userIds ? { people: 1, things: 1, skipped: 0 } : counts,
  }),
}

test('shows sums, departments without names, and people; a figure lists whom it counts', async () => {
  const sent = fakeServer(answers)
  const { mouse } = show(<TeamPage />, { path: '/web/team' })
  const card = within(await screen.findByRole('article', { name: '王秀兰' }))
  for (const text of ['1 门逾期', '不及格', '本月 1.5 小时']) expect(card.getByText(text)).toBeTruthy()
  const figures = within(screen.getByRole('group', { name: '团队概况' }))
  await mouse.click(figures.getByRole('link', { name: '3' }))
  await waitFor(() => expect(bodies(sent, team.paging).at(-1)).toMatchObject({ params: { show: 'overdue' } }))
  await mouse.click(screen.getByText('部门对比'))
  await mouse.click(screen.getByRole('button', { name: /餐饮部/ }))
  await waitFor(() => expect(bodies(sent, team.paging).at(-1)).toMatchObject({ params: { show: 'overdue', deptCode: 'A02' } }))
})

test('a reminder is counted before, and sent with what was chosen', async () => {
  const sent = fakeServer(answers)
  const { mouse } = show(<TeamPage />, { path: '/web/team' })
  await mouse.click(await screen.findByRole('button', { name: '提醒全部' }))
  const dialog = within(await screen.findByRole('dialog', { name: '提醒全部成员' }))
  expect(await dialog.findByText('将提醒 2 人，共 3 项。')).toBeTruthy()
  expect(dialog.getByText('另有 1 项 24 小时内提醒过，不再发送。')).toBeTruthy()
  expect(bodies(sent, team.remind)).toEqual([])
  await mouse.click(dialog.getByRole('checkbox', { name: '到期证书' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: '发送提醒' }).hasAttribute('disabled')).toBe(false))
  await mouse.click(dialog.getByRole('button', { name: '发送提醒' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies(sent, team.remind)).toEqual([{ kinds: ['course', 'exam'] }])
})

test('a single person is reminded from their card', async () => {
  const sent = fakeServer(answers)
  const { mouse } = show(<TeamPage />, { path: '/web/team' })
  await mouse.click(within(await screen.findByRole('article', { name: '王秀兰' })).getByRole('button', { name: '发送提醒' }))
  const dialog = within(await screen.findByRole('dialog', { name: '提醒 王秀兰' }))
  await dialog.findByText('将提醒 1 人，共 1 项。')
  await mouse.click(dialog.getByRole('button', { name: '发送提醒' }))
  await waitFor(() => expect(bodies(sent, team.remind)).toEqual([{ userIds: ['5'], kinds: ['course', 'exam', 'cert'] }]))
})

test('says so where the user leads nobody any more', async () => {
  fakeServer({ [team.overview.path]: refused('forbidden'), [team.paging.path]: refused('forbidden') })
  show(<TeamPage />, { path: '/web/team' })
  expect((await screen.findByRole('alert')).textContent).toContain(refused('forbidden').msg)
  expect(screen.queryByRole('button', { name: '提醒全部' })).toBeNull()
})
