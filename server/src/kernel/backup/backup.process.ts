// The process of own-process.ts: takes one order, reports bytes at most five times a second, then the outcome.
import { makeBackup } from './backup.ts'
import type { Order, Report } from './own-process.ts'

const EVERY_MS = 200
/** Settles when the report has left this process. */
const tell = (report: Report) => new Promise<void>((resolve) => void process.send?.(report, undefined, undefined, () => resolve()))

async function make({ source, options }: Order): Promise<void> {
  let toldAt = 0
  let contentBytes = 0
  const made = await makeBackup(source, {
    ...options,
    onBytes(stage, bytes) {
      contentBytes = bytes
      if (performance.now() - toldAt < EVERY_MS) return
      toldAt = performance.now()
      void tell({ kind: 'bytes', stage, bytes })
    },
  })
  await tell({ kind: 'made', made: { file: made.file, bytes: made.bytes, contentBytes, removed: made.removed } })
}

process.once('message', (order: Order) => {
  make(order)
    .catch((error: unknown) => tell({ kind: 'failed', reason: error instanceof Error ? error.message : String(error) }))
    .finally(() => process.disconnect())
})
// the server is gone: no process waits for the backup
process.once('disconnect', () => process.exit())
