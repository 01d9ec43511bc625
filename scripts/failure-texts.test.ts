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

test('every failure keeps its name and code, and those that pages say keep their text', async () => {
  const said = new Set(['fault', 'licence'])
  const table = stripTypeScriptTypes(`${tableOf(withTextsOf(said, plays, catalogue))}\n${tableOf(withTextsOf(said, catalogue, plays))}`)
  const { errors: built } = (await import(`data:text/javascript,${encodeURIComponent(table)}`)) as { errors: Record<string, unknown> }
  const expected = Object.entries(errors).map(([name, [code, text]]) => [name, [code, name === 'fault' || name === 'licence' ? text : '']])
  expect(Object.entries(built)).toEqual(expected)
})

test('a row of another form, and a name without a row, stop the build', () => {
  expect(() => withTextsOf(new Set(['nothing']), catalogue)).toThrow('nothing')
  expect(() => withTextsOf(new Set(), `${catalogue}\n  other: [1, "text"],`)).toThrow('see their form')
})

test('the texts that a page says are found by the names in its calls', () => {
  expect(saidIn("messageText(sayError('fault')) + sayError('licence')")).toEqual(['fault', 'licence'])
  expect(() => saidIn('sayError(name)')).toThrow('by its name')
  expect(saidIn("import { sayError } from './error.ts'")).toEqual([])
})
