import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { departTree, page } from '../../../../../test/answers.ts'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import CourseMatrixPage from './CourseMatrixPage.tsx'

const cell = (learned: string, process: number, overdue = false) => ({ learned, process, overdue, finishTime: null })
const courses = [
  { id: '1', title: '消防安全' },
  { id: '2', title: '客房服务' },
  { id: '3', title: '食品卫生' },
]
const rows = [
  {
    userId: '9',
    userName: 'an',
    realName: '安安',
    deptName: '客房部',
    courses: { 1: cell('finished', 100), 2: cell('going', 40, true) },
  },
  { userId: '10', userName: 'bo', realName: '柏柏', deptName: '餐饮部', courses: { 1: cell('none', 0), 2: cell('going', 25) } },
]

it('says the state of each person in each course in words, leads to the courses, and does not stretch few of them', async () => {
  await signInWith(['course:list', 'course:stat'])
  const { data } = page(rows)
  fakeServer({ ...departTree, [statCourse.matrix.path]: { data: { ...data, courses } } })
  show(<CourseMatrixPage />)
  const cellsOf = async (name: string) =>
    [...(await screen.findByText(name)).closest('tr')!.querySelectorAll('td')].slice(1).map((one) => one.textContent)
  expect(await cellsOf('安安')).toEqual(['已完成', '逾期 40%', '—'])
  expect(await cellsOf('柏柏')).toEqual(['未学习', '25%', '—'])
  expect(screen.getAllByLabelText('不在学习范围')).toHaveLength(2)
  expect(screen.getByRole('link', { name: '消防安全' }).getAttribute('href')).toBe('/admin/course/view/1?view=stat')
  const table = screen.getAllByRole('table')[0]!
  const panel = table.closest<HTMLElement>('[style*=max-inline-size]')!
  expect(Number.parseFloat(panel.style.maxInlineSize)).toBeLessThanOrEqual(920)
  expect(within(screen.getByRole('banner')).getByRole('heading', { name: '学习统计' })).toBeDefined()
})
