// Fill-in questions, sentence by sentence: exam-rules.md, *Marking*, 5.
import type { Blank } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { acceptor, normalise } from './marking-compare.rules.ts'
import { makeBlanks, plainOptions } from './marking.factory.ts'
import { markQuestion } from './marking.rules.ts'

const accepts = (gap: Partial<Blank> & { answer: string }, given: string, ignoreCase = true) =>
  acceptor({ compare: 'normal', ...gap }, ignoreCase)(given)
const mark = (key: Parameters<typeof markQuestion>[0], ...blanks: string[]) => markQuestion(key, { blanks }, plainOptions)

test.each([
  ['NFC', 'Cafe\u0301', 'Caf\u00e9'],
  ['full-width ASCII to half width', 'ＡＢＣ１２３（％）', 'ABC123(%)'],
  ['U+3000 to half width', '安全\u3000exit', '安全 exit'],
  ['。、 to . ,', '3。14、5', '3.14,5'],
  ['“”‘’ to " and \'', '“甲”‘乙’', '"甲"\'乙\''],
  ['zero-width removed', '安\u200b全\ufeff', '安全'],
  ['trimmed', ' \u3000安全\t', '安全'],
  ['inner spaces to one', 'fire   exit', 'fire exit'],
  ['none between Han characters', '安 全 出 口', '安全出口'],
  ['spaces beside other letters stay', '使用 CO2 灭火', '使用 CO2 灭火'],
])('compare, both sides: %s', (_, typed, plain) => {
  expect(normalise(typed, false)).toBe(plain)
  expect(accepts({ answer: plain }, typed)).toBe(true)
  expect(accepts({ answer: typed }, plain)).toBe(true)
})

test('case ignored (switch)', () => {
  expect(accepts({ answer: 'PASS' }, 'pass')).toBe(true)
  expect(accepts({ answer: 'PASS' }, 'pass', false)).toBe(false)
  expect(accepts({ answer: 'PASS', caseSensitive: true }, 'pass')).toBe(false)
  expect(accepts({ answer: 'PASS', caseSensitive: false }, 'pass', false)).toBe(true)
})

test('Not NFKC: it turns 10² into 102', () => {
  expect(accepts({ answer: '102' }, '10²')).toBe(false)
  expect(accepts({ answer: '10²' }, '10²')).toBe(true)
})

test('Then equality with any alternative', () => {
  const gap = { answer: '水||H2O' }
  expect(['水', 'h2o', '水H2O', '||', ''].map((given) => accepts(gap, given))).toEqual([true, true, false, false, false])
})

test('`exact` (trim only, case kept)', () => {
  const gap = { answer: 'Na||（甲）', compare: 'exact' } as const
  expect([' Na ', 'NA', 'Ｎａ', '（甲）', '(甲)'].map((given) => accepts(gap, given))).toEqual([true, false, false, true, false])
})

test('`contains` (an alternative occurs inside the answer)', () => {
  const gap = { answer: '灭火器||消火栓', compare: 'contains' } as const
  expect(['使用灭火器扑救', '用消 火 栓', '灭火', ' '].map((given) => accepts(gap, given))).toEqual([true, true, false, false])
})

test.each([
  ['1234.50', '1,234.5', undefined, true],
  ['1,234.5', '1234.500', undefined, true],
  ['0.3', '.30', undefined, true],
  ['3.14', '3。14', undefined, true],
  ['-5', '\u22125', undefined, true],
  ['5', '５', undefined, true],
  ['0.3', '0.30000000000000001', undefined, false],
  ['3.14', '3.15', 0.01, true],
  ['3.14', '3.1500001', 0.01, false],
  ['0.3', '0.4', 0.1, true],
  ['1', '1.0000001', 1e-7, true],
  ['1234', '12,34', undefined, false],
  ['100', '1e2', undefined, false],
  ['100', '一百', undefined, false],
  ['12||一打', '一打', undefined, true],
  ['约12', '约１２', undefined, true],
  ['0', '.', undefined, false],
] as const)('`number` %s against %s, tolerance %s: %s', (answer, given, tolerance, right) => {
  expect(accepts({ answer, compare: 'number', ...(tolerance === undefined ? {} : { tolerance }) }, given)).toBe(right)
})

test('`number` has a tolerance of any size', () => {
  expect(accepts({ answer: '0', compare: 'number', tolerance: 1e21 }, '9'.repeat(21))).toBe(true)
  expect(accepts({ answer: '0', compare: 'number', tolerance: 1e21 }, '9'.repeat(22))).toBe(false)
})

test('No wildcards or regular expressions from authors', () => {
  for (const compare of ['normal', 'contains', 'exact'] as const) {
    expect(['.*', 'a*', '[ab]', '^'].map((answer) => accepts({ answer, compare }, 'ab'))).toEqual([false, false, false, false])
    expect(accepts({ answer: '.*', compare }, '.*')).toBe(true)
  }
})

