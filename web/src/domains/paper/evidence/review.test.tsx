// The review of a recording: what a reviewer is offered, and what is sent.
import { evidenceReview } from '@shuyuan/contract/paper/evidence/review.ts'
import { EvidenceVerdict } from '@shuyuan/contract/paper/evidence/verdict-codes.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { RecordState, RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import type { Replay } from './axis.ts'
import { effectsOf } from './ReviewDialogs.tsx'
import { MarkButton, ReviewPanel } from './ReviewPanel.tsx'

const replay: Replay = {
  paperId: '3',
  examId: '5',
  title: '消防考试',
  realName: '王秀兰',
  userName: 'wang',
  paperState: PaperState.done,
  state: RecordState.complete,
  keepUntil: '2026-12-20 10:00:00',
  holdUntil: null,
  holdMost: '2027-05-20 10:00:00',
  verdict: EvidenceVerdict.none,
  version: 4,
  isVoid: false,
  verdicts: [],
  answers: [],
  speech: [],
  marks: [
    {
      id: '8',
      track: null,
      fromMs: 65_000,
      toMs: 70_000,
      label: '使用手机',
      note: '',
      byName: '周文',
      own: false,
      createTime: '2026-11-20 10:00:00',
    },
  ],
  zero: '2026-11-20 09:00:00',
  endMs: 600_000,
  tracks: [{ track: RecordTrack.camera, asked: true, sound: false, parts: [], holes: [] }],
}
const tags = ['paper:evidence', 'paper:evidence:mark', 'paper:evidence:verdict', 'paper:evidence:export']

it('offers what may follow a verdict', () => {
  const done = { paperState: PaperState.done, isVoid: false }
  expect(effectsOf(undefined, done)).toEqual(['none'])
  expect(effectsOf(EvidenceVerdict.watch, done)).toEqual(['none', 'note'])
  expect(effectsOf(EvidenceVerdict.violation, done)).toEqual(['none', 'note', 'void'])
  expect(effectsOf(EvidenceVerdict.violation, { paperState: PaperState.givenUp, isVoid: true })).toEqual(['none', 'note'])
  expect(effectsOf(EvidenceVerdict.clear, { paperState: PaperState.givenUp, isVoid: true })).toEqual(['none', 'restore'])
})

it('sends a verdict with its reason, its effect and the version that was seen', async () => {
  await signInWith(tags)
  const sent = fakeServer({ [evidenceReview.verdict.path]: { data: null } })
  const { mouse } = show(<ReviewPanel replay={replay} onSeek={() => undefined} />)
  await mouse.click(screen.getByRole('button', { name: '复核录像' }))
  const dialog = within(await screen.findByRole('dialog'))
  const isNeeded = () => dialog.getByRole('textbox').getAttribute('aria-required')
  expect(isNeeded()).not.toBe('true')
  await mouse.click(dialog.getByRole('radio', { name: '违规' }))
  await waitFor(() => expect(isNeeded()).toBe('true'))
  dialog.getByText(/至少 10 个字/)
  await mouse.type(dialog.getByRole('textbox'), '录像中多次有他人进入画面')
  await mouse.click(await dialog.findByRole('radio', { name: '答卷作废' }))
  await mouse.click(dialog.getByRole('button', { name: '确定' }))
  await waitFor(() =>
    expect(bodies(sent, evidenceReview.verdict)).toEqual([
      { paperId: '3', version: 4, verdict: EvidenceVerdict.violation, reason: '录像中多次有他人进入画面', effect: 'void' },
    ]),
  )
})

it('marks the seconds around the place that is played, which can be typed as a clock', async () => {
  await signInWith(tags)
  const sent = fakeServer({ [evidenceReview['mark-save'].path]: { data: null } })
  const { mouse } = show(<MarkButton replay={replay} atMs={65_400} />)
  await mouse.click(screen.getByRole('button', { name: '标记此处' }))
  const dialog = within(await screen.findByRole('dialog'))
  const end = dialog.getByRole<HTMLInputElement>('textbox', { name: '结束位置' })
  expect(end.value).toBe('01:10')
  await mouse.clear(end)
  await mouse.type(end, '1:30')
  await mouse.type(dialog.getByRole('combobox', { name: '标记' }), '使用手机')
  await mouse.click(dialog.getByRole('button', { name: '确定' }))
  await waitFor(() =>
    expect(bodies(sent, evidenceReview['mark-save'])).toEqual([
      { paperId: '3', fromMs: 60_000, toMs: 90_000, track: null, label: '使用手机', note: '' },
    ]),
  )
})

it('shows those who only watch the marks and verdicts, and no button', async () => {
  await signInWith(['exam:watch'])
  show(<ReviewPanel replay={{ ...replay, paperState: PaperState.open }} onSeek={() => undefined} />)
  expect(screen.getAllByText(/使用手机|交卷后才能复核/)).toHaveLength(2)
  expect(screen.queryByRole('button', { name: '复核录像' })).toBeNull()
})
