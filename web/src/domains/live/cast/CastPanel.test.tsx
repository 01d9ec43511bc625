// The lecturer's panel offers OBS where the server takes it, and shows what to copy.
import { type LiveEntered, liveRoom } from '@shuyuan/contract/live/room.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { CastPanel } from './CastPanel.tsx'

const room = { id: '7', title: '公开课', phase: 'waiting', source: '' } as LiveEntered
const off = { server: '', key: '', url: '', cast: true, until: null, play: '' }
const on = { ...off, server: 'rtmp://live.school.example/live', key: 'room1?e=1&s=x', until: '2026-11-23 18:00:00' }

test('OBS is begun without the camera of this page, with server and key to copy', async () => {
  const sent = fakeServer({ [liveRoom['push-url'].path]: { data: on }, [liveRoom.start.path]: { data: { cast: '', part: 0 } } })
  show(<CastPanel room={room} />)
  fireEvent.click(await screen.findByText('OBS'))
  expect(screen.getByText(on.server)).toBeTruthy()
  expect(screen.getByText(on.key)).toBeTruthy()
  expect(screen.queryByRole('switch', { name: '麦克风' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '开始直播' }))
  await waitFor(() => expect(bodies(sent, liveRoom.start)).toEqual([{ id: '7', obs: true }]))
})

test('a server without RTMP offers camera, screen and sound only', async () => {
  const sent = fakeServer({ [liveRoom['push-url'].path]: { data: off } })
  show(<CastPanel room={room} />)
  await waitFor(() => expect(bodies(sent, liveRoom['push-url'])).toHaveLength(1))
  expect(screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent)).toEqual(['摄像头', '屏幕', '仅声音'])
})

test('a browser that cannot broadcast says so before the start, and OBS remains', async () => {
  fakeServer({ [liveRoom['push-url'].path]: { data: on } })
  show(<CastPanel room={room} />)
  const begin = screen.getByRole('button', { name: '开始直播' })
  expect(begin).toHaveProperty('disabled', true)
  expect(screen.getByRole('alert').textContent).toContain('当前地址不是 https')
  fireEvent.click(await screen.findByText('OBS'))
  expect(begin).toHaveProperty('disabled', false)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the bar begins with the source, says microphone and state in words, and ends with its strong button', async () => {
  fakeServer({ [liveRoom['push-url'].path]: { data: off } })
  show(<CastPanel room={room} />)
  const begin = await screen.findByRole('button', { name: '开始直播' })
  expect([...begin.parentElement!.children].map((one) => one.textContent)).toEqual([
    '摄像头屏幕仅声音',
    '麦克风',
    screen.getByRole('status').textContent,
    '开始直播',
  ])
  expect(screen.getByRole('status').textContent).not.toBe('')
})
