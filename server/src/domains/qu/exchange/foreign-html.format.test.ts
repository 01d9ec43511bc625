// HTML of other systems keeps its words in their places.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { judge } from './exchange.rules.ts'
import { rewrittenHtml } from './foreign-html.format.ts'

test.each([
  ['readings above the text', '<ruby><rb>真</rb><rp>(</rp><rt>まこと</rt><rp>)</rp></ruby>', '<ruby><rb>真</rb>（まこと）</ruby>'],
  ['quotations', '<q>水</q>', '“水”'],
  ['lists of terms', '<dl><dt>词</dt><dd>义</dd></dl>', '<div><div>词</div><div>义</div></div>'],
  ['captions', '<figure><img src="/a.png"><figcaption>图</figcaption></figure>', '<div><img src="/a.png"><div>图</div></div>'],
  [
    'embedded pages',
    '<iframe width="1" src="//player.bilibili.com/?a=1&amp;b=2"></iframe>',
    '<a href="https://player.bilibili.com/?a=1&amp;b=2">https://player.bilibili.com/?a=1&amp;b=2</a>',
  ],
  ['HTML of the bank', '<p>甲 <u>乙</u></p><table><tbody><tr><td>格</td></tr></tbody></table>', undefined],
])('%s', (_name, given, expected) => {
  expect(rewrittenHtml(given)).toEqual({ html: expected ?? given, hasDrawing: false })
})

test('a drawing within the text is left out, which is told; parts and options are rewritten too', () => {
  const sub = {
    id: '1',
    quType: QuType.single,
    content: '<p><q>问</q></p>',
    options: [
      { tag: 'A', content: '<p><svg viewBox="0 0 1 1"><text>字</text></svg>甲</p>', isRight: true },
      { tag: 'B', content: '<p><ruby>乙<rt>yǐ</rt></ruby></p>', isRight: false },
    ],
  }
  const { body, problems } = judge({ row: 1, quType: QuType.composite, body: { content: '<p>材料</p>', subs: [sub] }, problems: [] })
  expect([body.subs[0]?.content, body.subs[0]?.options.map((one) => one.content)]).toEqual([
    '<p>“问”</p>',
    ['<p>甲</p>', '<p>乙（yǐ）</p>'],
  ])
  expect(problems.map((one) => [one.key, one.level])).toEqual([['drawingLeftOut', 'warn']])
})
