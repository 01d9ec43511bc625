import { expect, test } from 'vitest'
import { plainText } from './richtext.ts'

test.each([
  ['<p>看图 <img src="/a.png"></p>', '看图 【图】'],
  ['<p>听录音</p><audio src="/a.mp3" controls></audio>', '听录音 【音频】'],
  ['<video src="/a.mp4"></video>', '【视频】'],
  ['<p>a &lt; b<span data-latex="\\frac{1}{2}" data-type="inline-math"></span></p>', 'a < b \\frac{1}{2}'],
])('%s is %s in lists', (html, text) => {
  expect(plainText(html)).toBe(text)
})
