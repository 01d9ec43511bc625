// Generates questions of every type with every rule, for tests of what formats carry.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import fc from 'fast-check'
import type { BodyInput, Portable } from '../src/domains/qu/exchange/exchange.rules.ts'
import { picture } from './every-question.ts'

const pieces = fc.constantFrom(
  '火警',
  'abc',
  '12.5',
  'a = b ~ {c} # : %50%',
  String.raw`C:\new \\n`,
  '&lt;甲&gt; &amp; ]]&gt;',
  '“引” ‘号’',
  '<strong>粗</strong>',
  'H<sub>2</sub>O',
  '<u>线</u>',
  `<span data-type="inline-math" data-latex="\\frac{a}{b} &lt; x_1"></span>`,
  `<img src="${picture}" alt="图" />`,
  '𠮷① 😀',
  '____ 号',
  '（　）',
  '[[1]] {1:MULTICHOICE:=a}',
  String.raw`$$5 \(x\) $CATEGORY: a`,
  '// 注 -&gt; 甲',
  'A. 甲',
  '一<br />二',
  '<a href="https://a.example/b__c?d=1&amp;e=2">链接</a>',
)
const blocks = fc.constantFrom(
  '<table><tbody><tr><th>头</th><td><p>格</p></td></tr></tbody></table>',
  '<ul><li><p>甲</p></li><li><p>乙</p></li></ul>',
  '<pre>if (a &lt; b) {\n  c = 1\n}</pre>',
  '<blockquote><p>引</p></blockquote>',
)
const words = fc.constantFrom(
  '火警',
  '119',
  'H2O',
  'a~b',
  '1=9',
  String.raw`C:\x`,
  '甲 乙',
  'PASS',
  '%',
  '{x}',
  '#1',
  'a:b',
  'a->b',
  ';;',
  '甲；乙',
  '*',
  String.raw`\\;`,
  '正确',
  '0.50',
  'A. 甲',
  '<b>',
)
const number = fc.integer({ min: -1_000, max: 1_000 }).map((value) => String(value / 10))
const line = fc.array(pieces, { minLength: 1, maxLength: 4 }).map((parts) => `<p>${parts.join(' ')}</p>`)
const text = fc.oneof(
  { weight: 6, arbitrary: line },
  { weight: 1, arbitrary: fc.tuple(line, blocks).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.tuple(line, line).map((lines) => lines.join('')) },
)
const maybe = fc.oneof(fc.constant(''), text)
const rare = fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) })
const penalty = fc.option(fc.constantFrom(50, 100), { nil: undefined, freq: 6 })
const letter = (first: 'A' | 'a', at: number) => String.fromCharCode(first.charCodeAt(0) + at)
const given = (value: object) => Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined))

const choices = (isMany: boolean): fc.Arbitrary<BodyInput> =>
  fc
    .record({
      content: text,
      analysis: maybe,
      texts: fc.array(fc.record({ content: line, isRight: fc.boolean(), pinned: rare, pictured: rare }), { minLength: 2, maxLength: 6 }),
      one: fc.nat(),
      penalty,
      multiple: fc.constantFrom(undefined, 'strict', 'half', 'fixed', 'share', 'perOption', 'net'),
    })
    .map(({ content, analysis, texts, one, penalty: minus, multiple }) => {
      const rights = texts.map((each, at) => (isMany ? each.isRight || at === one % texts.length : at === one % texts.length))
      const share = 100 / rights.filter(Boolean).length
      return {
        content,
        analysis,
        options: texts.map(({ content: option, pinned, pictured }, at) => ({
          tag: letter('A', at),
          content: option,
          isRight: rights[at]!,
          ...(pinned ? { pinned } : {}),
          ...(pictured ? { image: picture } : {}),
          ...(multiple === 'perOption' && isMany && rights[at] ? { points: Math.floor(share) } : {}),
        })),
        rule: given({ penalty: minus, ...(isMany ? { multiple, fixed: multiple === 'fixed' ? 50 : undefined } : {}) }),
      }
    })

const verdicts = fc
  .record({ content: text, analysis: maybe, isTrue: fc.boolean(), names: fc.constantFrom(['正确', '错误'], ['对', '错']), penalty })
  .map(({ content, analysis, isTrue, names, penalty: minus }): BodyInput => ({
    content,
    analysis,
    options: names.map((name, at) => ({ tag: letter('A', at), content: `<p>${name}</p>`, isRight: (at === 0) === isTrue })),
    rule: given({ penalty: minus }),
  }))

