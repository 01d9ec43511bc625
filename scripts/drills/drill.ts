// What a drill is: a rehearsal of a failure on a temporary site, which ends by itself within a bounded time.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { machine } from '../../bench/fresh.ts'
import { within } from '../../bench/measure.ts'

export type Outcome = { ok: boolean } & Record<string, unknown>
export type Stage = {
  /** the arguments after the drill's name */
  args: string[]
  /** a line for people */
  tell: (line: string) => void
  /** aborted when the time is over; children are to be spawned with it */
  signal: AbortSignal
  /** registered when something is started, called in reverse order at the end, whatever happened */
  atEnd: (close: () => Promise<unknown>) => void
}
export type Drill = { usage: string; seconds: number; run: (stage: Stage) => Promise<Outcome> }

/** How long the clearing away may take. */
const CLOSE_MS = 60_000
/** Seconds with one decimal. @param began on the monotonic clock */
export const secondsSince = (began: number) => Math.round((performance.now() - began) / 100) / 10
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/**
 * Runs a drill and clears away what it started.
 * @returns its outcome; not ok, with a reason, when it failed or took longer than its time
 */
export async function perform(name: string, { seconds, run }: Drill, args: string[], tell: (line: string) => void): Promise<Outcome> {
  const stop = new AbortController()
  const closers: (() => Promise<unknown>)[] = []
  const began = performance.now()
  let outcome: Outcome
  try {
    const stage = { args, tell, signal: stop.signal, atEnd: (close: () => Promise<unknown>) => void closers.push(close) }
    outcome = await within(seconds * 1_000, `the drill ${name}`, run(stage))
  } catch (error) {
    outcome = { ok: false, reason: messageOf(error) }
  }
  stop.abort()
  const closing = (async () => {
    for (const close of closers.toReversed()) await close().catch((error: unknown) => tell(`not cleared away: ${messageOf(error)}`))
  })()
  await within(CLOSE_MS, 'clearing away', closing).catch((error: unknown) => tell(messageOf(error)))
  const { ok, ...rest } = outcome
  return { drill: name, ok, seconds: secondsSince(began), ...rest, machine: machine() }
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}
