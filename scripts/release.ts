// Makes a release of what is committed: npm run release -- 1.2.3 [--out dist/release]
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeRelease } from './releases/release.ts'

const usage = 'npm run release -- <version> [--out <folder>]'

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { out: { type: 'string', default: 'dist/release' } } })
  const [version] = positionals
  if (version === undefined || positionals.length > 1) throw new Error(usage)
  const day = new Date().toISOString().slice(0, 10)
  const { archive, sums } = await makeRelease({ root: join(import.meta.dirname, '..'), version, out: values.out, day })
  process.stdout.write(`${archive}\n${sums}\ncommitted and tagged as v${version}; publish with: git push --follow-tags\n`)
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
