// npm run drill -- <name> [options]: rehearses a failure on a temporary site. Lines for people go to stderr, the result is one line of JSON on stdout.
import { backupDrill } from './drills/backup.ts'
import { chaosDrill } from './drills/chaos.ts'
import { diskDrill } from './drills/disk.ts'
import { type Drill, perform } from './drills/drill.ts'
import { failoverDrill } from './drills/failover.ts'
import { proxyDrill } from './drills/proxy.ts'
import { recordDrill } from './drills/record.ts'
import { rollingDrill } from './drills/rolling.ts'

/** A new drill is one line here and one file in `drills`. */
const drills: Record<string, Drill> = {
  backup: backupDrill,
  chaos: chaosDrill,
  disk: diskDrill,
  failover: failoverDrill,
  proxy: proxyDrill,
  record: recordDrill,
  rolling: rollingDrill,
}

const [name = '', ...args] = process.argv.slice(2)
const drill = drills[name]
if (drill) {
  const outcome = await perform(name, drill, args, (line) => process.stderr.write(`${line}\n`))
  process.stdout.write(`${JSON.stringify(outcome)}\n`, () => process.exit(outcome.ok ? 0 : 1))
} else {
  process.stderr.write(
    `Which drill?\n${Object.values(drills)
      .map(({ usage }) => `  npm run drill -- ${usage}\n`)
      .join('')}`,
  )
  process.exitCode = 2
}
