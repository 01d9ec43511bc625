// Equations of MathType (MTEF 5) and of the old equation editor (MTEF 3) as LaTeX.
import { describe, expect, test } from 'vitest'
import { type Bytes, oleFile, v3, v5 } from './mtef.factory.ts'
import { mathTypeLatex } from './mtef.format.ts'

const { char, line, none, tmpl, pile, matrix } = v5
const x = char('x')
const y = char('y')
const num = (value: string) => v5.word(value, 8)
const read = (...items: Bytes) => mathTypeLatex(oleFile(v5.equation(...items)))
const read3 = (...items: Bytes) => mathTypeLatex(oleFile(v3.equation(...items)))

describe('MathType', () => {
  test.each<[string, Bytes, string]>([
    ['a sum', [x, char('+', 6), num('12')], 'x+12'],
    ['greek', [char('α', 4), char('≤', 6), char('Γ', 5)], String.raw`\alpha \le \Gamma`],
    ['a fraction', [tmpl(11, 0, line(num('1')), line(x))], String.raw`\frac{1}{x}`],
    ['a slash', [tmpl(11, 2, line(num('1')), line(x))], '{1}/{x}'],
    ['a root', [tmpl(10, 0, line(x), none)], String.raw`\sqrt{x}`],
    ['a cube root', [tmpl(10, 1, line(x), line(num('3')))], String.raw`\sqrt[3]{x}`],
    ['a power', [x, tmpl(28, 0, none, line(num('2')))], 'x^{2}'],
    ['an index', [x, tmpl(27, 0, line(char('n')), none)], 'x_{n}'],
    ['both', [x, tmpl(29, 0, line(char('n')), line(num('2')))], 'x_{n}^{2}'],
    ['a script in front, and two', [tmpl(27, 1, line(char('n')), none), tmpl(28, 0, none, line(num('2'))), char('C')], '{}_{n}{}^{2}C'],
    ['parentheses', [tmpl(1, 3, line(x), char('('), char(')'))], String.raw`\left(x\right)`],
    ['one fence', [tmpl(2, 1, pile(line(x), line(y)), char('{'))], String.raw`\left\{\begin{array}{l}x \\ y\end{array}\right.`],
    ['an interval', [tmpl(9, 0x12, line(x), char('['), char(')'))], String.raw`\left[x\right)`],
    ['an absolute value', [tmpl(4, 3, line(x))], String.raw`\left|x\right|`],
    [
      'a series',
      [tmpl(16, 0x70, line(x), line(char('i'), char('=', 6), num('1')), line(char('n')), char('∑', 6))],
      String.raw`\sum_{i=1}^{n}{x}`,
    ],
    ['an integral', [tmpl(15, 0x31, line(x), line(num('0')), line(num('1')), char('∫', 6))], String.raw`\int_{0}^{1}{x}`],
    ['two integrals', [tmpl(15, 0x02, line(x), none, none, char('∫', 6))], String.raw`\iint{x}`],
    ['a limit', [tmpl(23, 0x10, line(v5.word('lim', 2)), line(x, char('→', 6), num('0')), none)], String.raw`\lim_{x\to 0}`],
    ['functions', [v5.word('sin', 2), x, v5.word('Var', 2), y], String.raw`\sin x\operatorname{Var}y`],
    ['functions after each other', [v5.word('sin', 2), v5.word('cos', 2), x], String.raw`\sin \cos x`],
    [
      'a matrix',
      [tmpl(3, 3, line(matrix(2, 2, line(x), line(y), line(num('1')), line(num('2')))))],
      String.raw`\left[\begin{matrix}x & y \\ 1 & 2\end{matrix}\right]`,
    ],
    [
      'a determinant of four columns',
      [matrix(1, 4, line(x), line(x), line(x), line(y))],
      String.raw`\begin{matrix}x & x & x & y\end{matrix}`,
    ],
    ['marks', [char('a', 3, [11]), char('f', 3, [5]), char('x', 3, [17])], String.raw`\vec{a}f'\bar{x}`],
    ['a line above', [tmpl(13, 0, line(v5.word('AB')))], String.raw`\overline{AB}`],
    ['a vector', [tmpl(31, 2, line(v5.word('AB')))], String.raw`\overrightarrow{AB}`],
    ['an arrow', [v5.word('A'), tmpl(14, 0x24, line(v5.word('t', 1)), none), v5.word('B')], String.raw`A\xrightarrow{\text{t}}B`],
    ['equilibrium', [tmpl(14, 0x12, none, none)], String.raw`\xrightleftharpoons{}`],
    ['text', [x, v5.word('且', 12), y, v5.word('100%', 1)], String.raw`x\text{且}y\text{100\%}`],
    ['spaces and signs', [x, char(0xef02, 24), char('%', 6), char('{', 6)], String.raw`x\,\%\{`],
    [
      'what is moved',
      [
        [2, 8, 128, 128, 1, 0, 2, 0, 131, 0x78, 0],
        [2, 8, 130, 120, 131, 0x79, 0],
      ],
      'xy',
    ],
    [
      'font positions',
      [
        [2, 4, 131, 0x78, 0, 0x78],
        [2, 16, 131, 0x79, 0, 1, 2],
      ],
      'xy',
    ],
    ['sizes and colours', [9, 101, 1, 1, x, 9, 100, 1, 2, 3, 9, 1, 128, 11, y], 'xy'],
    ['a bold vector', [char('a', 7)], String.raw`\mathbf{a}`],
    ['a brace above', [tmpl(24, 1, line(x), line(num('3')))], String.raw`\overbrace{x}^{3}`],
  ])('%s', (_name, items, latex) => {
    expect(read(...items)).toBe(latex)
  })

  test.each<[string, Bytes]>([
    ['long division', [tmpl(26, 1, line(x), line(y))]],
    ['a sign of a font', [char(0xe932, 11)]],
    ['a sign without a code', [[2, 0x24, 131, 0x78]]],
    ['an unknown record', [[20]]],
    ['a matrix that is cut off', [matrix(2, 2, line(x))]],
    ['lines in lines without end', [Array.from({ length: 100 }, () => [1, 0])]],
    ['bytes that end', [[2, 0, 131]]],
  ])('%s is left to the author', (_name, items) => {
    expect(read(...items)).toBeUndefined()
  })
})

