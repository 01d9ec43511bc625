// The answer queue: coalescing, one request in flight, retries, refusals.
import { expect, test } from 'vitest'
import { CallFailure, httpFailure } from '../../../../kernel/call/failure.ts'
import { fakeTime, memoryBuffer, noNetwork, refusal, settle, waitingCalls } from './page-stub.ts'
import type { Op } from './ops.ts'
import { AnswerQueue } from './queue.ts'

type Reply = { saved: { quId: string; seq: number }[]; savedAt: string }

function setUp() {
  const time = fakeTime()
  const buffer = memoryBuffer()
  const server = waitingCalls<[session: string, ops: readonly Op[], keepalive: boolean], Reply>()
  const refusals: string[] = []
  const queue = new AnswerQueue({
    ...time,
    random: () => 1,
    send: server.run,
    buffer,
    onRefused: (verdict) => refusals.push(verdict),
  })
  queue.start('s1', [])
  const sent = () => server.calls.map(({ args: [, ops] }) => ops.map(({ quId, answer, seq }) => [quId, answer, seq]))
  const savedAll = (at: number, savedAt = '2026-01-01 12:03:04') => {
    const { args, reply } = server.calls[at]!
    return reply({ saved: args[1].map(({ quId, seq }) => ({ quId, seq })), savedAt })
  }
  return { time, buffer, server, queue, refusals, sent, savedAll }
}
const tags = (...letters: string[]) => ({ tags: letters })
const text = (typed: string) => ({ text: `<p>${typed}</p>` })

test('a choice is sent immediately, written to the buffer before, deleted only on acknowledgement', async () => {
  const { queue, server, buffer, sent, savedAll } = setUp()
  queue.change('1', tags('A'), 'choice')
  expect(buffer.ops.get('1')).toMatchObject({ answer: tags('A'), seq: 1, session: 's1', base: null })
  await settle()
  expect(sent()).toEqual([[['1', tags('A'), 1]]])
  expect(server.calls[0]!.args[0]).toBe('s1')
  expect(queue.view).toMatchObject({ unsent: 1, sending: true, offline: false })
  expect(buffer.ops.size).toBe(1)
  await savedAll(0)
  expect(buffer.ops.size).toBe(0)
  expect(queue.view).toMatchObject({ unsent: 0, sending: false, savedAt: '2026-01-01 12:03:04' })
})

test('nothing is sent before it is buffered', async () => {
  const { queue, buffer, sent } = setUp()
  let written = () => {}
  buffer.put = () => new Promise((resolve) => (written = resolve))
  queue.change('1', tags('A'), 'choice')
  await settle()
  expect(sent()).toEqual([])
  written()
  await settle()
  expect(sent()).toHaveLength(1)
})

test('a browser that cannot buffer still saves to the server', async () => {
  const { queue, buffer, sent } = setUp()
  buffer.put = () => Promise.reject(new Error('no IndexedDB'))
  queue.change('1', tags('A'), 'choice')
  await settle()
  expect(sent()).toHaveLength(1)
})

test('text is sent 1.5 s after typing stops, in one request', async () => {
  const { queue, time, sent } = setUp()
  for (const word of ['火', '火灾', '火灾报警']) {
    queue.change('4', text(word), 'text')
    await time.pass(1_000)
  }
  expect(sent()).toEqual([])
  await time.pass(499)
  expect(sent()).toEqual([])
  await time.pass(1)
  expect(sent()).toEqual([[['4', text('火灾报警'), 3]]])
})

test('text is sent after 10 s at most while typing continues', async () => {
  const { queue, time, sent } = setUp()
  for (let second = 0; second < 11; second++) {
    queue.change('4', text('字'.repeat(second + 1)), 'text')
    await time.pass(1_000)
  }
  expect(sent()).toHaveLength(1)
  expect(sent()[0]).toEqual([['4', text('字'.repeat(10)), 10]])
})

test('flush sends changes that wait for the end of typing', async () => {
  const { queue, time, sent } = setUp()
  queue.change('4', text('a'), 'text')
  queue.change('5', { blanks: ['b'] }, 'text')
  queue.flush()
  await settle()
  expect(sent()).toEqual([
    [
      ['4', text('a'), 1],
      ['5', { blanks: ['b'] }, 1],
    ],
  ])
  await time.pass(20_000)
  expect(sent()).toHaveLength(1)
})

