// The built pages need nothing that the oldest supported browsers lack (docs/browsers.md): the build replaces new syntax, not new functions.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

const built = join(import.meta.dirname, '../web/dist')

/** Functions that came after Chrome 120, Firefox 121 or Safari 17.4. */
const tooNew =
  /\b(?:URL\.parse|Promise\.try|RegExp\.escape|Array\.fromAsync|Iterator\.(?:from|concat)|Error\.isError|Math\.(?:sumPrecise|f16round)|Intl\.DurationFormat|scheduler\.yield)\(|\.(?:getOrInsert(?:Computed)?|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|setFromHex|setFromBase64|toHex|moveBefore)\(/g

/** The build of pdf.js for older browsers (`pdfjs-dist/legacy`) brings what these lack. */
const BROUGHT = '__core-js_shared__'

test('the scripts call no function that older browsers lack', () => {
  const scripts = readdirSync(built, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.m?js$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(built, name), 'utf8') }))
  // the library has such calls, so the expression finds them
  expect(scripts.some(({ text }) => text.includes(BROUGHT) && tooNew.test(text))).toBe(true)
  const found = scripts
    .filter(({ text }) => !text.includes(BROUGHT))
    .flatMap(({ name, text }) => text.match(tooNew)?.map((call) => `${name}: ${call}`) ?? [])
  expect(found).toEqual([])
})
