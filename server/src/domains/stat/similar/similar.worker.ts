// Worker thread: compares all pairs of papers of an exam.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { study, type Study } from './study.rules.ts'

// the server's own thread comes first; elsewhere the call would slow the whole process
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const studied = study(workerData as Study)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(studied)