test('one request in flight per question, the newest value next; another question does not wait', async () => {
  const { queue, sent, savedAll } = setUp()
  queue.change('1', tags('A'), 'choice')
  queue.change('1', tags('B'), 'choice')
  queue.change('1', tags('C'), 'choice')
  queue.change('2', tags('D'), 'choice')
  await settle()
  expect(sent()).toEqual([[['1', tags('A'), 1]], [['2', tags('D'), 1]]])
  await savedAll(0)
  expect(sent()[2]).toEqual([['1', tags('C'), 3]])
})

test('an acknowledgement of an older value leaves the newest one in the buffer', async () => {
  const { queue, buffer, savedAll } = setUp()
  queue.change('1', tags('A'), 'choice')
  await settle()
  queue.change('1', tags('B'), 'choice')
  await savedAll(0)
  expect(buffer.ops.get('1')).toMatchObject({ answer: tags('B'), seq: 2 })
  await savedAll(1)
  expect(buffer.ops.size).toBe(0)
})

test('a stale reply changes neither the shown nor the sent answers', async () => {
  const { queue, server } = setUp()
  queue.change('1', tags('A'), 'choice')
  await settle()
  queue.change('1', tags('B'), 'choice')
  await server.calls[0]!.reply({ saved: [{ quId: '1', seq: 1 }], savedAt: '2026-01-01 12:00:00' })
  expect(queue.view.answers.get('1')).toEqual(tags('B'))
  expect(queue.view.unsent).toBe(1)
})

