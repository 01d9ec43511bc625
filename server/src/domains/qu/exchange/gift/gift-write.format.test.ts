// Exported GIFT as Moodle reads it, not only as it is read back here.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { expect, test } from 'vitest'
import type { Portable } from '../exchange.rules.ts'
import { GiftWriter } from './gift-write.format.ts'

const options = [
  { tag: 'A', content: '<p>甲</p>', isRight: true },
  { tag: 'B', content: '<p>乙</p>', isRight: false },
]
const portable = (quType: number, body: Portable['body']): Portable => ({ chapter: '', level: QuLevel.normal, tags: [], quType, body })
const written = (question: Portable) => {
  const writer = new GiftWriter()
  return { text: writer.add(question), lost: [...writer.lost].map((one) => one.key) }
}
/** Escapes as Moodle resolves them: a doubled backslash first, then `\n` as a line break, then the signs. */
const asMoodle = (text: string) =>
  text
    .replaceAll(String.raw`\\`, '\u0001')
    .replaceAll(String.raw`\n`, '\n')
    .replaceAll(/\\([:#={}~])/g, '$1')
    .replaceAll('\u0001', '\\')

test('formulas are TeX in the text, and backslashes arrive as they are', () => {
  const content = String.raw`<p>若 <span data-type="inline-math" data-latex="x \neq \nu &lt; \{1\}"></span>，见 C:\new 与 a\nb</p>`
  const { text } = written(portable(QuType.single, { content, options }))
  expect(text).not.toContain('data-latex')
  expect(asMoodle(text)).toContain(String.raw`<p>若 \(x \neq \nu &lt; \{1\}\)，见 C:\new 与 a\nb</p>`)
})

test('lines of preformatted text stay lines', () => {
  expect(written(portable(QuType.single, { content: '<pre>一\n二</pre>\n<p>三</p>', options })).text).toContain(
    '<pre>一<br />二</pre> <p>三</p>',
  )
})

test('says that case, penalties and the repeated use of a right item are lost', () => {
  const blanks = [{ answer: 'PASS', caseSensitive: true }]
  expect(written(portable(QuType.fillIn, { content: '<p>填</p>', blanks })).lost).toEqual(['giftUpperLower'])
  expect(written(portable(QuType.single, { content: '<p>选</p>', options, rule: { penalty: 50 } })).lost).toEqual(['giftPenalty'])
  const left = [{ tag: 'A', content: '<p>左</p>' }]
  const matching = (reusable: boolean) =>
    written(
      portable(QuType.matching, { content: '<p>配</p>', left, right: [{ tag: 'a', content: '<p>右</p>', reusable }], pairs: [['A', 'a']] }),
    )
  expect([matching(true).lost, matching(false).lost]).toEqual([['matchReusable'], []])
})
