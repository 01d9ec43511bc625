// The wrong-answer book: each question opens with its answer and on a page of its own, chapters are offered with their sections; training,
// printing and removal.
import { book } from '@shuyuan/contract/book/book.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { page } from '../../../test/answers.ts'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { show, signInWith } from '../../../test/render.tsx'
import { BookList } from './BookList.tsx'
import BookPrintPage from './learner/BookPrintPage.tsx'

const row = {
  id: '9',
  quId: '41',
  examId: '0',
  examId_dictText: '',
  repoId: '3',
  repoId_dictText: '消防',
  chapterId: '8',
  chapterId_dictText: '灭火器',
  quType: QuType.single,
  title: '如何使用？',
  deleted: false,
  wrongCount: 2,
  rightStreak: 0,
  updateTime: '2026-11-24 10:00:00',
}
const chapters = [
  { id: '7', title: '器材', count: 2 },
  { id: '8', title: '灭火器', count: 1 },
]
const places = { rights: 3, exams: [], repos: [{ id: '3', title: '消防', count: 2, chapters }] }
const serve = () => fakeServer({ [book.paging.path]: page([row]), [book.places.path]: { data: places } })
beforeEach(() => signInWith([]))

it('leads from a question to its own page', async () => {
  serve()
  const { mouse } = show(<BookList />)
  await mouse.click(await screen.findByRole('button', { name: '如何使用？' }))
  expect((await screen.findByRole('link', { name: '单独查看' })).getAttribute('href')).toBe('/web/qu/view/41')
})

it('asks for a chapter by its id; the count of a chapter holds its sections', async () => {
  const sent = serve()
  show(<BookList />, { path: '/?repoId=3' })
  const chapter = await screen.findByRole('combobox', { name: '章节' })
  expect(screen.getByRole('option', { name: '灭火器（1）' })).toBeTruthy()
  fireEvent.change(chapter, { target: { value: '7' } })
  await screen.findByRole('option', { name: '器材（2）', selected: true })
  expect(bodies(sent, book.paging).at(-1)).toMatchObject({ params: { repoId: '3', chapterId: '7' } })
})

const key = { right: [], blanks: ['119'], pairs: [], modelAnswer: '', analysis: '' }
const asked = {
  quId: '41',
  quType: QuType.fillIn,
  content: '<p>火警电话是____。</p>',
  score: 2,
  answerList: [],
  blankCount: 1,
  left: [],
  right: [],
}
const detail = { id: '9', question: { ...asked, subList: [] }, answer: { blanks: ['不对'] }, key, subKeys: [] }

it('opens a question without its answer, and shows it on request beside the own one', async () => {
  fakeServer({ [book.paging.path]: page([row]), [book.places.path]: { data: places }, [book.detail.path]: { data: detail } })
  const { mouse } = show(<BookList />)
  expect(await screen.findByText(/答错 2 次/)).toBeTruthy()
  await mouse.click(screen.getByRole('button', { name: '如何使用？' }))
  const open = await screen.findByRole('button', { name: '查看答案和解析' })
  expect(screen.queryByRole('columnheader', { name: '正确答案' })).toBeNull()
  await mouse.click(open)
  expect(screen.getByRole('columnheader', { name: '正确答案' })).toBeTruthy()
  expect(screen.getByText('不对')).toBeTruthy()
})

it('trains on the filtered questions, and removes the chosen ones after a question', async () => {
  let rows = [row]
  const sent = fakeServer({
    [book.paging.path]: () => page(rows),
    [book.places.path]: { data: places },
    [book.remove.path]: () => {
      rows = []
      return { data: true }
    },
  })
  const { mouse, router } = show(<BookList />)
  await mouse.click(await screen.findByRole('checkbox', { name: '选择“如何使用？”' }))
  await mouse.click(screen.getByRole('button', { name: /移出/ }))
  await mouse.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '确定' }))
  expect(await screen.findByText('暂无相关数据！')).toBeTruthy()
  expect(bodies(sent, book.remove)).toEqual([{ ids: ['9'] }])
  await mouse.click(screen.getByRole('button', { name: '错题训练' }))
  expect(router.state.location.pathname).toMatch(/^\/web\/repo\/training\/3\/6$/)
})

it('is printed without answers, and with them on request', async () => {
  const sent = fakeServer({
    [book.print.path]: ({ body }) => ({
      data: [{ question: { ...asked, subList: [] }, key: (body as { answers: boolean }).answers ? key : null, subKeys: [] }],
    }),
  })
  const { mouse } = show(<BookPrintPage />, { path: '/?repoId=3' })
  await screen.findByRole('switch')
  expect(screen.queryByRole('columnheader', { name: '正确答案' })).toBeNull()
  await mouse.click(screen.getByRole('switch'))
  expect(await screen.findByRole('columnheader', { name: '正确答案' })).toBeTruthy()
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  await waitFor(() => expect(bodies(sent, book.print).at(-1)).toEqual({ repoId: '3', answers: true }))
})
