// Learning one file, with a server that answers when the test says so.
import { errors, type ErrorName } from '@shuyuan/contract/kernel/error.ts'
import { joined, secondsIn } from '@shuyuan/contract/course/learn/film.ts'
import { expect, test } from 'vitest'
import { CallFailure } from '../../../kernel/call/failure.ts'
import type { UnsentSeconds } from './stored-seconds.ts'
import type { Opened } from './learn-view.ts'
import { Learning, type Progress, type Report } from './learning.ts'

const play = { key: '0123456789abcdef', iv: '0123456789abcdef' }
const none: Opened = {
  furthest: 0,
  checkIn: null,
  checkDue: false,
  covered: [],
  captureHeld: false,
  captureDue: false,
  stopAt: null,
  position: 0,
  process: 0,
  learnSec: 0,
  needSec: 60,
  finished: false,
  courseFinished: false,
  session: 's1',
  play,
}
const noNetwork = () => new CallFailure(-1, '服务器无法连接或无法响应！', null, 0)
const refusal = (name: ErrorName) => new CallFailure(errors[name][0], errors[name][1])
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

type Setting = {
  opened?: Partial<Opened>
  stored?: UnsentSeconds
  counted?: number
  fail?: () => Error | undefined
  /** reaching the end is not enough */
  strict?: boolean
  /** a video, of which the server counts what was played */
  film?: boolean
}

