import { totalExam, totalLearn, totalUser } from '@shuyuan/contract/stat/exam-total.ts'
import { totalNum } from '@shuyuan/contract/stat/total.ts'
import { siteInfo } from '@shuyuan/contract/site/config/config-site.ts'
import { screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { session } from '../../../../test/answers.ts'
import { fakeServer } from '../../../../test/fake-server.ts'
import { forgetSite, show } from '../../../../test/render.tsx'
import { setToken } from '../../../kernel/call/token.ts'
import { loadSession, reloadSite } from '../../../shared/session/session.ts'
import { QuickCards } from './QuickCards.tsx'
import { Totals } from './Totals.tsx'
import { Trends } from './Trends.tsx'

const person = { id: 'dashboard', permissions: ['exam:add', 'course:add'] }
const entry = (path: string, name: string) => ({ path, name, children: [] })
const menus = [{ path: '/admin', name: 'Office', children: [entry('exam/add/:tmplId', 'ExamAdd'), entry('course/add', 'CourseAdd')] }]
const week = [{ dateStr: '2026-11-27' }, { dateStr: '2026-11-28' }]

async function open(moduleCourse: boolean) {
  onTestFinished(forgetSite)
  fakeServer({
    ...session(person, menus),
    [siteInfo.detail.path]: { data: { siteName: '书院', props: { moduleExam: true, moduleCourse, moduleCert: true } } },
    ...Object.fromEntries([totalExam, totalLearn, totalUser].map((one) => [one.week.path, { data: week }])),
  })
  setToken(`dashboard-${moduleCourse}`)
  await Promise.all([loadSession(), reloadSite()])
  show(
    <>
      <QuickCards />
      <Trends />
    </>,
  )
  await screen.findByRole('region', { name: '用户概况' })
}

const shown = () => ({
  cards: screen.getAllByRole('link').map((one) => one.getAttribute('href')),
  charts: screen.getAllByRole('region').map((one) => one.getAttribute('aria-label')),
})

it.each([
  [true, { cards: ['/admin/exam/add/0', '/admin/course/add'], charts: ['用户概况', '考试概况', '学习概况'] }],
  [false, { cards: ['/admin/exam/add/0'], charts: ['用户概况', '考试概况'] }],
])('with courses open: %s, cards and charts are those of the open modules', async (moduleCourse, expected) => {
  await open(moduleCourse)
  expect(shown()).toEqual(expected)
})

it('totals that are multiplied say so, and a module without a total has no entry', async () => {
  fakeServer({ [totalNum.all.path]: { data: { examCount: 30, change: {}, scale: 300, time: '2026-11-28 08:00:00' } } })
  show(<Totals />)
  expect(await screen.findByText('已按比例放大')).toBeDefined()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})
