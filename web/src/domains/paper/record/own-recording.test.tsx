// What the candidate sees of their own recording.
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { OwnRecording } from './OwnRecording.tsx'

const own = {
  camera: true,
  sound: false,
  screen: true,
  phone: false,
  state: RecordState.complete,
  keepUntil: '2026-12-20 10:00:00',
  viewers: { all: 0, live: 0, replay: 0 },
}
const open = (data: unknown) => {
  const sent = fakeServer({ [record.mine.path]: { data } })
  show(<OwnRecording paperId="7" />)
  return sent
}

test('the candidate sees what is kept, until when, and who may look', async () => {
  open(own)
  const shown = await screen.findByRole('region', { name: '考试录像' })
  expect(shown.textContent).toMatch(/摄像头.*屏幕（完整）.*保存至 2026-12-20 10:00.*可查看的人员：本场监考人、教务管理员/)
})

test('the candidate sees how many have looked, live and afterwards', async () => {
  open({ ...own, viewers: { all: 3, live: 2, replay: 2 } })
  expect((await screen.findByRole('region', { name: '考试录像' })).textContent).toContain('已有 3 人查看：实时 2 人，回放 2 人。')
  cleanup()
  open(own)
  expect((await screen.findByRole('region', { name: '考试录像' })).textContent).toContain('还没有人查看。')
})

test('a recording whose time is over says so', async () => {
  open({ ...own, state: RecordState.deleted })
  await screen.findByText('录像已到期删除')
})

test('a paper without a recording has no such part', async () => {
  const sent = open(null)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.queryByText('考试录像')).toBeNull()
})
