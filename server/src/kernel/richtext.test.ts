import { expect, test } from 'vitest'
import { plainText } from './richtext.ts'

test.each([
  ['<p>看图 <img src="/a.png"></p>', '看图 【图】'],
  ['<p>听录音</p><audio src="/a.mp3" controls></audio>', '听录音 【音频】'],
  ['<video src="/a.mp4"></video>', '【视频】'],
  ['<p>a &lt; b<span data-latex="\\frac{1}{2}" data-type="inline-math"></span></p>', 'a < b \\frac{1}{2}'],
  ['甲<constructor>乙<span data-latex="x">丙', '甲 乙 x 丙'],
])('%s is %s in lists', (html, text) => {
  expect(plainText(html)).toBe(text)
})

// with a time that grows with the square of the length, one of these takes half an hour
test.each(['<', '<img ', '<span data-latex="', '<span data-latex="a">', '<b>', '</span>', '&', '&lt;', ' ', '中'])(
  'a text of two million signs, %j again and again, is read at once',
  (piece) => {
    const read = plainText(piece.repeat(2_000_000 / piece.length) + '终')
    expect(read.endsWith('终')).toBe(true)
  },
)
