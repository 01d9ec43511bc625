// The home of a learner.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
import type { CourseRow } from '../course-labels.ts'
import MyCoursePage from './MyCoursePage.tsx'

const row = (id: string, given: Partial<CourseRow>) => ({
  id,
  title: `课程${id}`,
  cover: `/files/${id}.png`,
  phase: 'open',
  learned: 'none',
  required: false,
  fileCount: 1,
  process: 0,
  duration: 0,
  lastTime: null,
  startTime: null,
  endTime: null,
  finishTime: null,
  deadlineDays: null,
  dueTime: null,
  overdue: false,
  reasons: [],
  ...given,
})

test('the picture of the course that goes on is fetched first, those of the list when they come into view', async () => {
  const records = [row('1', { learned: 'going', process: 40 }), row('2', {})]
  fakeServer({ [course['user-paging'].path]: { data: { records, total: 2, current: 1, size: 10, pages: 1 } } })
  show(<MyCoursePage />, { path: '/web/index' })
  const going = await screen.findByRole('region', { name: '继续学习' })
  const pictures = [...document.querySelectorAll('img')].map((one) => [
    going.contains(one),
    one.getAttribute('loading'),
    one.getAttribute('fetchpriority'),
  ])
  expect(pictures).toContainEqual([true, 'eager', 'high'])
  expect(pictures.filter(([isTop]) => !isTop)).toEqual([
    [false, 'lazy', 'auto'],
    [false, 'lazy', 'auto'],
  ])
})
