// Worker thread: compares all pairs of papers of an exam.
import { parentPort, workerData } from 'node:worker_threads'
import { comparePapers, type World } from './similar.rules.ts'

const compared = comparePapers(workerData as World)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(compared)
