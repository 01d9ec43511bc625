// Writes what failed outside of a test: a file that does not load, a hook, an error that no test awaited. Vitest's JSON report names none of these.
import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

export interface Fault {
  where: string
  message: string
}

/** The variable that names the file to write. */
export const FAULTS = 'SHUYUAN_TEST_FAULTS'

/** The file of faults beside the JSON report of the same run. */
export const faultsOf = (report: string): string => `${report}.faults`

export default class FaultReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env[FAULTS]
    if (file)
      writeFileSync(file, JSON.stringify([...modules.flatMap(ofModule), ...unhandled.map((error) => faultOf('outside of a test', error))]))
  }
}

const ofModule = (module: TestModule): Fault[] =>
  [module, ...module.children.allSuites()].flatMap((part) =>
    part.errors().map((error) => faultOf(part.type === 'suite' ? `${module.moduleId} › ${part.fullName}` : module.moduleId, error)),
  )

/** A worker that ends names its test file in the cause only. */
const faultOf = (where: string, { message, stack, cause }: SerializedError): Fault => ({
  where,
  message: `${cause?.message === undefined ? '' : `${cause.message}\n`}${stack ?? message}`,
})
