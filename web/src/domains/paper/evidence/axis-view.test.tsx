// The lanes of a replay, and the times at which a reviewer is asked to look.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { EvidenceVerdict } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { timeline, type TimelineEvent } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type * as z from '@shuyuan/contract/kernel/z.ts'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import type { Replay } from './axis.ts'
import { lookAt } from './look.ts'
import { ReplayView } from './ReplayView.tsx'

// jsdom plays nothing
class NoMedia extends EventTarget {
  readyState = 'closed'
}
globalThis.MediaSource = NoMedia as never
URL.createObjectURL = () => ''
URL.revokeObjectURL = () => undefined
vi.spyOn(HTMLMediaElement.prototype, 'pause').mockReturnValue()
vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue()

type Event = z.output<typeof TimelineEvent>
const event = (id: string, kind: Event['kind'], time: string, more: object = {}): Event => ({
  id,
  kind,
  kind_dictText: '抓拍',
  time: `2026-11-20 10:${time}` as never,
  verdict: '',
  message: '',
  byName: '',
  image: '',
  passed: null,
  seconds: 0,
  ip: '',
  userAgent: '',
  ackTime: null,
  data: {},
  ...more,
})
const faceSignal = (id: string, time: string, reason: string) =>
  event(id, 'face', time, { verdict: 'warn', passed: false, message: '人脸识别已失败1次', data: { reason }, image: `/pictures/${id}` })

const replay: Replay = {
  paperId: '3',
  examId: '5',
  title: '消防考试',
  realName: '王秀兰',
  userName: 'wang',
  paperState: PaperState.done,
  state: RecordState.complete,
  keepUntil: null,
  holdUntil: null,
  holdMost: null,
  verdict: EvidenceVerdict.none,
  version: 1,
  isVoid: false,
  verdicts: [],
  marks: [],
  zero: '2026-11-20 10:00:00',
  endMs: 600_000,
  answers: [5_000, 61_000, 62_000],
  speech: [{ fromMs: 30_000, toMs: 45_000 }],
  tracks: [{ track: RecordTrack.camera, asked: true, sound: true, parts: [], holes: [{ fromMs: 100_000, toMs: 160_000 }] }],
}

/** The lane with this title. */
const lane = (title: string) =>
  within(
    screen
      .getAllByText(title)
      .map((one) => one.parentElement!)
      .find((one) => one.querySelector('div'))!,
  )
const names = (title: string) =>
  lane(title)
    .queryAllByRole('button')
    .map((one) => one.getAttribute('aria-label'))

it('has a lane for each kind: holes, speech, answers, signals, leaves, captures, other events and marks', async () => {
  await signInWith(['paper:evidence'])
  const events = [
    event('1', 'start', '00:00', { kind_dictText: '开始考试' }),
    event('2', 'face', '01:00', { passed: true }),
    faceSignal('3', '02:00', 'many'),
    event('4', 'leave', '03:00', { kind_dictText: '离开页面', verdict: 'warn', seconds: 20 }),
    event('5', 'unseen', '04:00', { kind_dictText: '镜头前无人', verdict: 'warn', message: '请诚信考试' }),
  ]
  fakeServer({
    [timeline.list.path]: { data: { flagTimes: 0, events, trimmedTime: null } },
    [evidence.seen.path]: { data: true },
  })
  show(<ReplayView replay={replay} />)
  await screen.findByLabelText('02:00 该时段画面中可能有多人')
  expect(names('摄像头')).toEqual(['没有录制：01:40 至 02:40'])
  expect(names('说话声')).toEqual(['该时段可能有人说话：00:30 至 00:45'])
  lane('作答').getByRole('img', { name: '答案保存的时刻，共 3 次' })
  expect(names('异常信号')).toEqual(['02:00 该时段画面中可能有多人', '04:00 该时段画面中可能没有考生'])
  // a leave is noted at its end
  expect(names('切屏')).toEqual(['02:40 离开页面'])
  expect(names('抓拍')).toEqual(['01:00 抓拍'])
  expect(names('其他事件')).toEqual(['00:00 开始考试'])
  expect(names('人工标记')).toEqual([])
  screen.getByText(/系统提示仅供参考，是否违规由复核人判断。/)
})

it('lists the times to look at with the picture beside them, and judges nothing', async () => {
  await signInWith(['paper:evidence'])
  const events = [faceSignal('3', '02:00', 'none'), faceSignal('4', '05:00', '')]
  fakeServer({ [timeline.list.path]: { data: { flagTimes: 0, events, trimmedTime: null } }, [evidence.seen.path]: { data: true } })
  const { mouse } = show(<ReplayView replay={replay} />)
  await mouse.click(screen.getByRole('tab', { name: '时间线' }))
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual(['02:00该时段画面中可能没有考生', '05:00该时段画面中可能不是考生本人'])
  expect(within(rows[0]!).getByRole('img').getAttribute('src')).toBe('/pictures/3')
  expect(document.body.textContent).not.toMatch(/作弊|识别已失败/)
})

it('names what may be seen for signals of a camera only', () => {
  const { passed } = event('1', 'face', '00:00', { passed: true })
  expect(lookAt({ kind: 'face', passed, data: {} })).toBeUndefined()
  expect(lookAt({ kind: 'leave', passed: null, data: {} })).toBeUndefined()
  // what the server could not find out is no time to look at
  for (const reason of ['down', 'unenrolled', 'missing']) expect(lookAt({ kind: 'face', passed: false, data: { reason } })).toBeUndefined()
})
