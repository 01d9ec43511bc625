// The wrong-answer book: each question opens on a page of its own, and chapters are offered with their sections.
import { book } from '@shuyuan/contract/book/book.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { page } from '../../../test/answers.ts'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { show, signInWith } from '../../../test/render.tsx'
import { BookList } from './BookList.tsx'

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
