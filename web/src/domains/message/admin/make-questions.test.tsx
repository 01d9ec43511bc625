// 出题 on the rows of notices, where the assistant makes questions.
import { notice, NoticeState } from '@shuyuan/contract/message/notice.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page } from '../../../../test/answers.ts'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { type MakeFromNoticeProps, noticeTools } from '../notice-tools.ts'
import NoticeListPage from './NoticeListPage.tsx'

const row = {
  id: '4',
  title: '消防通知',
  summary: '请参加演练',
  state: NoticeState.shown,
  createTime: '2026-11-20 09:00:00',
  updateTime: '2026-11-20 09:00:00',
}
function shown(makes: boolean) {
  const before = noticeTools.get()
  const MakeFrom = ({ source, title }: MakeFromNoticeProps) => <p>{`${title} ${source.noticeId}`}</p>
  noticeTools.set({ ...before, WithMakes: ({ children }) => children(makes), MakeFrom })
  onTestFinished(() => noticeTools.set(before))
  fakeServer({ [notice.paging.path]: page([row]) })
  return show(<NoticeListPage />)
}
beforeEach(() => signInWith(['sys:notice:list', 'sys:notice:update']))

it('opens the questions of the notice', async () => {
  const { mouse } = shown(true)
  await mouse.click(await screen.findByRole('button', { name: '出题' }))
  expect(await screen.findByText('消防通知 4')).toBeTruthy()
})

it('is not offered where no questions can be made', async () => {
  shown(false)
  await screen.findByRole('button', { name: '编辑' })
  expect(screen.queryByRole('button', { name: '出题' })).toBeNull()
})
