// Reads media files in a child process that waits for the next file, because loading its modules takes longer than reading most files.
import type { App } from '../ctx.ts'
import { appPart } from '../part.ts'
import { ask, calm, type Control, type MediaChild, memoryOf, openChild } from './child.ts'
import type { MediaInfo } from './encode-job.ts'

/** So long a process waits for another file. */
const IDLE_MS = 10_000
/** A process that has grown by a file gives its memory back at once. */
const MOST_MEMORY = 200 * 1_024 ** 2

type Waiting = { child: MediaChild; timer: NodeJS.Timeout; onExit: () => void }

const readerOf = appPart((app) => {
  const reader: { waiting: Waiting | undefined } = { waiting: undefined }
  app.onClose(() => {
    take(reader)?.process.kill('SIGKILL')
  })
  return reader
})
type Reader = ReturnType<typeof readerOf>

function take(reader: Reader): MediaChild | undefined {
  if (!reader.waiting) return undefined
  const { child, timer, onExit } = reader.waiting
  reader.waiting = undefined
  clearTimeout(timer)
  child.process.off('exit', onExit)
  hold(child, 'ref')
  return child
}

/** Whether a child keeps this process running. */
function hold({ process: child }: MediaChild, how: 'ref' | 'unref') {
  child[how]()
  child.channel?.[how]()
  // a pipe is a socket; its type knows only streams
  ;(child.stderr as { ref?: () => void; unref?: () => void } | null)?.[how]?.()
}

async function keep(reader: Reader, child: MediaChild) {
  const bytes = await memoryOf(child.process)
  if (reader.waiting || bytes > MOST_MEMORY || !child.process.connected) return void child.process.kill('SIGKILL')
  const onExit = () => void take(reader)
  const timer = setTimeout(() => take(reader)?.process.kill('SIGKILL'), IDLE_MS).unref()
  child.process.once('exit', onExit)
  hold(child, 'unref')
  reader.waiting = { child, timer, onExit }
}

async function measureBy(child: MediaChild, path: string, control: Control): Promise<MediaInfo | null> {
  try {
    const found = await ask(child, { act: 'measure', path }, control)
    return 'info' in found ? found.info : null
  } catch (error) {
    child.process.kill('SIGKILL')
    throw error
  }
}

/** Length, codecs and size; null for a format that is not known or no media file. Throws for a damaged one. */
export async function measureFile(app: App, path: string, control: Control = calm): Promise<MediaInfo | null> {
  const reader = readerOf(app)
  const waiting = take(reader)
  // what goes wrong in a process that has read another file may be its fault: only a new one says so
  const read = waiting && (await measureBy(waiting, path, control).catch(() => undefined))
  if (waiting && read !== undefined) {
    await keep(reader, waiting)
    return read
  }
  control.signal.throwIfAborted()
  const child = openChild()
  const found = await measureBy(child, path, control)
  await keep(reader, child)
  return found
}
