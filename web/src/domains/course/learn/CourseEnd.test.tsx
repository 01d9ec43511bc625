// The end of a finished course: points and the course after it.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import type { CourseDetail } from '../catalog/course-labels.ts'
import { CourseEnd } from './CourseEnd.tsx'

beforeEach(() => signInWith([]))

const finished = { id: '1', title: '消防安全', learned: 'finished', finishTime: '2026-11-27 09:30:00', earnedPoints: 20 } as CourseDetail
const row = (id: string, title: string, learned: string) => ({ id, title, learned, phase: 'open', price: '0.00', costPoints: 0 })
const serve = (records: object[]) => fakeServer({ [course['user-paging'].path]: { data: { records, total: records.length } } })

it('congratulates, names the points, and leads to the next course', async () => {
  serve([row('1', '消防安全', 'going'), row('2', '电梯困人', 'going'), row('3', '急救', 'none')])
  show(<CourseEnd course={finished} />)
  expect(screen.getByText('恭喜，您已学完这门课程！')).toBeTruthy()
  expect(screen.getByRole('link', { name: '获得 20 积分' }).getAttribute('href')).toBe('/web/uc?to=points')
  const next = await screen.findByRole('link', { name: '接着学：电梯困人' })
  expect([next.getAttribute('href'), next.textContent]).toEqual(['/web/course/view/2', '继续学习'])
})

it('names neither points nor a course where there are none, and is not there before the end', async () => {
  serve([row('1', '消防安全', 'finished')])
  show(<CourseEnd course={{ ...finished, earnedPoints: 0 }} />)
  expect(screen.getByText('恭喜，您已学完这门课程！')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  cleanup()
  show(<CourseEnd course={{ ...finished, learned: 'going', finishTime: null }} />)
  expect(screen.queryByRole('region')).toBeNull()
})
