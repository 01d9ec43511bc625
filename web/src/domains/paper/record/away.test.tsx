// The room says that a recording stays in the browser while the candidate is not signed in.
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { record } from '@shuyuan/contract/paper/record/record.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { senderOf } from './page-sender.ts'
import { RoomRecorder } from './RoomRecorder.tsx'

test('a sign-in that has ended is an interruption in the room until it is renewed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  let isIn = false
  fakeServer({
    [record.need.path]: { data: null },
    '/piece/7': () => Response.json({ size: isIn ? 3 : 0, go: 'on' }, { status: isIn ? 200 : 401 }),
  })
  const what = { camera: false, sound: false, screen: false, phone: false }
  show(<RoomRecorder paperId="1" examId="2" session="s" userId="u9" what={what} isBusy={() => false} />)
  const sender = senderOf('u9')
  const part = { id: '7', userId: 'u9', track: RecordTrack.camera, address: '/piece/7', size: 0, ended: false, at: 0, mime: 'video/webm' }
  act(() => {
    sender.begin(part, () => undefined)
    sender.add('7', new TextEncoder().encode('abc').buffer)
    sender.end('7')
  })
  await screen.findByText('录制已中断：登录已失效。画面先存在本机，重新登录后自动续传。作答不受影响。')
  screen.getByText('未在录制')
  isIn = true
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await waitFor(() => expect(screen.queryByText(/登录已失效/)).toBeNull())
  await screen.findByText('录制中')
})
