// npm run fuzz -- [--seconds 300 | --calls n] [--seed n] [--slow ms]: generated bodies against every endpoint, on a database of its own.
// npm run fuzz -- assist [--seconds 300 | --calls n] [--seed n]: generated answers of a hostile model over every use of the assistant.
import { parseArgs } from 'node:util'
import { runSteps } from './steps.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '300' },
    calls: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    slow: { type: 'string', default: '5000' },
  },
})
for (const [name, value] of Object.entries(values))
  if (!/^\d{1,10}$/.test(value)) {
    process.stderr.write(`--${name} must be a whole number\n`)
    process.exit(2)
  }
const tests: Record<string, string> = {
  '': 'server/test/fuzz/fuzz.test.ts',
  assist: 'server/src/domains/assist/hostile.test.ts',
}
const test = tests[positionals.join(' ')]
if (test === undefined) {
  process.stderr.write(`npm run fuzz -- [${Object.keys(tests).filter(Boolean).join(' | ')}]\n`)
  process.exit(2)
}
const env = { FUZZ_SECONDS: values.seconds, FUZZ_CALLS: values.calls, FUZZ_SEED: values.seed, FUZZ_SLOW_MS: values.slow, FUZZ_LOG: 'error' }
const failed = await runSteps(
  [{ name: `fuzz with --seed ${values.seed}`, command: `vitest run --project node ${test}`, env, live: true }],
  1,
)
process.exitCode = failed.length === 0 ? 0 : 1
