// Child process that reads and encodes media, so that a damaged file or a crash of the encoder does not reach the server. It does one thing at a
// time, and waits for the next until it is killed.
import { flushCompileCache } from 'node:module'
import { isAbsolute } from 'node:path'
import { measure } from './measure.ts'
import { encodeHere, posterHere, versionHere } from './encode-here.ts'
import type { ChildReport, ChildRequest } from './encode-job.ts'

const report = (one: ChildReport) => new Promise<void>((resolve) => void process.send?.(one, undefined, undefined, () => resolve()))

async function answer(request: ChildRequest): Promise<ChildReport> {
  if (request.act === 'version') return { version: await versionHere() }
  if (request.act === 'measure') return { info: await measure(request.path) }
  if (!isAbsolute(request.job.input)) throw new Error('The input must be a file.')
  if (request.act === 'poster') {
    await posterHere(request.job)
    return { done: true }
  }
  await encodeHere(request.job, (percent) => void report({ percent }))
  return { done: true }
}

process.on('message', async (request: ChildRequest) => {
  try {
    const found = await answer(request)
    // the process is killed, which would not save its compile cache
    flushCompileCache()
    await report(found)
  } catch (error) {
    await report({ problem: error instanceof Error ? error.message.slice(0, 500) : 'unknown' })
  }
})
// the server is gone
process.once('disconnect', () => process.exit(1))
