import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { statWork } from '@shuyuan/contract/stat/total.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import WorkPage from './WorkPage.tsx'

const windowOfDay = { startTime: '2026-11-28 09:00:00', endTime: '2026-11-28 11:00:00' }
const running = { id: '5', title: '消防月考', ...windowOfDay, running: true }
const todo = (more: object) => ({ [statWork.todo.path]: { data: { todos: [], watched: [], steps: [], ...more } } })

it('the home of a teacher has what waits, the exams that run and the newest courses', async () => {
  await signInWith(['exam:list', 'course:list'])
  fakeServer({
    ...todo({ todos: [{ name: 'papers', count: 3 }] }),
    [exam.paging.path]: page([running]),
    [course.paging.path]: page([{ id: '7', title: '客房服务', procCount: 12, finishCount: 30 }]),
  })
  show(<WorkPage />)
  expect((await screen.findByRole('region', { name: '今天要做的' })).textContent).toContain('3')
  const exams = within(await screen.findByRole('region', { name: '进行中的考试' }))
  expect(exams.getByRole('link', { name: '消防月考' }).getAttribute('href')).toBe('/admin/exam/view/5')
  const courses = within(await screen.findByRole('region', { name: '最近的课程' }))
  expect(courses.getByText('学习中 12 人，已完成 30 人')).toBeDefined()
})

it('the home of an invigilator has what runs and what comes, with the way to each', async () => {
  await signInWith(['exam:watch'])
  fakeServer(todo({ watched: [running, { ...running, id: '6', title: '消防补考', running: false }] }))
  show(<WorkPage />)
  const rows = within(await screen.findByRole('region', { name: '要监考的' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['消防月考2026-11-28 09:00 – 11:00进行中', '消防补考2026-11-28 09:00 – 11:00未开始'])
  expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe('/admin/exam/watch/detail?examId=5')
})
