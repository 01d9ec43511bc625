// What a browser keeps of an open paper, and when it may go on with it.
import { roomDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { expect, test } from 'vitest'
import { keeping } from './keeping.ts'
import type { Op, Saved } from './ops.ts'
import { noNetwork, refusal, settle, waitingCalls } from './page-stub.ts'
import type { ClockReply, Detail, Receipt, SaveReply } from './paper-session-view.ts'

const paperDetail = (over: Partial<Detail> = {}): Detail => ({
  leftSeconds: 600,
  leftMs: 600_000,
  serverTime: '2026-01-01 12:00:00',
  deadlineAt: '2026-01-01 12:10:00',
  timeRev: 0,
  state: PaperState.open,
  notice: '',
  msgSeq: 0,
  msgs: [],
  rules: { ...roomDefaults, stepAt: 0, leaveTimes: 0, faceFails: 0 },
  quTimes: [],
  id: '7',
  examId: '3',
  title: '消防安全考试',
  session: 's1',
  heldElsewhere: false,
  quCount: 2,
  totalScore: 10,
  earliestHandTime: null,
  allowPaste: true,
  groups: [],
  answers: [],
  lastQuId: null,
  ...over,
})
const tagsOf = (quId: string, seq: number): Op => ({ quId, answer: { tags: ['A'] }, session: 's1', seq, base: null })
const reading = { leftMs: 500_000, timeRev: 0 }

function setUp() {
  const kept: { detail: Detail | undefined; saved: Saved[]; times: number[] } = { detail: undefined, saved: [], times: [] }
  const opens = waitingCalls<[takeover: boolean], Detail>()
  const saves = waitingCalls<[session: string, ops: readonly Op[], keepalive: boolean], SaveReply>()
  const hands = waitingCalls<[session: string, ops: readonly Op[]], Receipt>()
  const asks = waitingCalls<[session: string, acked: number], ClockReply>()
  const calls = keeping(
    { open: opens.run, save: saves.run, hand: hands.run, leftTime: asks.run },
    {
      keep: (detail) => Promise.resolve(void (kept.detail = detail)),
      update(_session, saved, time) {
        kept.saved.push(...saved)
        if (time) kept.times.push(time.leftMs)
        return Promise.resolve()
      },
      read: () => Promise.resolve(kept.detail && { ...kept.detail, isKept: true }),
      drop(session) {
        if (session === undefined || session === kept.detail?.session) kept.detail = undefined
        return Promise.resolve()
      },
    },
  )
  const open = async (detail: Detail) => {
    const opened = calls.open(false)
    await opens.calls.at(-1)!.reply(detail)
    return opened
  }
  return { kept, calls, opens, saves, asks, open }
}

test('an open paper is kept and comes back without a network, but not for a takeover', async () => {
  const { calls, opens, open } = setUp()
  await open(paperDetail())
  const again = calls.open(false)
  await opens.calls.at(-1)!.fail(noNetwork())
  expect(await again).toMatchObject({ id: '7', session: 's1', isKept: true })
  const takeover = calls.open(true).catch((error: unknown) => error)
  await opens.calls.at(-1)!.fail(noNetwork())
  expect(await takeover).toMatchObject({ reason: 'network' })
})

test.each([
  ['a closed paper', paperDetail({ state: PaperState.done })],
  ['a paper of another device', paperDetail({ heldElsewhere: true })],
  ['a paper of single questions', paperDetail({ rules: { ...paperDetail().rules, stepMode: true } })],
])('%s is not kept, and what was kept before goes', async (_name, detail) => {
  const { kept, open } = setUp()
  await open(paperDetail())
  expect(kept.detail).toBeDefined()
  await open(detail)
  expect(kept.detail).toBeUndefined()
})

test('answers are kept when the server has stored them, and extra time when it is named', async () => {
  const { kept, calls, saves, asks, open } = setUp()
  await open(paperDetail())
  const saved = calls.save('s1', [tagsOf('1', 1), tagsOf('2', 1)], false)
  await saves.calls[0]!.reply({ ...reading, saved: [{ quId: '2', seq: 1 }], savedAt: '2026-01-01 12:01:00', msgSeq: 0 })
  await saved
  expect(kept.saved).toEqual([{ quId: '2', answer: { tags: ['A'] }, seq: 1, session: 's1' }])
  expect(kept.times).toEqual([])
  const asked = calls.leftTime('s1', 0)
  const more = { leftMs: 900_000, timeRev: 1, state: PaperState.open, notice: '', msgSeq: 0, msgs: [], noFace: false, noFullScreen: false }
  await asks.calls[0]!.reply(more)
  await asked
  expect(kept.times).toEqual([900_000])
})

test('a page load that has lost the paper keeps nothing; a lost network takes nothing away, nor does an older page load', async () => {
  const { kept, calls, saves, open } = setUp()
  await open(paperDetail())
  const refuse = async (session: string, error: unknown) => {
    const saved = calls.save(session, [tagsOf('1', 1)], false).catch(() => undefined)
    await saves.calls.at(-1)!.fail(error)
    await saved
    await settle()
  }
  await refuse('s1', noNetwork())
  await refuse('s0', refusal('paperElsewhere'))
  expect(kept.detail).toBeDefined()
  await refuse('s1', refusal('paperElsewhere'))
  expect(kept.detail).toBeUndefined()
})
