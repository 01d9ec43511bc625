// The learner's day: one state and one action a row, one strong button.
import { statToday } from '@shuyuan/contract/stat/total.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { Today } from './Today.tsx'

const exam = {
  startTime: '2098-12-31 09:00:00',
  endTime: '2099-01-01 11:00:00',
  going: false,
  offline: false,
  place: '',
  paperId: null,
  courseId: null,
}
const day = (parts: object) =>
  fakeServer({
    [statToday.mine.path]: {
      data: { exams: [], courses: [], lives: [], rooms: [], trains: [], surveys: [], paths: [], pace: null, ...parts },
    },
  })
const rowOf = async (title: string) => (await screen.findByText(title, { selector: 'b' })).closest('li')!
const text = async (title: string) => (await rowOf(title)).textContent
const links = () => screen.getAllByRole('link').map((one) => one.getAttribute('href'))
const strong = () => screen.getAllByRole('link').filter((one) => one.className.includes('btnPrimary'))

test('an exam that is open is entered, and a running one is gone on with; its button is the strong one', async () => {
  day({
    exams: [
      { id: '1', title: '进行', ...exam, state: 'going', going: true, paperId: '9' },
      { id: '2', title: '开放', ...exam, state: 'open' },
    ],
  })
  show(<Today />)
  expect(await text('进行')).toBe('进行01-01 11:00 截止进行中继续考试进行')
  expect(await text('开放')).toBe('开放01-01 11:00 截止去考试开放')
  expect(links()).toEqual(['/web/exam/start/9', '/web/exam/check/2'])
  expect(strong().map((one) => one.getAttribute('href'))).toEqual(['/web/exam/start/9'])
})

test('one that has not begun, is held on paper, or waits for a decision, says so and offers nothing to click', async () => {
  day({
    exams: [
      { id: '3', title: '以后', ...exam, state: 'waiting' },
      { id: '4', title: '笔试', ...exam, state: 'offline', offline: true, place: '一号楼 203' },
      { id: '5', title: '申请了', ...exam, state: 'audit' },
    ],
  })
  show(<Today />)
  expect(await text('以后')).toBe('以后12-31 09:00 开始未开始')
  expect(await text('笔试')).toBe('笔试12-31 09:00 开始 · 一号楼 203线下考试')
  expect(await text('申请了')).toBe('申请了12-31 09:00 开始待审核')
  expect(screen.queryByRole('link')).toBeNull()
})

test('what has to be bought, applied for or learnt first leads there', async () => {
  day({
    exams: [
      { id: '6', title: '收费', ...exam, state: 'buy' },
      { id: '7', title: '须申请', ...exam, state: 'apply' },
      { id: '8', title: '先学', ...exam, state: 'learn', courseId: '12' },
    ],
    courses: [{ id: '13', title: '收费课', endTime: null, required: true, state: 'buy' }],
  })
  show(<Today />)
  expect(await text('收费')).toContain('待购买去购买')
  expect(await text('须申请')).toContain('需要申请去申请')
  expect(await text('先学')).toContain('去学习')
  expect(await text('收费课')).toContain('待购买去购买')
  expect(links()).toEqual(['/web/exam/check/6', '/web/exam/check/7', '/web/course/view/12', '/web/course/view/13'])
  expect(strong()).toHaveLength(1)
})

test('a broadcast that runs is the first thing to do; one of this evening says when it begins', async () => {
  const live = { courseId: '5', fileId: '6', startTime: '2026-11-24 19:30:00' }
  day({
    exams: [{ id: '2', title: '开放', ...exam, state: 'open' }],
    lives: [
      { id: '1', title: '正在播', ...live, live: true },
      { id: '2', title: '晚上播', ...live, live: false },
    ],
  })
  show(<Today />)
  expect(await text('正在播')).toContain('直播中看直播')
  expect(await text('晚上播')).toBe('晚上播今天 19:30 开播未开始')
  expect(strong().map((one) => one.getAttribute('href'))).toEqual(['/web/course/view/5/6'])
})

test('the line of the week says streak, goal, points and the next certificate', async () => {
  day({ pace: { streak: 4, days: 2, goal: 3, points: 120, cert: { title: '合格证', courseId: '7', courseTitle: '消防' } } })
  show(<Today />)
  await screen.findByText('连续学习 4 天')
  screen.getByText('本周 2 / 3 天')
  screen.getByRole('link', { name: '120 积分' })
  screen.getByRole('link', { name: '学完“消防”得证书' })
})
