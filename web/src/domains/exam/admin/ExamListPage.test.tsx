// The list of exams: what stands against a removal, and a removal that is taken back.
import { exam, ExamOpenType, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { examArchive } from '@shuyuan/contract/paper/result/archive.ts'
import { bin } from '@shuyuan/contract/operation/bin.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { noCategories, page, refused } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { onNotice, type Notice } from '../../../kernel/notify.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import ExamListPage from './ExamListPage.tsx'

const row = {
  id: '7',
  title: '季度考核',
  phase: 'open',
  state: ExamState.enabled,
  draft: false,
  offline: false,
  archived: false,
  watchable: true,
  examType: '',
  examType_dictText: '',
  openType: ExamOpenType.all,
  openType_dictText: '完全公开',
  startTime: null,
  endTime: null,
  minutes: 30,
  quCount: 2,
  totalScore: 10,
  passScore: 6,
  tries: 1,
  createTime: '2026-11-20 10:00:00',
}
const blocked = '考试已有答卷，不能删除'

function open({ isUsed }: { isUsed: boolean }) {
  let rows = [row]
  const sent = fakeServer({
    ...noCategories,
    [exam.paging.path]: () => page(rows),
    [exam.state.path]: { data: true },
    [exam.delete.path]: ({ headers }) => {
      if (isUsed) return refused('badInput', { msg: blocked })
      if (headers['rehearsal'] === undefined) rows = []
      return { data: true }
    },
    [bin.undo.path]: () => {
      rows = [row]
      return { data: true }
    },
  })
  return { sent, ...show(<ExamListPage />) }
}
async function remove(mouse: ReturnType<typeof open>['mouse']) {
  await mouse.click(await screen.findByRole('button', { name: '“季度考核”的更多操作' }))
  await mouse.click(await screen.findByRole('menuitem', { name: '删除' }))
  return within(await screen.findByRole('dialog'))
}

beforeEach(() => signInWith(['exam:list', 'exam:update', 'exam:delete', 'exam:bin']))

it('an exam with papers is not removed, and the question says so', async () => {
  const { sent, mouse } = open({ isUsed: true })
  const question = await remove(mouse)
  expect(await question.findByText(blocked)).toBeTruthy()
  expect(question.getByRole('button', { name: '确定' })).toHaveProperty('disabled', true)
  await mouse.click(question.getByRole('button', { name: '取消' }))
  expect(bodies(sent, exam.delete)).toEqual([])
})

it('a removal is named in its question, and taken back by its notice', async () => {
  const seen: Notice[] = []
  const off = onNotice((notice) => seen.push(notice))
  const { sent, mouse } = open({ isUsed: false })
  const question = await remove(mouse)
  expect(question.getByText(/季度考核/)).toBeTruthy()
  await waitFor(() => expect(question.getByRole('button', { name: '确定' })).toHaveProperty('disabled', false))
  await mouse.click(question.getByRole('button', { name: '确定' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: '季度考核' })).toBeNull())
  expect(bodies(sent, exam.delete)).toEqual([{ ids: ['7'] }])
  const action = seen.at(-1)?.action
  expect(action?.text).toBe('撤销')
  action?.run()
  expect(await screen.findByRole('link', { name: '季度考核' })).toBeTruthy()
  expect(bodies(sent, bin.undo)).toEqual([{ kind: 'exam', ids: ['7'] }])
  off()
})

it('is switched off in the list', async () => {
  const { sent, mouse } = open({ isUsed: false })
  await mouse.click(await screen.findByRole('switch', { name: '启用“季度考核”' }))
  await waitFor(() => expect(bodies(sent, exam.state)).toEqual([{ id: '7', state: ExamState.disabled }]))
})

it('leads to the statistics of an exam', async () => {
  await signInWith(['exam:list', 'exam:stat'])
  open({ isUsed: true })
  expect((await screen.findByRole('link', { name: '统计' })).getAttribute('href')).toBe('/admin/exam/stat/7')
})

it('an archived exam says so, and comes back from its menu', async () => {
  let rows = [{ ...row, phase: 'closed', archived: true }]
  const sent = fakeServer({
    ...noCategories,
    [exam.paging.path]: () => page(rows),
    [examArchive.set.path]: () => {
      rows = []
      return { data: true }
    },
  })
  const { mouse } = show(<ExamListPage />, { path: '/admin/exam/list?shelf=archived' })
  expect((await screen.findByText('季度考核')).closest('tr')!.textContent).toContain('已归档')
  expect(bodies(sent, exam.paging)).toMatchObject([{ params: { shelf: 'archived' } }])
  await mouse.click(screen.getByRole('button', { name: '“季度考核”的更多操作' }))
  await mouse.click(await screen.findByText('恢复到列表'))
  await waitFor(() => expect(screen.queryByText('季度考核')).toBeNull())
  expect(bodies(sent, examArchive.set)).toEqual([{ ids: ['7'], archived: false }])
})
