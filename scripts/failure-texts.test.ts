import { errors } from '@shuyuan/contract/kernel/error.ts'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saidIn, withTextsOf } from './failure-texts.ts'

const [catalogue = '', plays = ''] = ['error', 'error-play'].map((name) =>
  readFileSync(join(import.meta.dirname, `../contract/src/kernel/${name}.ts`), 'utf8'),
)
const tableOf = (source: string) => /export const \w+ = \{[^]*?\n\}/.exec(source)?.[0] ?? ''

async function built(said: ReadonlySet<string>, words: ReadonlySet<string>) {
  const parts = [withTextsOf(said, words, plays, catalogue), withTextsOf(said, words, catalogue, plays)]
  const table = stripTypeScriptTypes(parts.map(tableOf).join('\n'))
  return ((await import(`data:text/javascript,${encodeURIComponent(table)}`)) as { errors: Record<string, [number, string]> }).errors
}

test('failures that pages name keep their code, and those that they say their text', async () => {
  const rows = Object.entries(await built(new Set(['fault', 'licence']), new Set(Object.keys(errors))))
  const expected = Object.entries(errors).map(([name, [code, text]]) => [name, [code, name === 'fault' || name === 'licence' ? text : '']])
  expect(rows).toEqual(expected)
})

test('a failure that no page names is left out, but with the names of its code', async () => {
  const rows = await built(new Set(['fault']), new Set(['fault', 'kickedOut', 'liveMuted', 'word']))
  // a failure has the first name of its code
  expect(Object.keys(rows)).toEqual(['signedOut', 'sessionOver', 'kickedOut', 'fault', 'liveMuted'])
})

test('a row of another form, and a name without a row, stop the build', () => {
  expect(() => withTextsOf(new Set(['nothing']), new Set(), catalogue)).toThrow('nothing')
  expect(() => withTextsOf(new Set(), new Set(), `${catalogue}\n  other: [1, "text"],`)).toThrow('see their form')
})

test('the texts that a page says are found by the names in its calls', () => {
  expect(saidIn("messageText(sayError('fault')) + sayError('licence')")).toEqual(['fault', 'licence'])
  expect(() => saidIn('sayError(name)')).toThrow('by its name')
  expect(saidIn("import { sayError } from './error.ts'")).toEqual([])
})
