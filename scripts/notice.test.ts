// NOTICE is complete, and names accepted licences only.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { noticeOf, packagesOf } from './notice.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '..', name), 'utf8')

/** Licences that go together with the Apache License, as a whole or in files of their own. */
const accepted = new Set([
  '(MIT AND Zlib)',
  '(MIT OR CC0-1.0)',
  '(MIT OR GPL-3.0-or-later)',
  '(MPL-2.0 OR Apache-2.0)',
  '0BSD',
  'Apache-2.0',
  'Apache-2.0 AND LGPL-3.0-or-later',
  'Apache-2.0 AND LGPL-3.0-or-later AND MIT',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT AND OFL-1.1',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
])

test('NOTICE is that of package-lock.json; "npm run notice" writes it', () => {
  expect(read('NOTICE')).toBe(noticeOf(read('package-lock.json')))
})

test('every licence is one that was looked at', () => {
  const strange = packagesOf(read('package-lock.json')).filter(({ license }) => !accepted.has(license))
  expect(strange).toEqual([])
})

test('tools of development are no part; a package without a licence is refused', () => {
  const lock = (packages: object) => JSON.stringify({ packages: { '': {}, ...packages } })
  const one = { 'node_modules/a': { version: '1.0.0', license: 'MIT' }, 'node_modules/b': { version: '2.0.0', license: 'ISC', dev: true } }
  expect(packagesOf(lock(one))).toEqual([{ name: 'a', version: '1.0.0', license: 'MIT' }])
  expect(() => noticeOf(lock({ 'node_modules/x': { version: '1.0.0' } }))).toThrow('No licence is known of x.')
})
