// One person of a leader: what waits for them, a reminder, and the way back.
import { team } from '@shuyuan/contract/stat/team.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
import TeamPersonPage from './TeamPersonPage.tsx'

const person = {
  id: '5',
  realName: '蔡思远',
  deptName: '信息技术部',
  learnHours: 1.5,
  things: [{ kind: 'course', title: '值班制度', startTime: null, dueTime: '2026-11-20 10:00:00' }],
  exams: [],
  courses: [],
  certs: [],
}

test('shows what waits, and reminds this person only', async () => {
  const sent = fakeServer({ [team.person.path]: { data: person }, [team.remind.path]: { data: { people: 1, things: 1, skipped: 0 } } })
  const { mouse } = show(
    <Routes>
      <Route path="/web/team/:userId" element={<TeamPersonPage />} />
    </Routes>,
    { path: '/web/team/5' },
  )
  expect(await screen.findByRole('heading', { name: '蔡思远', level: 1 })).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回我的团队' }).getAttribute('href')).toBe('/web/team')
  expect(within(screen.getByRole('region', { name: '待办' })).getByText(/值班制度/)).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: '发送提醒' }))
  const dialog = within(await screen.findByRole('dialog', { name: '提醒 蔡思远' }))
  expect(await dialog.findByText(/将提醒 1 人/)).toBeTruthy()
  await mouse.click(dialog.getByRole('button', { name: '发送提醒' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bodies(sent, team.remind)).toEqual([{ userIds: ['5'], kinds: ['course', 'exam', 'cert'] }])
})
