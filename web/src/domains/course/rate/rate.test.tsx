// Ratings: given at the end of a course, changed under its tab, answered and hidden in the back office.
import { courseRate } from '@shuyuan/contract/course/rate/rate.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { bodies, fakeServer, type Sent } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import type { CourseDetail } from '../catalog/course-labels.ts'
import { RateEnd } from './RateEnd.tsx'
import { RateList } from './RateList.tsx'
import { Rates } from './Rates.tsx'

const row = {
  id: '5',
  courseId: '3',
  courseTitle: '消防安全',
  stars: 4,
  content: '灭火器的四个动作讲得清楚',
  realName: '王秀兰',
  deptName: '客房部',
  isOwn: false,
  hidden: false,
  reply: '',
  replyTime: null,
  createTime: '2026-11-24 10:00:00',
}
const course = { id: '3', learned: 'finished', rateCount: 1, rateMean: 4 } as CourseDetail
type Stored = Partial<typeof row>

/** A server with the ratings of others, which stores the own one. */
function serve(own?: Stored) {
  let mine = own
  const rows = ({ body }: Sent) => {
    const { params } = body as { params: { mine?: boolean } }
    const owned = mine ? [{ ...row, id: '9', isOwn: true, ...mine }] : []
    return page(params.mine ? owned : [...owned, row])
  }
  return fakeServer({
    [courseRate.paging.path]: rows,
    [courseRate.save.path]: ({ body }) => {
      mine = body as Stored
      return { data: true }
    },
  })
}

beforeEach(() => signInWith([]))

it('asks for stars at the end of a course, and gives thanks', async () => {
  const sent = serve()
  const { mouse } = show(<RateEnd courseId="3" />)
  const end = within(await screen.findByRole('region', { name: '评价这门课程' }))
  await mouse.click(end.getByRole('button', { name: '提交评价' }))
  expect((await end.findByRole('alert')).textContent).toBe('请选择1到5星')
  expect(bodies(sent, courseRate.save)).toEqual([])
  await mouse.click(end.getByRole('radio', { name: '4 星' }))
  await mouse.type(end.getByRole('textbox', { name: '评价内容' }), '可以再慢一点。')
  await mouse.click(end.getByRole('button', { name: '提交评价' }))
  expect(await screen.findByText('感谢您的评价')).toBeTruthy()
  expect(bodies(sent, courseRate.save)).toEqual([{ courseId: '3', stars: 4, content: '可以再慢一点。' }])
})

it('shows the own rating first, and changes it', async () => {
  const sent = serve({ stars: 4, content: '可以再慢一点。' })
  const { mouse } = show(<Rates course={course} fileId="" />)
  expect(await screen.findByText('可以再慢一点。')).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: '修改评价' }))
  await mouse.click(screen.getByRole('radio', { name: '5 星' }))
  await mouse.click(screen.getByRole('button', { name: '提交评价' }))
  await waitFor(() => expect(bodies(sent, courseRate.save)).toEqual([{ courseId: '3', stars: 5, content: '可以再慢一点。' }]))
  const [first] = await screen.findAllByRole('listitem')
  expect(await within(first!).findByRole('img', { name: '5 星' })).toBeTruthy()
})

it('says before the end of the course when it can be rated', async () => {
  serve()
  show(<Rates course={{ ...course, learned: 'going' }} fileId="" />)
  expect(screen.getByText('学完课程后可以评价。')).toBeTruthy()
  expect(await screen.findByText(row.content)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('is answered and hidden in the back office', async () => {
  const stored = { ...row }
  const sent = fakeServer({
    [courseRate.paging.path]: () => page([{ ...stored }]),
    [courseRate.reply.path]: ({ body }) => ({ data: Boolean(Object.assign(stored, body)) }),
    [courseRate.hide.path]: ({ body }) => ({ data: Boolean(Object.assign(stored, { hidden: (body as Stored).hidden })) }),
  })
  const { mouse } = show(<RateList />)
  await mouse.click(await screen.findByRole('button', { name: '回复' }))
  const dialog = await screen.findByRole('dialog')
  await mouse.type(within(dialog).getByRole('textbox', { name: '回复' }), '谢谢您的认真。')
  await mouse.click(within(dialog).getByRole('button', { name: /确\s?定/ }))
  expect(await screen.findByRole('cell', { name: '谢谢您的认真。' })).toBeTruthy()
  expect(bodies(sent, courseRate.reply)).toEqual([{ id: '5', reply: '谢谢您的认真。' }])
  await mouse.click(screen.getByRole('button', { name: '隐藏' }))
  expect(await screen.findByRole('button', { name: '恢复显示' })).toBeTruthy()
  expect(screen.getByRole('row', { name: /王秀兰/ }).textContent).toContain('已隐藏')
  expect(bodies(sent, courseRate.hide)).toEqual([{ ids: ['5'], hidden: true }])
})
