import { expect, it } from 'vitest'
import { questionTitle, readableLatex } from './question-title.ts'

it.each([
  ['单价 \\frac{P-C}{Q} 是多少？', '单价 (P-C)/Q 是多少？'],
  ['\\sqrt{x^{2}+1} \\le 3', '√(x²+1) ≤ 3'],
  ['\\sum_{i=1}^{n} x_i \\times \\alpha', '∑_(i=1)ⁿ x_i × α'],
  ['\\frac{\\frac{1}{2}}{3}', '(1/2)/3'],
  ['质能方程 E=mc^2 中', '质能方程 E=mc² 中'],
  ['面积 A=50\\ \\mathrm{m^2}', '面积 A=50 m²'],
  ['含量为 5\\% （约 50000\\ \\mathrm{mg/L} ）的原液', '含量为 5%（约 50000 mg/L）的原液'],
  ['打折 30\\% 后', '打折 30% 后'],
  ['集合 \\{1,2\\} \\cup A', '集合 {1,2} ∪ A'],
  ['面积 \\pi r^2，角 30^{\\circ}', '面积 π r²，角 30°'],
])('%s is readable', (text, readable) => {
  expect(readableLatex(text)).toBe(readable)
})

it.each(['水的化学式是 ____。', '打开 C:\\files 目录', 'a_b 和 x^y', 'file_2 和 2^10 和 n^12', '【图】看图回答'])(
  '%s stays as it is',
  (text) => {
    expect(readableLatex(text)).toBe(text)
  },
)

it('names a question of pictures', () => {
  expect(questionTitle('')).toBe('（图片题）')
})
