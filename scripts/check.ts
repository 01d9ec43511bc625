// npm run check: all checks and tests that need no browser.
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCheck } from './check-steps.ts'
import { failedOf } from './steps.ts'

const report = join(tmpdir(), `shuyuan-check-${process.pid}.json`)
const failed = failedOf(await runCheck(report))
rmSync(report, { force: true })
process.stdout.write(failed.length === 0 ? 'All in order.\n' : `Failed: ${failed.join(', ')}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