/** A server that accepts every report, and a clock that the test advances. */
function setUp({ opened = {}, stored, counted = 0, fail = () => undefined, strict = false, film = false }: Setting = {}) {
  let now = 5_000
  let store = stored
  const served = { ...none, ...opened }
  const sent: (Report & { keepalive: boolean })[] = []
  const order: string[] = []
  const answer = (): Progress => ({ ...served, process: 0, finished: served.finished || served.learnSec >= served.needSec })
  const learning = new Learning({
    film,
    now: () => now,
    open: async () => {
      order.push('open')
      return { ...answer(), session: 's1', play }
    },
    save: async (report, keepalive) => {
      const failure = fail()
      if (failure) throw failure
      order.push('save')
      sent.push({ ...report, keepalive })
      if (!report.played) served.learnSec += report.learnSec
      else {
        served.covered = joined([...served.covered, ...report.played])
        served.learnSec = secondsIn(served.covered)
      }
      return answer()
    },
    fix: async () => {
      order.push('fix')
      return strict ? answer() : { ...answer(), finished: true }
    },
    stored: { read: () => store, write: (next) => void (store = next) },
    counted,
  })
  return {
    learning,
    sent,
    order,
    stored: () => store,
    served,
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

test('seconds are counted while running, shown immediately and reported every ten seconds', async () => {
  const { learning, sent, pass, stored } = await opened()
  await pass(3)
  expect(learning.view.learnSec).toBe(0)
  learning.run(true)
  learning.at(12.7)
  await pass(6)
  expect(learning.view.learnSec).toBe(6)
  expect(sent).toEqual([])
  expect(stored()).toMatchObject({ learnSec: 6, session: 's1', counted: 0 })
  await pass(1)
  expect(sent).toEqual([{ learnSec: 7, position: 12, session: 's1', keepalive: false }])
  expect(stored()).toBeUndefined()
  await pass(10)
  expect(sent).toHaveLength(2)
  expect(learning.view.learnSec).toBe(17)
})

test('no time counts before opening, while paused, or while the computer sleeps', async () => {
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

test('a pause reports the remaining seconds, and leaving the page does so with keepalive', async () => {
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

test('while offline, seconds are stored, reported as unsent, and sent with the next report', async () => {
  let lost = true
  const { learning, sent, pass, stored } = await opened({ fail: () => (lost ? noNetwork() : undefined) })
  learning.run(true)
  await pass(14)
  expect(learning.view).toMatchObject({ offline: true, learnSec: 14, phase: 'open' })
  expect(stored()?.learnSec).toBe(14)
  lost = false
  await pass(6)
  expect(sent.map(({ learnSec }) => learnSec)).toEqual([20])
  expect(learning.view).toMatchObject({ offline: false, learnSec: 20 })
  expect(stored()).toBeUndefined()
})

test('seconds left unsent by a reload are sent before the file is opened again', async () => {
  const stored: UnsentSeconds = { learnSec: 8, position: 30, session: 's0', counted: 40 }
  const { learning, sent, order } = await opened({ stored, counted: 40, opened: { learnSec: 40 } })
  expect(order).toEqual(['save', 'open'])
  expect(sent).toEqual([{ learnSec: 8, position: 30, session: 's0', keepalive: false }])
  expect(learning.view.learnSec).toBe(48)
})

test('seconds that arrived despite a lost reply are not sent twice', async () => {
  const stored: UnsentSeconds = { learnSec: 8, position: 30, session: 's0', counted: 40 }
  const { sent, stored: left } = await opened({ stored, counted: 48, opened: { learnSec: 48 } })
  expect(sent).toEqual([])
  expect(left()).toBeUndefined()
})

test('if the stored seconds cannot be sent before opening, they stay stored and opening is retried', async () => {
  const stored: UnsentSeconds = { learnSec: 8, position: 30, session: 's0', counted: 0 }
  let lost = true
  const { learning, stored: left } = await opened({ stored, fail: () => (lost ? noNetwork() : undefined) })
  expect(learning.view.phase).toBe('failed')
  expect(left()).toEqual(stored)
  lost = false
  await learning.open()
  expect(learning.view).toMatchObject({ phase: 'open', learnSec: 8, error: undefined })
})

test('reaching the required time is reported immediately', async () => {
  const { learning, sent, pass } = await opened({ opened: { needSec: 4 } })
  learning.run(true)
  await pass(4)
  expect(sent.map(({ learnSec }) => learnSec)).toEqual([4])
  expect(learning.view.finished).toBe(true)
  await pass(5)
  expect(sent).toHaveLength(1)
})

test('the end of a file is reported after its last seconds, and only if the file is unfinished', async () => {
  const { learning, order, pass } = await opened()
  learning.run(true)
  await pass(3)
  await learning.finish()
  expect(order).toEqual(['open', 'save', 'fix'])
  expect(learning.view.finished).toBe(true)
  await learning.finish()
  expect(order).toHaveLength(3)
})

test('reaching the end too early returns the missing seconds', async () => {
  const { learning, pass } = await opened({ strict: true, opened: { needSec: 10 } })
  learning.run(true)
  await pass(4)
  expect(await learning.finish()).toBe(6)
  await pass(6)
  expect(await learning.finish()).toBe(0)
  expect(learning.view.finished).toBe(true)
})

test('a rate limit is not a failure: the seconds wait', async () => {
  let refused = true
  const { learning, sent, pass } = await opened({ fail: () => (refused ? refusal('tooOften') : undefined) })
  learning.run(true)
  await pass(12)
  expect(learning.view).toMatchObject({ phase: 'open', offline: false })
  refused = false
  await pass(8)
  expect(sent.map(({ learnSec }) => learnSec)).toEqual([20])
})

test('a refusal stops counting and gives the reason', async () => {
  const { learning, pass, stored } = await opened({ fail: () => refusal('notFound') })
  learning.run(true)
  await pass(30)
  expect(learning.view.phase).toBe('stopped')
  expect(learning.view.error?.message).toBe(errors.notFound[1])
  expect(stored()).toBeUndefined()
})

test('a page stops counting after a takeover', async () => {
  const { learning, sent, pass } = await opened()
  learning.run(true)
  await pass(3)
  learning.stop()
  await pass(20)
  expect(sent).toEqual([])
  expect(learning.view.phase).toBe('stopped')
})

test('a page that another one replaced opens the file again when asked, and counts anew', async () => {
  const { learning, sent, pass } = await opened()
  learning.run(true)
  await pass(8)
  learning.stop(true)
  expect(learning.view).toMatchObject({ phase: 'stopped', elsewhere: true })
  await learning.open()
  expect(learning.view).toMatchObject({ phase: 'open', elsewhere: false })
  learning.run(true)
  await pass(10)
  expect(sent.map(({ learnSec }) => learnSec)).toEqual([10])
})

test('of a film each second that was played counts once, at its speed; what was skipped does not', async () => {
  const { learning, sent, pass, served, stored } = await opened({ film: true, opened: { needSec: 600 } })
  learning.run(true)
  const play = async (from: number, seconds: number, speed = 1) => {
    for (let past = 0; past <= seconds; past++) {
      learning.at(from + past * speed)
      if (past < seconds) await pass(1)
    }
  }
  await play(0, 4, 2)
  await pass(1)
  expect(learning.view.learnSec).toBe(8)
  expect(stored()).toMatchObject({ played: [{ from: 0, to: 8 }] })
  learning.jump(100)
  await play(100, 5)
  await pass(1)
  expect(learning.view.learnSec).toBe(13)
  expect(sent).toMatchObject([
    {
      played: [
        { from: 0, to: 8 },
        { from: 100, to: 104 },
      ],
    },
  ])
  // back to the first part
  learning.jump(2)
  await play(2, 4)
  await pass(1)
  expect(learning.view.learnSec).toBe(13)
  await learning.report()
  expect(served.covered).toEqual([
    { from: 0, to: 8 },
    { from: 100, to: 105 },
  ])
})

test('what was played of a film and could not be reported is reported later', async () => {
  let isAway = true
  const { learning, sent, pass } = await opened({ film: true, fail: () => (isAway ? noNetwork() : undefined) })
  learning.run(true)
  for (let second = 0; second <= 15; second++) {
    learning.at(second)
    await pass(1)
  }
  expect(learning.view).toMatchObject({ offline: true, learnSec: 15 })
  isAway = false
  await pass(10)
  expect(sent.at(-1)?.played).toEqual([{ from: 0, to: 15 }])
  expect(learning.view).toMatchObject({ offline: false, learnSec: 15 })
})

test('the check comes closer while time counts, holds the time when it is due, and starts anew', async () => {
  const { learning, pass, sent } = setUp({ opened: { checkIn: 20 } })
  await learning.open()
  learning.run(true)
  await pass(5)
  expect(learning.view.checkIn).toBe(15)
  learning.hold(true)
  await settle()
  expect(sent.map((one) => one.learnSec)).toEqual([5])
  await pass(3)
  expect(learning.view.learnSec).toBe(5)
  learning.checked(20)
  learning.hold(false)
  await pass(5)
  expect(learning.view).toMatchObject({ learnSec: 10, checkIn: 15 })
})

test('the first capture lets time count, and the end that waited for one is reported again', async () => {
  const { learning, served, order } = setUp({ opened: { captureHeld: true, needSec: 5 }, strict: true })
  await learning.open()
  expect(learning.view.captureHeld).toBe(true)
  await learning.finish()
  expect(learning.view.finished).toBe(false)
  Object.assign(served, { captureHeld: false, finished: true })
  await learning.captured(true)
  expect(order.filter((one) => one === 'fix')).toHaveLength(2)
  expect(learning.view).toMatchObject({ captureHeld: false, finished: true })
})

test('a failed capture holds the file and shows the seconds that are left', async () => {
  const { learning, served } = setUp({ opened: { learnSec: 50 } })
  await learning.open()
  Object.assign(served, { captureHeld: true, learnSec: 20 })
  await learning.captured(false)
  expect(learning.view).toMatchObject({ captureHeld: true, learnSec: 20 })
})
