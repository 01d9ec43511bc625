// One paper in the back office: read with its key, and marked as a whole.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { ExState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import ReviewPaperDetailPage from './ReviewPaperDetailPage.tsx'
import ShowExamPage from './ShowExamPage.tsx'

type Marked = Data<(typeof paper)['review-paper']>
const empty = { answerList: [], blankCount: 0, left: [], right: [], subList: [], gained: null, fixed: null }
const short = (quId: string) => ({
  ...empty,
  quId,
  quType: QuType.shortAnswer,
  content: `<p>简述 ${quId}</p>`,
  score: 10,
  answer: { text: '<p>保持冷静</p>' },
  markState: 'pending',
  comment: '',
  key: { right: [], blanks: [], pairs: [], modelAnswer: '', analysis: '' },
})
const single = {
  ...empty,
  quId: '1',
  quType: QuType.single,
  content: '<p>火警电话是？</p>',
  score: 2,
  answerList: [
    { tag: 'A', content: '110' },
    { tag: 'B', content: '119' },
  ],
  answer: null,
  markState: 'blank',
  comment: '',
  gained: 0,
  key: { right: ['B'], blanks: [], pairs: [], modelAnswer: '', analysis: '' },
}
const handed = {
  id: '5',
  examId: '9',
  userId: '3',
  version: 4,
  title: '期末考试',
  realName: '王秀兰',
  deptCode_dictText: '客房部',
  state: PaperState.marking,
  score: null,
  totalScore: 22,
  passed: null,
  answered: 2,
  quCount: 3,
  handTime: '2026-11-20 10:00:00',
  exState: ExState.normal,
  exMsg: '',
  receiptNo: '',
  groups: [{ title: '全部题型', totalScore: 22, gained: null, quList: [single, short('7'), short('8')] }],
} as unknown as Marked

function open(shown: Marked) {
  let stored = shown
  const sent = fakeServer({
    [paper['review-paper'].path]: ({ body }) => {
      const { marks } = body as { marks?: { quId: string; score: number; comment: string }[] }
      if (marks) {
        const markOf = (quId: string) => marks.find((one) => one.quId === quId)
        const [group] = stored.groups
        const quList = group!.quList.map((one) => {
          const mark = markOf(one.quId)
          return mark ? { ...one, gained: mark.score, comment: mark.comment, markState: 'partial' } : one
        })
        stored = { ...stored, version: stored.version + 1, groups: [{ ...group!, quList }] } as unknown as Marked
      }
      return { data: stored }
    },
    [review.queue.path]: { data: { step: 0.5, markDouble: false, chief: true } },
  })
  const pages = (
    <Routes>
      <Route path="/review/:paperId" element={<ReviewPaperDetailPage />} />
      <Route path="/show/:id" element={<ShowExamPage />} />
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>
  )
  return { sent, ...show(pages, { path: shown.state === PaperState.marking ? '/review/5' : '/show/5' }) }
}

beforeEach(() => signInWith(['paper:review', 'paper:list']))

it('is marked within the maximum, stored, and finished after a question', async () => {
  const { sent, mouse, router } = open(handed)
  const given = () => bodies(sent, paper['review-paper']).filter((body) => (body as { marks?: object }).marks)
  const button = (name: string) => screen.getByRole('button', { name })
  expect(await screen.findByText('还有 2 题未给分')).toBeTruthy()
  expect(button('完成阅卷')).toHaveProperty('disabled', true)
  const [first] = screen.getAllByRole('spinbutton', { name: '得分' })
  await mouse.type(first!, '99')
  await mouse.tab()
  expect(await screen.findByText('得分应在0到10分之间')).toBeTruthy()
  expect(button('暂存')).toHaveProperty('disabled', true)
  await mouse.clear(first!)
  await mouse.type(first!, '7.5')
  await mouse.type(screen.getAllByPlaceholderText('评语')[0]!, '要点基本完整')
  await mouse.click(screen.getAllByRole('button', { name: '满分' })[1]!)
  expect(await screen.findByText('已全部给分')).toBeTruthy()
  await mouse.click(button('暂存'))
  await waitFor(() => expect(given()).toHaveLength(1))
  const marks = [
    { quId: '7', score: 7.5, comment: '要点基本完整' },
    { quId: '8', score: 10, comment: '' },
  ]
  expect(given()).toMatchObject([{ id: '5', version: 4, marks }])
  await waitFor(() => expect(screen.getByText('已全部给分')).toBeTruthy())
  await mouse.click(button('完成阅卷'))
  await mouse.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /确\s?定/ }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/exam/review'))
  expect(given().at(-1)).toMatchObject({ version: 5, finish: true, marks })
})

it('is read with its key by who may review, whatever candidates are shown', async () => {
  const { sent } = open({ ...handed, state: PaperState.done, score: 0, passed: false })
  expect(await screen.findByRole('heading', { name: '期末考试' })).toBeTruthy()
  expect(screen.getByText('B', { selector: 'b' }).parentElement?.textContent).toContain('正确答案：B')
  expect(bodies(sent)).toEqual([{ id: '5' }])
})
