// npm run fuzz, and a short run of it in every test run.
import { expect, test } from 'vitest'
import { served } from '../../src/domains.ts'
import { addresses, fuzz } from './fuzz.ts'

const options = {
  seconds: Number(process.env.FUZZ_SECONDS ?? 15),
  calls: Number(process.env.FUZZ_CALLS ?? 0),
  seed: Number(process.env.FUZZ_SEED ?? 20_261_122),
  // other test files run at the same time
  slowMs: Number(process.env.FUZZ_SLOW_MS ?? 30_000),
}

test(
  `no generated body makes the server fail, answer slowly or show what it must not (seed ${options.seed})`,
  { timeout: (options.seconds + 600 + options.calls) * 1_000 },
  async () => {
    const { calls, paths, findings, answered, accepted, pages } = await fuzz(options)
    process.stdout.write(
      `fuzz: seed ${options.seed}, ${calls} calls, ${accepted} carried out, by HTTP status ${JSON.stringify([...answered])}\n`,
    )
    expect(findings, `npm run fuzz -- --seed ${options.seed}`).toEqual([])
    expect([...paths].toSorted()).toEqual([...served.map((one) => one.endpoint.path), ...addresses].toSorted())
    // the page of the manifest serves its icons, too
    expect(addresses).toHaveLength(pages + 1)
    expect({}).not.toHaveProperty('fuzzed')
  },
)
