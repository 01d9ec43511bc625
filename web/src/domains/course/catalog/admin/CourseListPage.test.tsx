import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { noCategories, page } from '../../../../../test/answers.ts'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import CourseListPage from './CourseListPage.tsx'

const row = {
  title: '消防安全',
  cover: '',
  catId: '',
  catId_dictText: '',
  openType: OpenType.all,
  openType_dictText: '全部',
  required: true,
  startTime: null,
  endTime: null,
  price: '0.00',
  costPoints: 0,
  fileCount: 3,
  duration: 600,
  state: CourseState.enabled,
  draft: false,
  phase: 'open',
  createTime: '2026-11-28 08:00:00',
  procCount: 0,
  finishCount: 0,
  own: true,
  rateMean: 0,
  rateCount: 0,
}

it('the name of a course leads to its page; courses have the covers that learners see: the picture, or a drawing with the first letter', async () => {
  await signInWith(['course:list'])
  fakeServer({
    ...noCategories,
    [course.paging.path]: page([
      { ...row, id: '1' },
      { ...row, id: '2', title: '客房服务', cover: '/upload/room.jpg' },
    ]),
  })
  show(<CourseListPage />)
  const coverOf = (title: string) =>
    screen.getByRole('link', { name: title }).closest('td')!.querySelector<HTMLElement>('[data-part=cover]')!
  const name = await screen.findByRole('link', { name: '消防安全' })
  expect(name.getAttribute('href')).toBe('/admin/course/view/1')
  const drawn = coverOf('消防安全')
  expect(drawn.querySelector('svg')).not.toBeNull()
  expect(drawn.textContent).toBe('消')
  expect(drawn.style.getPropertyValue('--hue')).not.toBe('')
  expect(coverOf('客房服务').getAttribute('src')).toBe('/upload/room.jpg')
})
