// Known holes of dependencies: npm run holes [-- --out holes.json]. The exit code is 1 where one must be mended, or where nothing answers.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lineOf, lookAtHoles, noteOf, toMend } from './releases/holes.ts'

const root = join(import.meta.dirname, '..')

async function run(): Promise<void> {
  const { values } = parseArgs({ options: { out: { type: 'string' } } })
  const look = await lookAtHoles(root)
  if (values.out !== undefined) await writeFile(values.out, `${JSON.stringify(look, undefined, 2)}\n`)
  process.stdout.write(`${noteOf(look)}\n`)
  const open = toMend(look, await readFile(join(root, 'docs/security.md'), 'utf8'))
  if (open.length > 0) throw new Error(`To be mended, or judged in docs/security.md:\n${open.map(lineOf).join('\n')}`)
}

await run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
