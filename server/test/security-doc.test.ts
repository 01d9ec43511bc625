// The tests that docs/security.md names exist, and no requirement is named twice.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
const files = globSync('{contract,server,web,architecture,e2e}/**/*.{test,spec}.{ts,tsx}', { cwd: root, exclude: ['**/node_modules/**'] })
const sources = (name: string) => files.filter((path) => basename(path) === name).map((path) => readFileSync(join(root, path), 'utf8'))

test('every test that docs/security.md names exists', () => {
  const named = [...text.matchAll(/`(?:[\w-]+\/)*([\w.-]+\.(?:test|spec)\.tsx?)(?:: ([^`]+))?`/g)]
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(([, file = '', title = '']) => !sources(file).some((source) => source.includes(title))).map(([all]) => all)).toEqual(
    [],
  )
})

const [answered = '', rest = ''] = text.split('## What would meet the rest')
const answers = () => [...answered.matchAll(/^\| (\d+\.\d+\.\d+[^|]*) \|[^|]*\| (.*) \|$/gm)]

test('what is not met has a line that says what would meet it and what it costs', () => {
  const missing = answers().flatMap(([, number = '', answer = '']) => (answer.startsWith('not met') ? [number] : []))
  const lines = [...rest.matchAll(/^\| (\d[\d., ]*) \| [^|]+ \| [^|]+ \|$/gm)].flatMap(([, numbers = '']) => numbers.split(', '))
  expect(lines.toSorted()).toEqual(missing.toSorted())
})

test('every requirement has one answer: met, not met, or why it does not apply', () => {
  const rows = answers()
  const numbers = rows.map(([, number]) => number)
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(rows.filter(([, , answer = '']) => !/^(met|not met|n\/a|operator)\b/.test(answer)).map(([all]) => all)).toEqual([])
})
