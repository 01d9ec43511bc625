// Gives `vi.waitFor` and `vi.waitUntil` a minute instead of a second; Vitest has no setting for it. The limit only ends a test that hangs.
import { beforeEach, vi } from 'vitest'

const PATIENCE_MS = 60_000
/** `testTimeout` of vitest.config.ts */
const TEST_MS = 120_000
type Given = number | { timeout?: number; interval?: number }
const patient = Symbol.for('patient')

/** The options of a wait, with a limit. @throws Error for a limit that a busy machine does not keep */
function patiently(given: Given = {}): Given {
  const options = typeof given === 'number' ? { timeout: given } : { timeout: PATIENCE_MS, ...given }
  if (options.timeout < PATIENCE_MS) throw new Error(`A test waits for a minute at least, not for ${options.timeout} ms`)
  return options
}

// all files of a worker share `vi`
const marked = vi as typeof vi & { [patient]?: true }
if (!marked[patient]) {
  const { waitFor, waitUntil } = vi
  vi.waitFor = (act, options) => waitFor(act, patiently(options))
  vi.waitUntil = (act, options) => waitUntil(act, patiently(options))
  marked[patient] = true
}

beforeEach(({ task }) => {
  if (task.timeout < TEST_MS) throw new Error(`A test has ${TEST_MS / 1_000} s at least, not ${task.timeout / 1_000}`)
})
