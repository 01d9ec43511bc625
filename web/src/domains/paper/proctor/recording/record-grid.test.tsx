// The grid of recordings: who records, who has stopped, and the track that is shown.
import { recordGrid } from '@shuyuan/contract/paper/proctor/record-grid.ts'
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

import { page } from '../../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import { RecordGrid } from './RecordGrid.tsx'
import type { WatchTarget } from '../watch-target.ts'

// jsdom makes no addresses of bytes
URL.createObjectURL = () => ''
URL.revokeObjectURL = () => undefined
afterEach(() => vi.restoreAllMocks())

const person = (id: string, realName: string) => ({
  id,
  userId: `u${id}`,
  realName,
  online: true,
  answerCount: 1,
  quCount: 2,
  image: '',
  startTime: '2026-11-20 10:00:00',
  deadline: '2026-11-20 11:00:00',
  extraMinutes: 0,
  extraGained: 0,
  leaveTimes: 0,
  flagTimes: 0,
  unlock: null,
})
const track = (of: RecordTrack, problem: 'none' | 'silent', partId: string) => ({
  track: of,
  partId,
  mime: 'video/webm',
  lastAt: '2026-11-20 10:10:00',
  bytes: 900,
  problem,
  address: '',
  init: 300,
  from: 300,
  battery: null,
})

it('shows one track of each candidate with its state, and leads to the timeline and the live replay', async () => {
  await signInWith(['exam:watch'])
  const sent = fakeServer({
    [watch['process-paging'].path]: page([person('1', '王秀兰'), person('2', '李明')]),
    [recordGrid['record-grid'].path]: {
      data: [
        {
          paperId: '1',
          exempt: false,
          picture: '',
          tracks: [track(RecordTrack.camera, 'none', '7'), track(RecordTrack.screen, 'silent', '8')],
        },
        { paperId: '2', exempt: true, picture: '', tracks: [] },
      ],
    },
  })
  const acts: WatchTarget[] = []
  const { mouse } = show(<RecordGrid examId="5" refetchInterval={false} onAct={(one) => acts.push(one)} />)
  const tiles = await screen.findAllByRole('listitem')
  const [first, second] = tiles.map((tile) => within(tile))
  await first!.findByText('录制中')
  expect(bodies(sent, recordGrid['record-grid'])).toEqual([{ examId: '5', paperIds: ['1', '2'] }])
  expect(first!.getByRole('link', { name: '实时查看' }).getAttribute('href')).toContain('/admin/exam/watch/replay/1?live=1')
  second!.getByText('免录制')
  await mouse.click(screen.getByText('屏幕'))
  first!.getByText('录制中断')
  await mouse.click(first!.getByRole('button', { name: /王秀兰/ }))
  expect(acts).toMatchObject([{ act: 'timeline', one: { paperId: '1', userId: 'u1' } }])
})

const pieceOfFilm = () => new Response(new Uint8Array(9), { status: 206 })

it('keeps no picture of the camera where the screen of a candidate is missing', async () => {
  await signInWith(['exam:watch'])
  const camera = { ...track(RecordTrack.camera, 'none', '7'), address: '/media/7' }
  const grid = { paperId: '1', exempt: false, picture: '', tracks: [camera, track(RecordTrack.screen, 'silent', '')] }
  fakeServer({
    [watch['process-paging'].path]: page([person('1', '王秀兰')]),
    [recordGrid['record-grid'].path]: { data: [grid] },
    '/media/7': pieceOfFilm,
  })
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:film')
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
  const { mouse } = show(<RecordGrid examId="5" refetchInterval={false} onAct={() => undefined} />)
  fireEvent.loadedData(await screen.findByLabelText('王秀兰的最新画面'))
  expect(screen.queryByText('暂无画面')).toBeNull()
  await mouse.click(screen.getByText('屏幕'))
  await screen.findByText('暂无画面')
  expect([made.mock.calls.length, screen.queryByLabelText('王秀兰的最新画面')]).toEqual([1, null])
})

it('shows a picture until the next one has something to show', async () => {
  await signInWith(['exam:watch'])
  const grid = (from: number) => ({
    data: [
      { paperId: '1', exempt: false, picture: '', tracks: [{ ...track(RecordTrack.camera, 'none', '7'), address: '/media/7', from }] },
    ],
  })
  let from = 300
  fakeServer({
    [watch['process-paging'].path]: page([person('1', '王秀兰')]),
    [recordGrid['record-grid'].path]: () => grid(from),
    '/media/7': pieceOfFilm,
  })
  let films = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => `blob:film${++films}`)
  const gone = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
  show(<RecordGrid examId="5" refetchInterval={20} onAct={() => undefined} />)
  const [first] = await screen.findAllByLabelText('王秀兰的最新画面')
  screen.getByText('暂无画面')
  fireEvent.loadedData(first!)
  const shown = () => screen.getAllByLabelText('王秀兰的最新画面').map((one) => [one.getAttribute('src'), one.dataset['shown']])
  const src = first!.getAttribute('src')
  from = 600
  await vi.waitFor(() => expect(shown()).toHaveLength(2))
  expect([shown()[0], shown()[1]![1], screen.queryByText('暂无画面')]).toEqual([[src, 'true'], 'false', null])
  expect(gone).not.toHaveBeenCalledWith(src)
  fireEvent.loadedData(screen.getAllByLabelText('王秀兰的最新画面')[1]!)
  await vi.waitFor(() => expect(gone).toHaveBeenCalledWith(src))
})
