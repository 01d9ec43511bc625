// Makes a release of what is committed: npm run release -- 1.2.3 [--out dist/release] [--holes holes.json | --unasked "why"]
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lookAtHoles, readLook } from './releases/holes.ts'
import { makeRelease } from './releases/release.ts'

const usage = 'npm run release -- <version> [--out <folder>] [--holes <file of npm run holes> | --unasked <reason>]'
const root = join(import.meta.dirname, '..')

async function lookOf({ holes, unasked }: { holes?: string; unasked?: string }) {
  if (unasked !== undefined) return unasked
  if (holes !== undefined) return readLook(root, holes)
  return lookAtHoles(root).catch((error: unknown) => {
    throw new Error(
      `${error instanceof Error ? error.message : String(error)}\nWithout a registry that answers: CONTRIBUTING.md, Releases.`,
    )
  })
}

async function run(): Promise<void> {
  const text = { type: 'string' } as const
  const options = { out: { type: 'string', default: 'dist/release' }, holes: text, unasked: text } as const
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  const [version] = positionals
  if (version === undefined || positionals.length > 1 || (values.holes !== undefined && values.unasked !== undefined))
    throw new Error(usage)
  const day = new Date().toISOString().slice(0, 10)
  const look = await lookOf(values)
  const { archive, sums } = await makeRelease({ root, version, out: values.out, day, look })
  process.stdout.write(`${archive}\n${sums}\ncommitted and tagged as v${version}; publish with: git push --follow-tags\n`)
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
