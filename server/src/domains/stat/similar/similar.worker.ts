// Worker thread: compares all pairs of papers of an exam.
import { parentPort, workerData } from 'node:worker_threads'
import { study, type Study } from './study.rules.ts'

const studied = study(workerData as Study)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(studied)