test('the old equation editor', () => {
  const c = v3.char
  const l = v3.line
  expect(read3(c('x'), v3.tmpl(15, 0, v3.none, l(c('2', 8))), c('=', 6), v3.tmpl(14, 0, l(c('a', 4)), l(c(0xa3, 6))))).toBe(
    String.raw`x^{2}=\frac{\alpha }{\le }`,
  )
  expect(read3(v3.tmpl(13, 0, l(c('x')), v3.none), v3.tmpl(1, 0, l(c('y', 3, [5]))))).toBe(String.raw`\sqrt{x}\left(y'\right)`)
  expect(read3(v3.tmpl(29, 1, l(c('x')), l(c('i')), l(c('n'))), v3.tmpl(21, 2, l(c('y')), l(c('0', 8)), l(c('1', 8))))).toBe(
    String.raw`\sum_{i}^{n}{x}\int_{0}^{1}{y}`,
  )
  expect(read3(c('x'), v3.tmpl(15, 2, l(c('n')), l(c('2', 8))), v3.tmpl(2, 1, l(c('z'))))).toBe(String.raw`x_{n}^{2}\left\{z\right.`)
})

test('large objects, other ones, and broken ones', () => {
  const equation = v5.equation(x)
  expect(mathTypeLatex(oleFile(equation, { spare: 5_000 }))).toBe('x')
  expect(mathTypeLatex(oleFile(equation, { name: 'Workbook' }))).toBeUndefined()
  expect(mathTypeLatex(Buffer.from('no compound file'))).toBeUndefined()
  const whole = oleFile(equation)
  for (const length of [512, 1_024, 1_600, 2_048]) expect(mathTypeLatex(whole.subarray(0, length))).toBeUndefined()
  const circle = Buffer.from(whole)
  circle.writeUInt32LE(1, 512 + 4)
  expect(mathTypeLatex(circle)).toBeUndefined()
})
