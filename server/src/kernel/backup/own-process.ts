// A backup by a process of its own with a low priority, so that the server's calls do not wait for it.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import type { OnBytes, Options, Source } from './backup.ts'
import { BackupError } from './envelope.ts'

/** `awaited`: a person waits for it, so it gets some of a busy machine; others have the lowest priority. */
export type Order = { source: Source; options: Pick<Options, 'out' | 'passphrase' | 'keep'>; awaited?: boolean }
export type Written = { file: string; bytes: number; contentBytes: number; removed: string[] }
export type Report =
  | { kind: 'bytes'; stage: Parameters<OnBytes>[0]; bytes: number }
  | { kind: 'made'; made: Written }
  | { kind: 'failed'; reason: string }

const unfinished = /^shuyuan-\d{8}-\d{6}\.backup\.part$/
const ABANDONED_MS = 24 * 3_600_000

/** Removes what a process that was killed left behind. */
async function clear(out: string): Promise<void> {
  for (const name of (await readdir(out).catch(() => [])).filter((one) => unfinished.test(one))) {
    const found = await stat(join(out, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(join(out, name), { force: true })
  }
}

/**
 * Makes a backup as makeBackup does, in another process.
 * @throws BackupError with the reason, also when `signal` ended the process
 */
export async function backupApart({ source, options, awaited = false }: Order, onBytes: OnBytes, signal: AbortSignal): Promise<Written> {
  signal.throwIfAborted()
  await clear(options.out)
  const child = fork(new URL('backup.process.ts', import.meta.url), { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop)
  try {
    lower(child, awaited ? constants.priority.PRIORITY_BELOW_NORMAL : constants.priority.PRIORITY_LOW)
    return await told(child, { source, options }, onBytes)
  } finally {
    signal.removeEventListener('abort', stop)
    child.kill('SIGKILL')
  }
}

function lower({ pid }: ChildProcess, priority: number) {
  try {
    if (pid !== undefined) setPriority(pid, priority)
  } catch {
    // the backup is made all the same
  }
}

async function told(child: ChildProcess, order: Order, onBytes: OnBytes): Promise<Written> {
  let said = ''
  child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-1_000)))
  const { promise, resolve, reject } = Promise.withResolvers<Written>()
  child.on('message', (report: Report) => {
    if (report.kind === 'bytes') onBytes(report.stage, report.bytes)
    else if (report.kind === 'made') resolve(report.made)
    else reject(new BackupError(report.reason))
  })
  child.once('error', reject)
  child.once('exit', (code, signal) => reject(new BackupError(`The backup ended with ${code ?? signal ?? ''}. ${said.trim()}`.trim())))
  await Promise.race([once(child, 'spawn'), promise])
  child.send(order)
  return promise
}
