// PaperSession from opening to receipt, with calls that the test answers.
import { roomDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import type { ExamHint } from '@shuyuan/contract/paper/channel/exam-hint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { expect, test } from 'vitest'
import { fakeTime, memoryBuffer, noNetwork, refusal, settle, waitingCalls } from './page-stub.ts'
import type { Op } from './ops.ts'
import { PaperSession } from './paper-session.ts'
import type { ClockReply, Detail, Receipt } from './paper-session-view.ts'

type SaveReply = { saved: { quId: string; seq: number }[]; savedAt: string; leftMs: number; timeRev: number; msgSeq: number }
const MINUTE = 60_000
/** no pushes */
const exempt = { noFace: false, noFullScreen: false }
const quiet = { msgSeq: 0, msgs: [], ...exempt }
const pushed = (seq: number, over: Partial<ExamHint> = {}): ExamHint => ({ type: 'time', paperId: '7', seq, ...over })
const tags = (...letters: string[]) => ({ tags: letters })

const paperDetail = (over: Partial<Detail> = {}): Detail => ({
  leftSeconds: 600,
  leftMs: 10 * MINUTE,
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
const receipt: Receipt = {
  state: PaperState.done,
  waitReview: false,
  receiptNo: 'R1',
  handTime: '2026-01-01 12:05:00',
  answered: 2,
  total: 2,
  answerHash: 'x',
  late: 0,
}

function setUp(buffered: Op[] = [], wished?: string[]) {
  const wish = { now: wished }
  const tab = { isFree: true, lose: () => {} }
  const time = fakeTime()
  const buffer = memoryBuffer()
  for (const op of buffered) buffer.ops.set(op.quId, op)
  const opens = waitingCalls<[takeover: boolean], Detail>()
  const saves = waitingCalls<[session: string, ops: readonly Op[], keepalive: boolean], SaveReply>()
  const hands = waitingCalls<[session: string, ops: readonly Op[]], Receipt>()
  const asks = waitingCalls<[session: string, acked: number], ClockReply>()
  const paperSession = new PaperSession({
    ...time,
    random: () => 1,
    buffer,
    open: opens.run,
    save: saves.run,
    hand: hands.run,
    leftTime: asks.run,
    wish: { keep: (sessions) => (wish.now = [...sessions]), drop: () => (wish.now = undefined), sessions: () => wish.now },
    tab: {
      take(steal, onLost) {
        tab.lose = onLost
        return tab.isFree || steal
      },
      release: () => undefined,
    },
  })
  const opened = async (over: Partial<Detail> = {}) => {
    void paperSession.start()
    await opens.calls.at(-1)!.reply(paperDetail(over))
  }
  const saved = (at: number, over: Partial<SaveReply> = {}) => {
    const { args, reply } = saves.calls[at]!
    const acked = args[1].map(({ quId, seq }) => ({ quId, seq }))
    return reply({ saved: acked, savedAt: '2026-01-01 12:03:04', leftMs: 9 * MINUTE, timeRev: 0, msgSeq: 0, ...over })
  }
  return { time, buffer, opens, saves, hands, asks, paperSession, opened, saved, wish, tab }
}

test('the paper opens with the answers stored by the server', async () => {
  const { paperSession, opened, time } = setUp()
  await opened({ answers: [{ quId: '1', answer: tags('B'), seq: 2, session: 's0' }] })
  expect(paperSession.view.phase).toBe('open')
  expect(paperSession.queue.view.answers.get('1')).toEqual(tags('B'))
  expect(paperSession.clock.leftMs(time.now())).toBe(10 * MINUTE)
})

test('on load, buffered answers are sent first, under the new session', async () => {
  const op = { quId: '1', answer: tags('C'), session: 's0', seq: 3, base: null }
  const { paperSession, opened, saves, saved, buffer } = setUp([op])
  await opened()
  expect(paperSession.queue.view.answers.get('1')).toEqual(tags('C'))
  expect(saves.calls[0]!.args).toEqual(['s1', [{ ...op, session: 's1', seq: 1 }], false])
  await saved(0)
  expect(buffer.ops.size).toBe(0)
})

test('a buffered value superseded by another device is sent only under its old session', async () => {
  const op = { quId: '1', answer: tags('C'), session: 's0', seq: 3, base: null }
  const { paperSession, opened, saves, buffer } = setUp([op])
  await opened({ answers: [{ quId: '1', answer: tags('D'), seq: 1, session: 'phone' }] })
  expect(paperSession.queue.view.answers.get('1')).toEqual(tags('D'))
  expect(saves.calls[0]!.args).toEqual(['s0', [op], false])
  await saves.calls[0]!.fail(refusal('paperElsewhere'))
  expect(buffer.ops.size).toBe(0)
  expect(paperSession.view.phase).toBe('open')
})

test('another page has the write lock: nothing can be answered before the takeover is confirmed', async () => {
  const { paperSession, opened, opens } = setUp()
  await opened({ heldElsewhere: true })
  expect(paperSession.view.phase).toBe('held')
  paperSession.change('1', tags('A'), 'choice')
  expect(paperSession.queue.view.answers.size).toBe(0)
  void paperSession.start(true)
  expect(opens.calls[1]!.args).toEqual([true])
  await opens.calls[1]!.reply(paperDetail({ session: 's2' }))
  expect(paperSession.view.phase).toBe('open')
})

test('a refusal 已在其他设备继续考试 makes the page read-only; unsent answers are sent for the late store', async () => {
  const { paperSession, opened, saves, buffer } = setUp()
  await opened()
  paperSession.change('1', tags('A'), 'choice')
  paperSession.change('4', { text: '<p>x</p>' }, 'text')
  await settle()
  await saves.calls[0]!.fail(refusal('paperElsewhere'))
  expect(paperSession.view.phase).toBe('elsewhere')
  expect(saves.calls[1]!.args[1].map(({ quId }) => quId)).toEqual(['1', '4'])
  await saves.calls[1]!.fail(refusal('paperElsewhere'))
  expect(buffer.ops.size).toBe(2)
  paperSession.change('1', tags('B'), 'choice')
  expect(paperSession.queue.view.answers.get('1')).toEqual(tags('A'))
})

test('the time left is requested every 30 s', async () => {
  const { opened, time, asks } = setUp()
  await opened()
  await time.pass(29_999)
  expect(asks.calls).toHaveLength(0)
  await time.pass(1)
  await asks.calls[0]!.reply({ leftMs: 570_000, timeRev: 0, state: PaperState.open, notice: '', ...quiet })
  await time.pass(30_000)
  expect(asks.calls).toHaveLength(2)
})

test('extra time arrives with any reply', async () => {
  const { paperSession, opened, saved, time } = setUp()
  await opened()
  paperSession.change('1', tags('A'), 'choice')
  await settle()
  await saved(0, { leftMs: 20 * MINUTE, timeRev: 1 })
  expect(paperSession.clock.leftMs(time.now())).toBe(20 * MINUTE)
})

test('only the server closes a paper: at zero the page flushes and asks, and continues when more time is granted', async () => {
  const { paperSession, opened, time, asks, saves, saved } = setUp()
  await opened({ leftMs: 5_000 })
  paperSession.change('4', { text: '<p>last words</p>' }, 'text')
  await time.pass(1_500)
  await saved(0, { leftMs: 3_500 })
  await time.pass(3_000)
  paperSession.change('4', { text: '<p>very last words</p>' }, 'text')
  await time.pass(499)
  expect(asks.calls).toHaveLength(0)
  expect(saves.calls).toHaveLength(1)
  await time.pass(1)
  expect(paperSession.view.timeUp).toBe(true)
  expect(saves.calls.at(-1)!.args[1]).toMatchObject([{ answer: { text: '<p>very last words</p>' } }])
  paperSession.change('1', tags('A'), 'choice')
  expect(paperSession.queue.view.answers.has('1')).toBe(false)
  await asks.calls[0]!.reply({ leftMs: MINUTE, timeRev: 1, state: PaperState.open, notice: '', ...quiet })
  expect(paperSession.view).toMatchObject({ phase: 'open', timeUp: false })
})

test('an undecided server is asked every few seconds; the state closed ends the session', async () => {
  const { paperSession, opened, time, asks, buffer } = setUp()
  await opened({ leftMs: 1_000 })
  await time.pass(1_000)
  await asks.calls[0]!.reply({ leftMs: 0, timeRev: 0, state: PaperState.open, notice: '', ...quiet })
  expect(paperSession.view).toMatchObject({ phase: 'open', timeUp: true })
  await time.pass(4_000)
  await asks.calls[1]!.fail(noNetwork())
  await time.pass(4_000)
  await asks.calls[2]!.reply({ leftMs: 0, timeRev: 0, state: PaperState.done, notice: '', ...quiet })
  expect(paperSession.view.phase).toBe('closed')
  expect(buffer.ops.size).toBe(0)
})

test('late answers reach the late store before the buffer is cleared', async () => {
  const { paperSession, opened, saves, buffer } = setUp()
  await opened()
  paperSession.change('1', tags('A'), 'choice')
  await settle()
  await saves.calls[0]!.fail(refusal('paperClosed'))
  expect(saves.calls).toHaveLength(2)
  expect(buffer.ops.size).toBe(1)
  await saves.calls[1]!.fail(refusal('paperClosed'))
  expect(paperSession.view).toMatchObject({ phase: 'closed', late: 1 })
  expect(buffer.ops.size).toBe(0)
})

test('without a network at the end the buffer stays', async () => {
  const { paperSession, opened, saves, buffer } = setUp([{ quId: '1', answer: tags('A'), session: 's0', seq: 1, base: null }])
  await opened({ state: PaperState.marking })
  await saves.calls[0]!.fail(noNetwork())
  expect(paperSession.view.phase).toBe('closed')
  expect(buffer.ops.size).toBe(1)
})

test('unsent answers are part of the hand-in, and the buffer is cleared after its acknowledgement', async () => {
  const { paperSession, opened, hands, buffer, time, asks } = setUp()
  await opened()
  paperSession.change('1', tags('A'), 'choice')
  paperSession.change('4', { text: '<p>x</p>' }, 'text')
  paperSession.handIn()
  expect(paperSession.view.phase).toBe('handing')
  expect(hands.calls[0]!.args[0]).toBe('s1')
  expect(hands.calls[0]!.args[1].map(({ quId }) => quId)).toEqual(['1', '4'])
  await settle()
  expect(buffer.ops.size).toBe(2)
  await hands.calls[0]!.reply(receipt)
  expect(paperSession.view).toMatchObject({ phase: 'handed', receipt })
  expect(buffer.ops.size).toBe(0)
  await time.pass(10 * MINUTE)
  expect(asks.calls).toHaveLength(0)
})

test('the hand-in is retried until the reply, immediately when the network may be back, never twice in parallel', async () => {
  const { paperSession, opened, hands, time } = setUp()
  await opened()
  paperSession.handIn()
  paperSession.handIn()
  paperSession.resume()
  await settle()
  expect(hands.calls).toHaveLength(1)
  await hands.calls[0]!.fail(noNetwork())
  expect(paperSession.view).toMatchObject({ phase: 'handing', handProblem: '服务器无法连接或无法响应！' })
  await time.pass(1_000)
  await hands.calls[1]!.fail(noNetwork())
  paperSession.resume()
  await settle()
  await hands.calls[2]!.reply(receipt)
  expect(paperSession.view.phase).toBe('handed')
  await time.pass(60_000)
  expect(hands.calls).toHaveLength(3)
})

test('a hand-in that is too early returns to the paper with the reason', async () => {
  const { paperSession, opened, hands, saves } = setUp()
  await opened()
  paperSession.change('4', { text: '<p>x</p>' }, 'text')
  paperSession.handIn()
  await hands.calls[0]!.fail(refusal('handTooEarly'))
  expect(paperSession.view).toMatchObject({ phase: 'open', handProblem: '未到最早交卷时间，暂不能交卷' })
  await settle()
  expect(saves.calls).toHaveLength(1)
})

test('a lost sign-in loses nothing: sending continues after a new sign-in', async () => {
  const { paperSession, opened, saves, saved, buffer } = setUp()
  await opened()
  paperSession.change('1', tags('A'), 'choice')
  await settle()
  paperSession.signedOut('登录已失效，请重新登录！')
  await saves.calls[0]!.fail(refusal('signedOut'))
  expect(paperSession.view).toMatchObject({ phase: 'open', signedOut: '登录已失效，请重新登录！' })
  paperSession.change('2', tags('B'), 'choice')
  await settle()
  expect(saves.calls).toHaveLength(1)
  expect(buffer.ops.size).toBe(2)
  paperSession.signedIn()
  await settle()
  await saved(1)
  expect(buffer.ops.size).toBe(0)
})

test('a sign-in lost during the hand-in: the hand-in is sent after a new sign-in', async () => {
  const { paperSession, opened, hands } = setUp()
  await opened()
  paperSession.handIn()
  paperSession.signedOut('登录已失效，请重新登录！')
  await hands.calls[0]!.fail(refusal('signedOut'))
  expect(paperSession.view.phase).toBe('handing')
  paperSession.signedIn()
  await settle()
  await hands.calls[1]!.reply(receipt)
  expect(paperSession.view.phase).toBe('handed')
})

test('the redirect to ?break waits until the buffer is sent or refused', async () => {
  const { paperSession, opened, saves } = setUp()
  await opened()
  paperSession.change('1', tags('A'), 'choice')
  await settle()
  await saves.calls[0]!.fail(refusal('questionHidden'))
  expect(paperSession.view.phase).toBe('open')
  await saves.calls[1]!.fail(refusal('questionHidden'))
  expect(paperSession.view.phase).toBe('hidden')
})

test('a hint makes the page flush and ask, and ask again after the 3 s that a forced close leaves', async () => {
  const { paperSession, opened, asks, saves, time } = setUp()
  await opened()
  paperSession.change('4', { text: '<p>x</p>' }, 'text')
  paperSession.hint(pushed(1))
  await settle()
  expect(saves.calls).toHaveLength(1)
  await asks.calls[0]!.reply({ leftMs: 3_000, timeRev: 1, state: PaperState.open, notice: '违反考场纪律', ...quiet })
  expect(paperSession.view.notice).toBe('违反考场纪律')
  await time.pass(3_500)
  await asks.calls.at(-1)!.reply({ leftMs: 0, timeRev: 1, state: PaperState.marking, notice: '', ...quiet })
  await saves.calls[0]!.fail(refusal('paperClosed'))
  await saves.calls.at(-1)!.fail(refusal('paperClosed'))
  expect(paperSession.view.phase).toBe('closed')
})

test('a hint that another page load has the write lock makes the page read-only; a hint about itself does not', async () => {
  const { paperSession, opened, saves } = setUp()
  await opened()
  paperSession.change('4', { text: '<p>x</p>' }, 'text')
  paperSession.hint(pushed(1, { type: 'kicked', session: 's1' }))
  expect(paperSession.view.phase).toBe('open')
  paperSession.hint(pushed(2, { type: 'kicked', session: 's2' }))
  expect(paperSession.view.phase).toBe('elsewhere')
  await settle()
  expect(saves.calls.at(-1)!.args[1].map(({ quId }) => quId)).toEqual(['4'])
})

test('a message lost by the socket comes with the time left, requested as soon as a save names its number', async () => {
  const { paperSession, opened, asks, saved } = setUp()
  const messages: (string | undefined)[] = []
  paperSession.pushes.onMessage(({ message }) => messages.push(message))
  await opened()
  paperSession.change('1', tags('A'), 'choice')
  await settle()
  await saved(0, { msgSeq: 1 })
  expect(asks.calls[0]!.args).toEqual(['s1', 0])
  const message = pushed(1, { type: 'msg', message: '请保持安静' })
  paperSession.hint(message)
  await asks.calls[0]!.reply({ leftMs: 8 * MINUTE, timeRev: 0, state: PaperState.open, notice: '', msgSeq: 1, msgs: [message], ...exempt })
  expect(messages).toEqual(['请保持安静'])
  expect(paperSession.pushes.acked).toBe(1)
})

test('a takeover by another page is detected without a socket, by the next request for the time left', async () => {
  const { paperSession, opened, asks, time } = setUp()
  await opened({ msgSeq: 4 })
  await time.pass(30_000)
  const kicked = pushed(5, { type: 'kicked', session: 's9' })
  await asks.calls[0]!.reply({ leftMs: 8 * MINUTE, timeRev: 0, state: PaperState.open, notice: '', msgSeq: 5, msgs: [kicked], ...exempt })
  expect(paperSession.view.phase).toBe('elsewhere')
})

test('a page that waits to be unlocked polls, also after network failures, and then opens', async () => {
  const { paperSession, opens, time } = setUp()
  void paperSession.start()
  await opens.calls[0]!.fail(refusal('paperLocked'))
  expect(paperSession.view.phase).toBe('locked')
  await time.pass(3_000)
  await opens.calls[1]!.fail(noNetwork())
  expect(paperSession.view.phase).toBe('locked')
  await time.pass(3_000)
  await opens.calls[2]!.reply(paperDetail())
  expect(paperSession.view.phase).toBe('open')
})

test('while the hand-in does not come through, the candidate can go on answering; a late success still counts', async () => {
  const { paperSession, opened, hands, saves, saved, wish, time } = setUp()
  await opened()
  paperSession.handIn()
  expect(wish.now).toEqual(['s1'])
  await hands.calls[0]!.fail(noNetwork())
  paperSession.stopHanding()
  expect(paperSession.view.phase).toBe('open')
  expect(wish.now).toBeUndefined()
  await time.pass(60_000)
  expect(hands.calls).toHaveLength(1)
  paperSession.change('1', tags('A'), 'choice')
  await settle()
  await saved(saves.calls.length - 1)
  paperSession.handIn()
  await settle()
  await hands.calls[1]!.fail(noNetwork())
  paperSession.resume()
  await settle()
  paperSession.stopHanding()
  await hands.calls[2]!.reply(receipt)
  expect(paperSession.view.phase).toBe('handed')
})

test('a page that is opened again hands in what an earlier one could not', async () => {
  const { paperSession, opened, hands, wish } = setUp([], ['s0'])
  await opened({ answers: [{ quId: '1', answer: tags('B'), seq: 2, session: 's0' }] })
  expect(paperSession.view).toMatchObject({ phase: 'handing', isHandedAgain: true })
  await settle()
  await hands.calls[0]!.reply(receipt)
  expect(paperSession.view).toMatchObject({ phase: 'handed', isHandedAgain: true })
  expect(wish.now).toBeUndefined()
})

test('the wish is forgotten when another device has saved answers since, and at a takeover', async () => {
  const later = setUp([], ['s0'])
  await later.opened({ answers: [{ quId: '1', answer: tags('B'), seq: 2, session: 'phone' }] })
  expect(later.paperSession.view.phase).toBe('open')
  expect(later.wish.now).toBeUndefined()
  const taken = setUp([], ['s0'])
  await taken.opened({ heldElsewhere: true })
  void taken.paperSession.start(true)
  await taken.opens.calls[1]!.reply(paperDetail())
  expect(taken.paperSession.view).toMatchObject({ phase: 'open', isTakenOver: true })
})

test('another tab of the browser has the paper: nothing is asked of the server before this tab takes it', async () => {
  const { paperSession, opens, tab } = setUp()
  tab.isFree = false
  await paperSession.start()
  expect(paperSession.view).toMatchObject({ phase: 'held', holder: 'tab' })
  expect(opens.calls).toHaveLength(0)
  void paperSession.startHere()
  tab.isFree = true
  await settle()
  await opens.calls[0]!.reply(paperDetail())
  expect(paperSession.view.phase).toBe('open')
  tab.lose()
  expect(paperSession.view).toMatchObject({ phase: 'elsewhere', holder: 'tab' })
})

test('a kept paper goes on with its page load: unsent answers keep their numbers, later ones count on', async () => {
  const stored = { quId: '1', answer: tags('A'), seq: 2, session: 's1' }
  const unsent: Op = { quId: '1', answer: tags('B'), session: 's1', seq: 5, base: { session: 's1', seq: 2 } }
  const { paperSession, opened, saves, buffer } = setUp([unsent])
  await opened({ isKept: true, timeRev: -1, answers: [stored] })
  expect(paperSession.view.phase).toBe('open')
  expect(paperSession.queue.view.answers.get('1')).toEqual(tags('B'))
  expect(saves.calls[0]!.args.slice(0, 2)).toEqual(['s1', [unsent]])
  await saves.calls[0]!.fail(noNetwork())
  paperSession.change('1', tags('C'), 'choice')
  paperSession.resume()
  await settle()
  expect(saves.calls[1]!.args[1]).toMatchObject([{ quId: '1', answer: tags('C'), session: 's1', seq: 6 }])
  expect(buffer.ops.get('1')).toMatchObject({ seq: 6 })
})

test('a kept paper that somebody else has is asked for again instead of being lost', async () => {
  const { paperSession, opened, opens, saves } = setUp()
  await opened({ isKept: true, timeRev: -1 })
  paperSession.change('1', tags('A'), 'choice')
  await settle()
  await saves.calls[0]!.fail(refusal('paperElsewhere'))
  expect(opens.calls).toHaveLength(2)
  await opens.calls[1]!.reply(paperDetail({ session: 's2' }))
  // the same user's next page load has the paper: what was not stored is sent with it
  expect(paperSession.view.phase).toBe('open')
  expect(saves.calls[1]!.args[0]).toBe('s2')
})

test.each([
  ['comes first', true],
  ['comes last', false],
])('a kept paper that another device has asks whether to go on, also where the answer about its time %s', async (_when, isTimeFirst) => {
  const { paperSession, opens, saves, asks, opened } = setUp()
  await opened({ isKept: true, timeRev: -1 })
  paperSession.change('q1', tags('A'), 'choice')
  await settle()
  paperSession.resume()
  const both = [() => asks.calls[0]!.fail(refusal('paperElsewhere')), () => saves.calls[0]!.fail(refusal('paperElsewhere'))]
  const [first, second] = isTimeFirst ? both : both.toReversed()
  await first!()
  await opens.calls[1]!.reply(paperDetail({ session: 's1', heldElsewhere: true }))
  await second!()
  for (const call of opens.calls.slice(2)) await call.reply(paperDetail({ session: 's1', heldElsewhere: true }))
  expect(paperSession.view).toMatchObject({ phase: 'held', holder: 'device' })
})

test.each([
  ['comes first', true],
  ['comes last', false],
])(
  'a kept paper that is opened anew is not lost by a late refusal of its old session, where that of the time %s',
  async (_when, isTimeFirst) => {
    const { paperSession, opens, saves, asks, opened, time } = setUp()
    await opened({ isKept: true, timeRev: -1 })
    paperSession.change('1', tags('A'), 'choice')
    await settle()
    paperSession.resume()
    const both = [() => asks.calls[0]!.fail(refusal('paperElsewhere')), () => saves.calls[0]!.fail(refusal('paperElsewhere'))]
    const [first, second] = isTimeFirst ? both : both.toReversed()
    await first!()
    await opens.calls[1]!.reply(paperDetail({ session: 's2' }))
    await second!()
    expect(paperSession.view.phase).toBe('open')
    expect(saves.calls[1]!.args.slice(0, 2)).toMatchObject(['s2', [{ quId: '1', answer: tags('A') }]])
    await time.pass(MINUTE)
    expect(paperSession.view.phase).toBe('open')
  },
)
