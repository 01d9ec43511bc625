// A live lesson in its course: what stands after its end.
import { ReplayState } from '@shuyuan/contract/live/room-state.ts'
import { type LiveEntered, liveRoom } from '@shuyuan/contract/live/room.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { LiveLesson } from './LiveLesson.tsx'

const room: LiveEntered = {
  id: '31',
  courseId: '7',
  fileId: '8',
  title: '客房直播课',
  cover: '',
  content: '',
  teacherId_dictText: '李老师',
  startTime: '2030-03-01 09:00:00',
  endTime: '2030-03-01 10:00:00',
  leftMs: -1,
  beganAt: '2030-03-01 09:01:00',
  provider: 'local',
  replayState: ReplayState.none,
  replayError: '',
  chat: false,
  paceSec: 0,
  muted: false,
  isHost: false,
  phase: 'ended',
  source: '',
  viewers: 0,
  sec: 1_800,
  finished: true,
}
const After = ({ roomId }: { roomId: string }) => <p>survey of {roomId}</p>
const open = (more: Partial<LiveEntered>) => {
  const { phase, source, viewers, sec, finished } = { ...room, ...more }
  fakeServer({
    [liveRoom.enter.path]: { data: { ...room, ...more } },
    [liveRoom.beat.path]: { data: { phase, source, viewers, sec, finished } },
    [liveRoom.chat.path]: { data: [] },
  })
  show(<LiveLesson courseId="7" fileId="8" onChange={() => undefined} After={After} />)
}

test('what follows the lesson stands at its end', async () => {
  open({})
  expect(await screen.findByText('survey of 31')).toBeTruthy()
  expect(screen.getByText('直播已结束，没有回放')).toBeTruthy()
})

test('it stands neither before the end nor after a lesson that did not take place', async () => {
  open({ phase: 'waiting', beganAt: null })
  expect(await screen.findByText('等待主讲人开始直播…')).toBeTruthy()
  expect(screen.queryByText('survey of 31')).toBeNull()
})
