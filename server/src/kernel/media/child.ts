// Limits of the processes that read foreign media: time, memory, output, and a pause.
import { type ChildProcess, fork } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { compileCacheEnv } from '../compile-cache.ts'
import type { ChildReport, ChildRequest } from './encode-job.ts'

export type Control = {
  /** ends the process */
  signal: AbortSignal
  onPercent: (percent: number) => void
  /** asked every second: while true, the process gets no processor time */
  isPaused: () => boolean
}

/** For a process that nothing pauses or stops, and that tells nothing. */
export const calm: Control = { signal: new AbortController().signal, onPercent: () => undefined, isPaused: () => false }

const EVERY_MS = 1_000
const MOST_MEMORY = 3 * 1024 ** 3
/** Processor time of the other work of this machine goes first. */
const NICE = 10
const MEASURE_MS = 60_000
const PAGE = 4_096
const MOST_TEXT = 8_192

/** Bytes in memory; 0 where the system does not tell. */
export async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')
  return Number(pages.split(' ')[1] ?? 0) * PAGE
}

/** Watches a process until it ends. @param mostMs running time, pauses excluded. @returns why it was killed, if it was */
export function watchChild(child: ChildProcess, { signal, isPaused }: Pick<Control, 'signal' | 'isPaused'>, mostMs: number) {
  let reason = ''
  let stopped = false
  let ranMs = 0
  const kill = (why: string) => {
    reason ||= why
    child.kill('SIGKILL')
  }
  if (child.pid !== undefined) {
    try {
      setPriority(child.pid, Math.min(NICE, constants.priority.PRIORITY_LOW))
    } catch {
      // not permitted: the process runs with the server's priority
    }
  }
  const timer = setInterval(() => {
    const wanted = isPaused()
    if (wanted !== stopped && child.kill(wanted ? 'SIGSTOP' : 'SIGCONT')) stopped = wanted
    if (!stopped) ranMs += EVERY_MS
    if (ranMs > mostMs) kill('It took too long.')
    memoryOf(child).then(
      (bytes) => bytes > MOST_MEMORY && kill('It needed too much memory.'),
      () => undefined,
    )
  }, EVERY_MS)
  const abort = () => kill('It was stopped.')
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return {
    reason: () => reason,
    end() {
      clearInterval(timer)
      signal.removeEventListener('abort', abort)
      if (stopped) child.kill('SIGCONT')
    },
  }
}

/** The last lines that a process wrote to its error output. */
export function lastText(child: ChildProcess): () => string {
  let text = ''
  child.stderr?.on('data', (part: Buffer) => (text = (text + part.toString('utf8')).slice(-MOST_TEXT)))
  return () => text
}

/** A child process of media.worker.ts, and the last lines that it wrote to its error output. */
export type MediaChild = { process: ChildProcess; written: () => string }

export function openChild(): MediaChild {
  const child = fork(new URL('media.worker.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: ['--max-old-space-size=1024', '--disable-warning=ExperimentalWarning'],
    // nothing of the server's environment, which holds passwords
    env: { PATH: process.env.PATH ?? '', ...compileCacheEnv() },
  })
  // also while it waits: without a listener an error would end the server
  child.on('error', () => undefined)
  return { process: child, written: lastText(child) }
}

/**
 * Asks a child process that is doing nothing else. Throws for what it could not do, and when it ended without an answer.
 * @param mostMs after so much running time it is killed
 */
export async function ask({ process: child, written }: MediaChild, request: ChildRequest, control: Control, mostMs = MEASURE_MS) {
  const watch = watchChild(child, control, mostMs)
  const { promise, resolve, reject } = Promise.withResolvers<ChildReport>()
  const fail = (why: string) => reject(new Error(watch.reason() || why))
  const report = (one: ChildReport) => {
    if ('percent' in one) control.onPercent(one.percent)
    else if ('problem' in one) fail(one.problem)
    else resolve(one)
  }
  const broken = (error: Error) => fail(error.message)
  const ended = (code: number | null, by: string | null) => fail(`The encoder ended (${by ?? code}). ${written()}`.trim())
  child.on('message', report)
  child.on('error', broken)
  child.on('exit', ended)
  child.send(request, (error) => error && fail(error.message))
  try {
    return await promise
  } finally {
    watch.end()
    child.off('message', report)
    child.off('error', broken)
    child.off('exit', ended)
  }
}

/** Asks a child process of its own, which ends with the answer. Throws as `ask`. */
export async function askChild(request: ChildRequest, control: Control, mostMs?: number): Promise<ChildReport> {
  const child = openChild()
  try {
    return await ask(child, request, control, mostMs)
  } finally {
    child.process.kill('SIGKILL')
  }
}
