// The tables of environment variables in docs/operate and the README, and what the server reads.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TraceEnvironment } from '../server/src/kernel/trace/trace-config.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('docs/operate/variables.md names every variable that the server reads, and no other', () => {
  const declared = read('server/src/kernel/config.ts').split('const Environment = z.object({')[1]!.split('\n})')[0]!
  const variables = [...[...declared.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name), ...Object.keys(TraceEnvironment)]
  const table = read('docs/operate/variables.md').split('| variable | meaning | default |')[1]!.trimEnd()
  const described = table.split('\n').flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))
  expect(new Set(described)).toEqual(new Set(variables))
})
