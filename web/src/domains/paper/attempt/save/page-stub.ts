// Stubs for tests of the exam room: a manual clock, a buffer in memory, and calls that the test answers.
import { errors, type ErrorName } from '@shuyuan/contract/kernel/error.ts'
import { CallFailure } from '../../../../kernel/call/api.ts'
import type { Buffer, Op } from './ops.ts'

/** Runs all pending microtasks. */
export async function settle() {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve()
}

export function fakeTime() {
  let now = 1_000
  let nextId = 0
  const timers = new Map<number, { at: number; run: () => void }>()
  return {
    now: () => now,
    after: (ms: number, run: () => void) => {
      const id = nextId++
      timers.set(id, { at: now + ms, run })
      return () => void timers.delete(id)
    },
    /** Advances the clock; timers run at their time, in order. */
    async pass(ms: number) {
      const end = now + ms
      for (;;) {
        const due = [...timers].filter(([, timer]) => timer.at <= end).toSorted(([, a], [, b]) => a.at - b.at)[0]
        if (!due) break
        now = Math.max(now, due[1].at)
        timers.delete(due[0])
        due[1].run()
        await settle()
      }
      now = end
      await settle()
    },
  }
}

export function memoryBuffer(): Buffer & { ops: Map<string, Op> } {
  const ops = new Map<string, Op>()
  return {
    ops,
    put: (op) => Promise.resolve(void ops.set(op.quId, op)),
    drop: ({ quId, session, seq }) => {
      const there = ops.get(quId)
      if (there?.session === session && there.seq === seq) ops.delete(quId)
      return Promise.resolve()
    },
    all: () => Promise.resolve([...ops.values()]),
    wipe: () => Promise.resolve(ops.clear()),
  }
}

export const refusal = (name: ErrorName) => new CallFailure(errors[name][0], errors[name][1])
export const noNetwork = () => new CallFailure(-1, '服务器无法连接或无法响应！', null, 0)

type Call<A, R> = { args: A; reply: (value: R) => Promise<void>; fail: (error: unknown) => Promise<void> }

/** Calls that wait for an answer of the test: `calls[0].reply(…)` or `calls[0].fail(…)`. */
export function waitingCalls<A extends unknown[], R>() {
  const calls: Call<A, R>[] = []
  const run = (...args: A) => {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    const then = async (act: () => void) => {
      await settle()
      act()
      await settle()
    }
    calls.push({ args, reply: (value) => then(() => resolve(value)), fail: (error) => then(() => reject(error)) })
    return promise
  }
  return { calls, run }
}