test('without a server: 1 to 30 s between attempts, then all changes in one request', async () => {
  const { queue, time, server, sent, savedAll } = setUp()
  queue.change('1', tags('A'), 'choice')
  await settle()
  await server.calls[0]!.fail(noNetwork())
  expect(queue.view).toMatchObject({ offline: true, unsent: 1 })
  queue.change('2', tags('B'), 'choice')
  queue.change('3', tags('C'), 'choice')
  await settle()
  expect(sent()).toHaveLength(1)
  expect(queue.view.unsent).toBe(3)
  const pauses: number[] = []
  for (let failures = 1; failures <= 7; failures++) {
    const before = time.now()
    while (server.calls.length === failures) await time.pass(100)
    pauses.push(time.now() - before)
    if (failures < 7) await server.calls[failures]!.fail(noNetwork())
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect(sent()[7]!.map(([quId]) => quId)).toEqual(['1', '2', '3'])
  await savedAll(7)
  expect(queue.view).toMatchObject({ offline: false, unsent: 0 })
})

test('requests that fail together count once: the next attempt comes after a second', async () => {
  const { queue, time, server } = setUp()
  for (const quId of ['1', '2', '3', '4']) queue.change(quId, tags('A'), 'choice')
  await settle()
  expect(server.calls).toHaveLength(4)
  for (const one of server.calls.slice()) await one.fail(noNetwork())
  await time.pass(999)
  expect(server.calls).toHaveLength(4)
  await time.pass(1)
  expect(server.calls).toHaveLength(5)
})

test('random jitter shortens a delay to no less than half', async () => {
  const time = fakeTime()
  const server = waitingCalls<[string, readonly Op[], boolean], Reply>()
  const queue = new AnswerQueue({ ...time, random: () => 0, send: server.run, buffer: memoryBuffer(), onRefused: () => undefined })
  queue.start('s1', [])
  queue.change('1', tags('A'), 'choice')
  await settle()
  await server.calls[0]!.fail(noNetwork())
  await time.pass(499)
  expect(server.calls).toHaveLength(1)
  await time.pass(1)
  expect(server.calls).toHaveLength(2)
})

test('when the network may be back the queue sends immediately', async () => {
  const { queue, server } = setUp()
  queue.change('1', tags('A'), 'choice')
  await settle()
  await server.calls[0]!.fail(noNetwork())
  queue.resume()
  await settle()
  expect(server.calls).toHaveLength(2)
})

test('a finally refused value is isolated, and the rest of its batch is saved', async () => {
  const { queue, server, buffer, savedAll, sent } = setUp()
  queue.hold()
  queue.change('1', tags('A'), 'choice')
  queue.change('2', tags('Z'), 'choice')
  queue.release()
  await settle()
  await server.calls[0]!.fail(refusal('answerForeign'))
  expect(sent().slice(1)).toEqual([[['1', tags('A'), 1]], [['2', tags('Z'), 1]]])
  await savedAll(1)
  await server.calls[2]!.fail(refusal('answerForeign'))
  expect([...queue.view.refused]).toEqual([['2', '答案与试题不符，未保存']])
  expect(queue.view.unsent).toBe(0)
  expect(buffer.ops.size).toBe(0)
  queue.change('2', tags('B'), 'choice')
  expect(queue.view.refused.size).toBe(0)
})

test('an answer of an intermediary is ignored: nothing is dropped, and everything is sent when the server is back', async () => {
  const { queue, server, buffer, time, savedAll } = setUp()
  queue.change('1', tags('A'), 'choice')
  await settle()
  // a sign-in page answered with 200, a proxy's 400 and 403, a captive portal that answers JSON
  const intermediaries = [httpFailure(200), httpFailure(400), httpFailure(403), new CallFailure(403, '请先登录网络')]
  for (const [at, answer] of intermediaries.entries()) {
    await server.calls[at]!.fail(answer)
    expect(buffer.ops.size).toBe(1)
    expect(queue.view).toMatchObject({ unsent: 1, refused: new Map() })
    await time.pass(30_000)
  }
  await savedAll(intermediaries.length)
  expect(queue.view).toMatchObject({ offline: false, unsent: 0 })
})

test.each(['paperElsewhere', 'paperClosed', 'signedOut', 'questionHidden'] as const)(
  '%s stops the sending, and what was typed stays in the buffer',
  async (name) => {
    const { queue, server, buffer, time, refusals } = setUp()
    queue.change('1', tags('A'), 'choice')
    await settle()
    await server.calls[0]!.fail(refusal(name))
    await time.pass(60_000)
    expect(server.calls).toHaveLength(1)
    expect(refusals).toHaveLength(1)
    expect(buffer.ops.size).toBe(1)
    expect(queue.open()).toHaveLength(1)
  },
)

test('after a new sign-in the queue continues', async () => {
  const { queue, server, savedAll } = setUp()
  queue.change('1', tags('A'), 'choice')
  await settle()
  await server.calls[0]!.fail(refusal('signedOut'))
  queue.release()
  await settle()
  await savedAll(1)
  expect(queue.view).toMatchObject({ unsent: 0, offline: false })
})

test('on page hide all unacknowledged answers are sent again with keepalive, also those in flight', async () => {
  const { queue, server, sent } = setUp()
  queue.change('1', tags('A'), 'choice')
  await settle()
  queue.change('1', tags('B'), 'choice')
  queue.change('4', text('x'), 'text')
  queue.hide()
  expect(server.calls[1]!.args[2]).toBe(true)
  expect(sent()[1]).toEqual([
    ['1', tags('B'), 2],
    ['4', text('x'), 1],
  ])
})

test('keepalive requests stay within the browsers’ limit; the rest stays buffered', async () => {
  const { queue, server, buffer } = setUp()
  queue.hold()
  queue.change('4', text('x'.repeat(70_000)), 'text')
  queue.change('1', tags('A'), 'choice')
  queue.start('s2', [])
  expect(buffer.ops.size).toBe(2)
  queue.change('4', text('x'.repeat(70_000)), 'text')
  queue.change('1', tags('A'), 'text')
  queue.hide()
  expect(server.calls.at(-1)!.args[1].map(({ quId }) => quId)).toEqual(['1'])
})

test('an answer stored by the server is the base of the next change, with a higher seq', async () => {
  const { queue, buffer } = setUp()
  queue.start('s2', [{ quId: '1', answer: tags('A'), seq: 7, session: 's1' }])
  expect(queue.view.answers.get('1')).toEqual(tags('A'))
  expect(queue.view.unsent).toBe(0)
  queue.change('1', null, 'choice')
  expect(buffer.ops.get('1')).toEqual({ quId: '1', answer: null, seq: 8, session: 's2', base: { session: 's1', seq: 7 } })
})
