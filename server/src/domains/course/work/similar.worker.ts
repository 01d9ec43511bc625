// Worker thread: compares the texts of an assignment with each other.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { similarTexts } from '../../../kernel/similar-texts.ts'

// the server's own thread comes first; elsewhere the call would slow the whole process
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
/** In a class of thirty, a text may have gone round. */
const LEAST = 5
const { texts, known } = workerData as { texts: string[]; known: string[] }
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
parentPort?.postMessage(similarTexts(texts, known, LEAST))