test('a key without content accepts nothing', () => {
  for (const compare of ['normal', 'contains', 'exact', 'number'] as const) expect(accepts({ answer: '|| ||', compare }, '水')).toBe(false)
})

test('`each` M*c/n (default)', () => {
  const key = makeBlanks(['甲', '乙', '丙'])
  expect(mark(key, '甲', '', '丙')).toEqual({ quId: '1', state: 'partial', score: 133, isRight: false })
  expect(mark(key, '甲', '乙', '丙')).toEqual({ quId: '1', state: 'right', score: 200, isRight: true })
  expect(mark(key, '子', '丑', '寅')).toEqual({ quId: '1', state: 'wrong', score: 0, isRight: false })
})

test('own weights allowed if they sum to M', () => {
  const gaps = [
    { answer: '甲', weight: 150 },
    { answer: '乙', weight: 50 },
  ]
  expect(mark(makeBlanks(gaps), '甲', '').score).toBe(150)
  expect(mark(makeBlanks(gaps), '', '乙').score).toBe(50)
  expect(mark(makeBlanks(gaps, { score: 300 }), '甲', '').score).toBe(150)
  expect(mark(makeBlanks(gaps, { score: 300 }), '', '乙').score).toBe(150)
})

test('or `all`', () => {
  const key = makeBlanks(['甲', '乙'], { rule: { credit: 'all' } })
  expect(mark(key, '甲', '丙')).toMatchObject({ state: 'wrong', score: 0 })
  expect(mark(key, '甲', '乙')).toMatchObject({ state: 'right', score: 200 })
})

test('Order `fixed` (default)', () => {
  expect(mark(makeBlanks(['甲', '乙']), '乙', '甲').score).toBe(0)
})

test('or `any` = maximum matching between given and key blanks', () => {
  const any = (gaps: string[], ...given: string[]) =>
    mark(makeBlanks(gaps, { score: 100 * gaps.length, rule: { order: 'any' } }), ...given).score
  expect(any(['甲', '乙'], '乙', '甲')).toBe(200)
  expect(any(['甲||乙', '甲'], '甲', '乙')).toBe(200)
  expect(any(['甲||乙', '乙||丙', '甲'], '甲', '乙', '丙')).toBe(300)
  expect(any(['甲||乙||丙', '甲||乙', '甲'], '丙', '甲', '乙')).toBe(300)
})

test('each key blank used once, so a repeated word counts once', () => {
  const key = makeBlanks(['甲', '乙', '丙'], { score: 300, rule: { order: 'any' } })
  expect(mark(key, '甲', '甲', '甲').score).toBe(100)
  expect(mark(makeBlanks(['甲', '甲'], { rule: { order: 'any' } }), '甲', '甲').score).toBe(200)
})

test('`any` with own weights finds the matching worth most', () => {
  const gaps = [
    { answer: '甲', weight: 50 },
    { answer: '甲||乙', weight: 150 },
  ]
  expect(mark(makeBlanks(gaps, { rule: { order: 'any' } }), '甲', '').score).toBe(150)
})

test('`any` agrees with trying every order', () => {
  const words = ['甲', '乙', '丙']
  const keys = ['甲', '甲||乙', '乙||丙', '丙||甲']
  const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] // prettier-ignore
  for (let i = 0; i < 64 * 64; i += 5) {
    const gaps = [keys[i & 3]!, keys[(i >> 2) & 3]!, keys[(i >> 4) & 3]!]
    const given = [words[(i >> 6) % 3]!, words[(i >> 8) % 3]!, words[(i >> 10) % 3]!]
    const hits = orders.map((order) => order.filter((from, at) => gaps[at]!.split('||').includes(given[from]!)).length)
    expect(mark(makeBlanks(gaps, { score: 300, rule: { order: 'any' } }), ...given).score).toBe(100 * Math.max(...hits))
  }
})

test('Missing blanks are empty', () => {
  expect(mark(makeBlanks(['甲', '乙']), '甲')).toMatchObject({ state: 'partial', score: 100 })
})

test('texts beyond the last blank are ignored', () => {
  expect(mark(makeBlanks(['甲'], { rule: { order: 'any' } }), '乙', '甲').score).toBe(0)
})

test('No blank filled = blank', () => {
  expect(mark(makeBlanks(['甲', '乙']), '', '\u200b ')).toMatchObject({ state: 'blank', score: 0 })
})

test('isRight only if c = n', () => {
  const gaps = [
    { answer: '甲', weight: 200 },
    { answer: '乙', weight: 0 },
  ]
  expect(mark(makeBlanks(gaps), '甲', '')).toEqual({ quId: '1', state: 'partial', score: 200, isRight: false })
})
