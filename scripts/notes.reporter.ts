// Writes what Vitest's JSON report does not name: what failed outside of a test (a file that does not load, a hook, an error that no test
// awaited), and the tests that came near their limit.
import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'

export interface Fault {
  where: string
  message: string
}

/** A test that passed and took most of the time it has; both in seconds. */
export interface Near {
  where: string
  seconds: number
  limit: number
}

export interface Notes {
  faults: Fault[]
  near: Near[]
}

/** The share of its limit from which a test is near it. Machines differ by more than a factor of two. */
export const NEAR = 0.5

/** The variable that names the file to write. */
export const NOTES = 'SHUYUAN_TEST_NOTES'

/** The file of notes beside the JSON report of the same run. */
export const notesOf = (report: string): string => `${report}.notes`

export default class NotesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env[NOTES]
    if (file === undefined) return
    const faults = [...modules.flatMap(ofModule), ...unhandled.map((error) => faultOf('outside of a test', error))]
    const near = modules.flatMap((module) => [...module.children.allTests('passed')].flatMap(nearOf))
    writeFileSync(file, JSON.stringify({ faults, near } satisfies Notes))
  }
}

const ofModule = (module: TestModule): Fault[] =>
  [module, ...module.children.allSuites()].flatMap((part) =>
    part.errors().map((error) => faultOf(part.type === 'suite' ? `${module.moduleId} › ${part.fullName}` : module.moduleId, error)),
  )

function nearOf(test: TestCase): Near[] {
  const [seconds, limit] = [(test.diagnostic()?.duration ?? 0) / 1_000, (test.options.timeout ?? Number.POSITIVE_INFINITY) / 1_000]
  return seconds < NEAR * limit ? [] : [{ where: `${relative('.', test.module.moduleId)} › ${test.fullName}`, seconds, limit }]
}

/** A worker that ends names its test file in the cause only. */
const faultOf = (where: string, { message, stack, cause }: SerializedError): Fault => ({
  where,
  message: `${cause?.message === undefined ? '' : `${cause.message}\n`}${stack ?? message}`,
})
