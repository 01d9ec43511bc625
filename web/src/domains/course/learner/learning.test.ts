// Learning one file, with a server that answers when the test says so.
import { errors, type ErrorName } from '@shuyuan/contract/kernel/error.ts'
import { expect, test } from 'vitest'
import { CallFailure } from '../../../kernel/call/failure.ts'
import type { Kept } from './kept-seconds.ts'
import { Learning, type Opened, type Progress, type Report } from './learning.ts'

const none: Opened = { position: 0, process: 0, learnSec: 0, needSec: 60, finished: false, courseFinished: false, session: 's1' }
const noNetwork = () => new CallFailure(-1, '服务器无法连接或无法响应！', null, 0)
const refusal = (name: ErrorName) => new CallFailure(errors[name][0], errors[name][1])
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

type Setting = {
  opened?: Partial<Opened>
  kept?: Kept
  counted?: number
  fail?: () => Error | undefined
  /** reaching the end is not enough */
  strict?: boolean
}

/** A server that accepts every report, and a clock that the test advances. */
function setUp({ opened = {}, kept, counted = 0, fail = () => undefined, strict = false }: Setting = {}) {
  let now = 5_000
  let store = kept
  const stored = { ...none, ...opened }
  const sent: (Report & { keepalive: boolean })[] = []
  const order: string[] = []
  const answer = (): Progress => ({ ...stored, process: 0, finished: stored.finished || stored.learnSec >= stored.needSec })
  const learning = new Learning({
    now: () => now,
    open: async () => {
      order.push('open')
      return { ...answer(), session: 's1' }
    },
    save: async (report, keepalive) => {
      const failure = fail()
      if (failure) throw failure
      order.push('save')
      sent.push({ ...report, keepalive })
      stored.learnSec += report.learnSec
      return answer()
    },
    fix: async () => {
      order.push('fix')
      return strict ? answer() : { ...answer(), finished: true }
    },
    kept: { read: () => store, write: (next) => void (store = next) },
    counted,
  })
  return {
    learning,
    sent,
    order,
    kept: () => store,
    stored,
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        now += 1_000
        learning.tick()
        await settle()
      }
    },
    sleep: (ms: number) => (now += ms),
  }
}

async function opened(setting?: Setting) {
  const world = setUp(setting)
  await world.learning.open()
  return world
}

test('seconds are counted while it runs, shown at once and reported every ten', async () => {
  const { learning, sent, pass, kept } = await opened()
  await pass(3)
  expect(learning.view.learnSec).toBe(0)
  learning.run(true)
  learning.at(12.7)
  await pass(6)
  expect(learning.view.learnSec).toBe(6)
  expect(sent).toEqual([])
  expect(kept()).toMatchObject({ learnSec: 6, session: 's1', counted: 0 })
  await pass(1)
  expect(sent).toEqual([{ learnSec: 7, position: 12, session: 's1', keepalive: false }])
  expect(kept()).toBeUndefined()
  await pass(10)
  expect(sent).toHaveLength(2)
  expect(learning.view.learnSec).toBe(17)
})

test('nothing counts before it is open, while it rests, or while the machine sleeps', async () => {
  const { learning, pass, sleep } = setUp()
  learning.run(true)
  await pass(4)
  await learning.open()
  expect(learning.view.learnSec).toBe(0)
  await pass(2)
  learning.run(false)
  await pass(5)
  learning.run(true)
  sleep(3_600_000)
  await pass(1)
  expect(learning.view.learnSec).toBe(7)
})

test('a pause reports what is left over, a page that goes away with keepalive', async () => {
  const { learning, sent, pass } = await opened()
  learning.run(true)
  await pass(3)
  learning.run(false)
  await learning.report()
  await learning.report()
  learning.run(true)
  await pass(2)
  await learning.report(true)
  expect(sent.map(({ learnSec, keepalive }) => [learnSec, keepalive])).toEqual([
    [3, false],
    [2, true],
  ])
})