const blank = fc.oneof(
  fc
    .record({
      answers: fc.uniqueArray(words, { minLength: 1, maxLength: 3 }),
      compare: fc.constantFrom(undefined, 'exact', 'contains'),
      caseSensitive: fc.constantFrom(undefined, true),
    })
    .map(({ answers, ...rest }) => ({ answer: answers.join('||'), ...given(rest) })),
  fc
    .record({ answers: fc.uniqueArray(number, { minLength: 1, maxLength: 2 }), tolerance: fc.constantFrom(undefined, 0.5, 2) })
    .map(({ answers, ...rest }) => ({ compare: 'number' as const, ...given(rest), answer: answers.join('||') })),
)
const gaps = fc
  .record({
    blanks: fc.array(blank, { minLength: 1, maxLength: 3 }),
    lines: fc.array(line, { minLength: 3, maxLength: 3 }),
    analysis: maybe,
    isMarked: fc.boolean(),
    credit: fc.constantFrom(undefined, 'all'),
    order: fc.constantFrom(undefined, 'any'),
    isWeighted: rare,
  })
  .map(({ blanks, lines, analysis, isMarked, credit, order, isWeighted }): BodyInput => ({
    content: isMarked ? blanks.map((_, at) => lines[at]!.replace('</p>', ' ____ 后</p>')).join('') : lines[0]!,
    analysis,
    blanks: isWeighted ? blanks.map((one, at) => ({ ...one, weight: 100 * (at + 1) })) : blanks,
    rule: given({ credit, order }),
  }))

const pairs = fc
  .record({
    content: text,
    analysis: maybe,
    left: fc.array(line, { minLength: 2, maxLength: 4 }),
    more: fc.uniqueArray(fc.constantFrom('子', '丑', '寅', '卯', '辰', '巳'), { minLength: 4, maxLength: 6 }),
    turn: fc.nat(3),
    matching: fc.constantFrom(undefined, 'strict'),
    isReusable: rare,
  })
  .map(({ content, analysis, left, more, turn, matching, isReusable }): BodyInput => ({
    content,
    analysis,
    left: left.map((one, at) => ({ tag: letter('A', at), content: `<p>${at + 1} </p>${one}`.replace('</p><p>', '') })),
    right: more.map((one, at) => ({ tag: letter('a', at), content: `<p>${one}</p>`, ...(isReusable ? { reusable: true } : {}) })),
    pairs: left.map((_, at): [string, string] => [letter('A', at), letter('a', ((isReusable ? at >> 1 : at) + turn) % more.length)]),
    rule: given({ matching }),
  }))

const essays = fc
  .record({ content: text, analysis: maybe, modelAnswer: maybe, words: fc.option(words, { nil: undefined, freq: 4 }) })
  .map(({ words: found, ...body }): BodyInput => ({
    ...body,
    rule: found === undefined ? {} : { keywords: [{ words: found, points: 100 }] },
  }))

const simple: [QuType, fc.Arbitrary<BodyInput>][] = [
  [QuType.single, choices(false)],
  [QuType.multiple, choices(true)],
  [QuType.trueFalse, verdicts],
  [QuType.shortAnswer, essays],
  [QuType.fillIn, gaps],
  [QuType.matching, pairs],
]
const part = fc.oneof(...simple.map(([quType, body]) => body.map((one) => ({ quType, ...one }))))
const composites = fc
  .record({ content: text, analysis: maybe, subs: fc.array(fc.tuple(part, fc.constantFrom(1, 1, 2)), { minLength: 1, maxLength: 3 }) })
  .map(({ subs, ...body }): BodyInput => ({
    ...body,
    subs: subs.map(([sub, weight], at) => ({ id: String(at + 1), weight, ...sub })),
  }))

/** Any question that the bank can hold. */
export const anyQuestion: fc.Arbitrary<Portable> = fc
  .record({
    chapter: fc.constantFrom('', '电气', '消防 & 用电'),
    level: fc.constantFrom(QuLevel.normal, QuLevel.hard),
    tags: fc.uniqueArray(fc.constantFrom('必考', 'a]b', '易错'), { maxLength: 2 }),
    own: fc.oneof(
      ...[...simple, [QuType.composite, composites] as const].map(([quType, body]) => body.map((one) => ({ quType, body: one }))),
    ),
  })
  .map(({ own, ...facts }) => ({ ...facts, ...own }))
