// A reader for tests: says in which thread it runs. The name of the file says how it ends.
import { threadId } from 'node:worker_threads'
import { fail } from '../src/kernel/fail.ts'
import { readInWorker } from '../src/kernel/sheet/sheet-worker.ts'

readInWorker(async ({ name }, send) => {
  if (name === 'refused') fail('sheetBroken')
  if (name === 'thrown') throw new RangeError('thrown')
  if (name === 'ended') process.exit(1)
  send(threadId)
})
