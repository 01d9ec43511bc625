// The table of environment variables in the README and what the server reads.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TraceEnvironment } from '../server/src/kernel/trace/trace-config.ts'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

test('the table in the README names every variable that the server reads, and no other', () => {
  const declared = read('server/src/kernel/config.ts').split('const Environment = z.object({')[1]!.split('\n})')[0]!
  const variables = [...[...declared.matchAll(/^ {2}([A-Z_]+):/gm)].map(([, name]) => name), ...Object.keys(TraceEnvironment)]
  const table = read('README.md').split('| variable | meaning | default |')[1]!.split('\n\n')[0]!
  const described = table.split('\n').flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name))
  expect(new Set(described)).toEqual(new Set(variables))
})
