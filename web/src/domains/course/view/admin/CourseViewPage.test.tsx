// The page of a course: what each role finds on it.
import { course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { courseView } from '@shuyuan/contract/course/view/view.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { departTree, page } from '../../../../../test/answers.ts'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import CourseViewPage from './CourseViewPage.tsx'

const stored = {
  id: '7',
  title: '消防安全',
  state: CourseState.enabled,
  draft: false,
  own: true,
  phase: 'open',
  required: true,
  openType: OpenType.persons,
  openType_dictText: '指定人员',
  deptCodes: [],
  groups: [{ id: '3', groupName: '新员工' }],
  users: [],
  startTime: null,
  endTime: '2027-01-31 18:00:00',
  deadlineTime: null,
  deadlineDays: null,
  price: '0.00',
  costPoints: 0,
  certId: null,
  catId_dictText: '',
  fileCount: 1,
  duration: 60,
  version: 1,
  files: [
    { fileId: '1', title: '讲义', chapter: '第一章', fileType: CourseFileType.pdf, required: true, enabled: true, duration: 60, stops: [] },
  ],
}
const overview = {
  learners: { people: 30, going: 4, finished: 12, overdue: 3 },
  income: null,
  attention: [{ kind: 'questions', n: 2 }],
}
const open = (more: object = {}) => {
  fakeServer({
    [course['admin/detail'].path]: { data: { ...stored, ...more } },
    [courseView.overview.path]: { data: overview },
    [statCourse.overview.path]: {
      data: { id: '7', title: '消防安全', files: [], people: 30, begun: 16, none: 14, going: 4, finished: 12, overdue: 3 },
    },
    [statCourse['user-paging'].path]: page([]),
    ...departTree,
  })
  return show(<CourseViewPage />)
}
const tabs = () => screen.getAllByRole('tab').map((tab) => tab.textContent)
const buttons = () => screen.getAllByRole('button').map((button) => button.textContent?.replaceAll(' ', ''))

it('says for whom, when and at what price, how it goes, and what waits with the way there', async () => {
  await signInWith(['course:list', 'course:stat', 'course:answer', 'course:update', 'pay:order:list'])
  open()
  expect(await screen.findByText('指定人员 · 新员工 · 2027-01-31 18:00 前 · 免费')).toBeTruthy()
  const finished = await screen.findByRole('link', { name: '12' })
  expect(finished.getAttribute('href')).toBe('/admin/course/view/7?view=people&u.learned=finished')
  const waiting = screen.getByRole('link', { name: '待回答的提问' })
  expect(waiting.getAttribute('href')).toBe('/admin/course/view/7?view=talk&answered=false')
  expect(tabs()).toEqual(['概况', '课件', '学员', '学习统计', '问答', '评价', '变更记录'])
  expect(buttons()).toEqual(expect.arrayContaining(['预览', '编辑', '停用']))
})

it('shows a user who may only list courses no button and no tab that would refuse', async () => {
  await signInWith(['course:list'])
  open()
  expect(await screen.findByRole('heading', { name: '消防安全' })).toBeTruthy()
  expect(tabs()).toEqual(['概况', '课件'])
  expect(buttons()).toEqual(expect.not.arrayContaining(['编辑', '停用', '发送通知']))
})

it('a draft says that it is one, what it lacks, and how it is published', async () => {
  await signInWith(['course:list', 'course:update'])
  const { mouse } = open({ draft: true, state: CourseState.disabled, files: [], fileCount: 0 })
  expect(await screen.findByText('草稿只有后台可见，发布后学员才能看到。')).toBeTruthy()
  expect(screen.getByText('还没有可用的必学课件，不能发布')).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: /发\s?布/ }))
  expect(within(await screen.findByRole('dialog')).getByText('发布课程“消防安全”')).toBeTruthy()
})

it('a course with a price has its orders', async () => {
  await signInWith(['course:list', 'pay:order:list'])
  open({ price: '99.00' })
  expect(await screen.findByRole('tab', { name: '订单' })).toBeTruthy()
})

it('has its people, its figures and its ratings behind tabs, which the address names', async () => {
  await signInWith(['course:list', 'course:stat', 'course:remind', 'course:update'])
  const { mouse, router } = open()
  expect((await screen.findByRole('group', { name: '课程概况' })).textContent).toContain('应学人数')
  await mouse.click(screen.getByRole('tab', { name: '学员' }))
  expect(await screen.findByText('提醒未学完的学员')).toBeTruthy()
  await mouse.click(screen.getByRole('tab', { name: '学习统计' }))
  const matrix = await screen.findByText('部门学习矩阵')
  expect(matrix.closest('a')?.getAttribute('href')).toBe('/admin/course/stat?courses=7')
  expect(screen.queryByText('提醒未学完的学员')).toBeNull()
  await mouse.click(screen.getByRole('tab', { name: '评价' }))
  expect(router.state.location.search).toBe('?view=rates')
})