test('without the network seconds are kept, said, and sent with the next report', async () => {
  let lost = true
  const { learning, sent, pass, kept } = await opened({ fail: () => (lost ? noNetwork() : undefined) })
  learning.run(true)
  await pass(14)
  expect(learning.view).toMatchObject({ offline: true, learnSec: 14, phase: 'open' })
  expect(kept()?.learnSec).toBe(14)
  lost = false
  await pass(6)
  expect(sent.map(({ learnSec }) => learnSec)).toEqual([20])
  expect(learning.view).toMatchObject({ offline: false, learnSec: 20 })
  expect(kept()).toBeUndefined()
})

test('what a reload left unsent is sent before the file is opened again', async () => {
  const kept: Kept = { learnSec: 8, position: 30, session: 's0', counted: 40 }
  const { learning, sent, order } = await opened({ kept, counted: 40, opened: { learnSec: 40 } })
  expect(order).toEqual(['save', 'open'])
  expect(sent).toEqual([{ learnSec: 8, position: 30, session: 's0', keepalive: false }])
  expect(learning.view.learnSec).toBe(48)
})

test('what arrived after all is not sent twice', async () => {
  const kept: Kept = { learnSec: 8, position: 30, session: 's0', counted: 40 }
  const { sent, kept: left } = await opened({ kept, counted: 48, opened: { learnSec: 48 } })
  expect(sent).toEqual([])
  expect(left()).toBeUndefined()
})

test('what cannot be sent before opening stays, and opening is tried again', async () => {
  const kept: Kept = { learnSec: 8, position: 30, session: 's0', counted: 0 }
  let lost = true
  const { learning, kept: left } = await opened({ kept, fail: () => (lost ? noNetwork() : undefined) })
  expect(learning.view.phase).toBe('failed')
  expect(left()).toEqual(kept)
  lost = false
  await learning.open()
  expect(learning.view).toMatchObject({ phase: 'open', learnSec: 8, error: undefined })
})

test('the needed time is reported the moment it is reached', async () => {
  const { learning, sent, pass } = await opened({ opened: { needSec: 4 } })
  learning.run(true)
  await pass(4)
  expect(sent.map(({ learnSec }) => learnSec)).toEqual([4])
  expect(learning.view.finished).toBe(true)
  await pass(5)
  expect(sent).toHaveLength(1)
})

test('the end of a file is told after its last seconds; a finished one is not told again', async () => {
  const { learning, order, pass } = await opened()
  learning.run(true)
  await pass(3)
  await learning.finish()
  expect(order).toEqual(['open', 'save', 'fix'])
  expect(learning.view.finished).toBe(true)
  await learning.finish()
  expect(order).toHaveLength(3)
})

test('an end that was reached too early tells how many seconds are missing', async () => {
  const { learning, pass } = await opened({ strict: true, opened: { needSec: 10 } })
  learning.run(true)
  await pass(4)
  expect(await learning.finish()).toBe(6)
  await pass(6)
  expect(await learning.finish()).toBe(0)
  expect(learning.view.finished).toBe(true)
})

test('too many reports are no break: the seconds wait', async () => {
  let refused = true
  const { learning, sent, pass } = await opened({ fail: () => (refused ? refusal('tooOften') : undefined) })
  learning.run(true)
  await pass(12)
  expect(learning.view).toMatchObject({ phase: 'open', offline: false })
  refused = false
  await pass(8)
  expect(sent.map(({ learnSec }) => learnSec)).toEqual([20])
})

test('a refusal stops the page and says why', async () => {
  const { learning, pass, kept } = await opened({ fail: () => refusal('notFound') })
  learning.run(true)
  await pass(30)
  expect(learning.view.phase).toBe('stopped')
  expect(learning.view.error?.message).toBe(errors.notFound[1])
  expect(kept()).toBeUndefined()
})

test('a page that was taken over counts no more', async () => {
  const { learning, sent, pass } = await opened()
  learning.run(true)
  await pass(3)
  learning.stop()
  await pass(20)
  expect(sent).toEqual([])
  expect(learning.view.phase).toBe('stopped')
})
