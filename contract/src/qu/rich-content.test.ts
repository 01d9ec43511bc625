// HTML that shows nothing is blank; pictures and formulas are content.
import { expect, test } from 'vitest'
import { hasContent, sameLook } from './rich-content.ts'

test.each(['', '  ', '<p></p>', '<p><br></p>', '<p>&nbsp;</p>', '\u200b\u3000', '<p title="a>b"> </p>'])('%j shows nothing', (html) => {
  expect(hasContent(html)).toBe(false)
})

test.each(['0', '<p>答</p>', '<p><img src="/a.png"></p>', '<span data-type="inline-math" data-latex="a > b"></span>', 'a < b', '&lt;'])(
  '%j is content',
  (html) => {
    expect(hasContent(html)).toBe(true)
  },
)

test('sameLook preserves pictures, formulas and case, and drops markup and spaces', () => {
  expect(sameLook('<p><b>水</b>&nbsp; 压</p>')).toBe(sameLook('水 压'))
  expect(sameLook('<img src="/a.png">')).not.toBe(sameLook('<img src="/b.png">'))
  expect(sameLook('<span data-latex="a > b"></span>')).not.toBe(sameLook('<span data-latex="a < b"></span>'))
  expect(sameLook('mW')).not.toBe(sameLook('MW'))
})

test.each([
  ['<', true],
  ['<"', true],
  ['<a ', true],
  ['&', true],
  ["<p '", true],
])('broken markup of full length, %j again and again, is read to its end', (piece, content) => {
  expect(hasContent(piece.repeat(60_000))).toBe(content)
})
