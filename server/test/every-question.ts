// A bank with every type of question and every rule, one feature per question; exports and their losses are tested with it.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import type { BodyInput, Portable } from '../src/domains/qu/exchange/exchange.rules.ts'

export type Sample = { name: string; question: Portable }
export const picture = '/files/202611/a.png'

const p = (text: string) => `<p>${text}</p>`
const formula = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`
const option = (tag: string, content: string, isRight: boolean, more: object = {}) => ({ tag, content: p(content), isRight, ...more })
const two = [option('A', '甲', true), option('B', '乙', false)]
const three = [...two, option('C', '丙', true)]
const truth = (first: string, second: string, isFirst: boolean) => [option('A', first, isFirst), option('B', second, !isFirst)]
const items = (tags: string, ...texts: string[]) => texts.map((text, at) => ({ tag: tags.charAt(at), content: p(text) }))
const crossed: [string, string][] = [
  ['A', 'b'],
  ['B', 'a'],
]
const pairs = { left: items('AB', '左一', '左二'), right: items('ab', '右一', '右二'), pairs: crossed }
const repeated = (content: ReturnType<typeof items>) => content.map((one, at) => (at === 0 ? { ...one, reusable: true } : one))
const both: [string, string][] = [
  ['A', 'a'],
  ['B', 'a'],
]

const of =
  (type: number, more: Omit<BodyInput, 'content'> = {}) =>
  (name: string, body: Partial<BodyInput> = {}, facts: Partial<Portable> = {}): Sample => ({
    name,
    question: { chapter: '', level: QuLevel.normal, tags: [], quType: type, body: { content: p('题干'), ...more, ...body }, ...facts },
  })
const single = of(QuType.single, { options: two })
const multiple = of(QuType.multiple, { options: three })
const trueFalse = of(QuType.trueFalse, { options: truth('正确', '错误', true) })
const essay = of(QuType.shortAnswer)
const blank = of(QuType.fillIn, { blanks: [{ answer: '答案' }] })
const matching = of(QuType.matching, pairs)
const composite = of(QuType.composite)
type Sub = NonNullable<BodyInput['subs']>[number]
const sub = (id: string, quType: number, more: Partial<Sub>): Sub => ({ id, quType, content: p(`小题 ${id}`), ...more })

const texts: [string, string][] = [
  ['a formula', p(`若 ${formula(String.raw`x \neq \nu &lt; \frac{a}{b}`)} 则`)],
  ['signs', p(String.raw`a = b ~ {c} # : C:\new \\ &amp; &quot;引&quot; ]]&gt;`)],
  ['a picture', p(`看图 <img src="${picture}" alt="图" />`)],
  ['a video with sources', `<video controls><source src="${picture}" type="video/mp4"></source></video>${p('看')}`],
  ['a file that is missing', p('看 <img src="images/gone.png" alt="原图" /> 图')],
  ['text without a paragraph', `第一行<br />第二行 <a href="https://a.example/b__c.html">链接</a>${p('段')}`],
  ['emphasis', p('<u>着重</u> <strong>粗</strong> H<sub>2</sub>O <s>删</s> <mark>亮</mark>')],
  ['colours', '<p style="text-align:center"><span style="color:red">红</span></p>'],
  ['a table', '<table><tbody><tr><th>头</th><td><p>格</p></td></tr></tbody></table><ul><li><p>项</p></li></ul><pre>一\n二</pre>'],
  ['a list that starts at 3', '<ol start="3"><li>项</li></ol>'],
  ['underscores in an address', p('见 <a href="https://a.example/b__c.html">链接</a>')],
  ['TeX that is typed', p(String.raw`若 \(x\) 则 $$5`)],
  ['the sign of a gap', p('火警 ____ 号')],
  ['spaces and rare characters', p('甲&nbsp;乙 𠮷 ①')],
]

export const everyQuestion: Sample[] = [
  ...texts.map(([name, content]) => single(name, { content })),
  ...texts
    .slice(0, 3)
    .map(([name, content]) => single(`${name} in an option`, { options: [{ tag: 'A', content, isRight: true }, two[1]!] })),
  single('a chapter, tags and a level', {}, { chapter: '电气/消防', tags: ['必考', 'a]b'], level: QuLevel.hard }),
  single('an analysis', { analysis: p(`因为 ${formula('y')}`) }),
  single('a penalty', { rule: { penalty: 50 } }),
  single('a pinned option', { options: [two[0]!, { ...two[1]!, pinned: true }] }),
  single('an option with a picture of its own', { options: [{ ...two[0]!, image: picture }, two[1]!] }),
  ...(['strict', 'half', 'fixed', 'share', 'perOption', 'net'] as const).map((mode) =>
    multiple(`marked by ${mode}`, {
      rule: { multiple: mode, ...(mode === 'fixed' ? { fixed: 50 } : {}) },
      options: mode === 'perOption' ? three.map((one) => (one.isRight ? { ...one, points: 100 } : one)) : three,
    }),
  ),
  multiple('a penalty', { rule: { penalty: 50 } }),
  trueFalse('true'),
  trueFalse('false', { options: truth('正确', '错误', false) }),
  trueFalse('other words', { options: truth('对', '错', true) }),
  trueFalse('words the other way round', { options: truth('错误', '正确', true) }),
  trueFalse('a penalty', { rule: { penalty: 50 } }),
  essay('no model'),
  essay('a model', { modelAnswer: `${p('要点')}${p(formula('z'))}` }),
  essay('an analysis', { analysis: p('解析') }),
  essay('keywords', { rule: { keywords: [{ words: '甲||乙', points: 100 }] } }),
  blank('no gap sign'),
  blank('a gap sign', { content: p('火警 ____ 号') }),
  blank('more gap signs than blanks', { content: p('____ 与 [_____]') }),
  blank('a gap beside an address', { content: p('见 <a href="https://a.example/b__c.html">链接</a> ____') }),
  blank('loose text with a gap', { content: '火警 ____ 号' }),
  blank('alternatives', { blanks: [{ answer: String.raw`1=9||a~b||甲\|\|乙||C:\new` }] }),
  blank('a star and an arrow', { blanks: [{ answer: '2*3||a->b' }] }),
  blank('a star', { content: p('____'), blanks: [{ answer: '2*3' }] }),
  blank('what looks like an embedded answer', { content: p('{1:SA:=甲} ____'), blanks: [{ answer: '<b> &lt;' }] }),
  blank('a line break', { blanks: [{ answer: '甲\n乙' }] }),
  blank('compared exactly', { blanks: [{ answer: '甲', compare: 'exact' }] }),
  blank('compared by what it contains', { blanks: [{ answer: '甲', compare: 'contains' }] }),
  blank('upper and lower case', { blanks: [{ answer: 'PASS', caseSensitive: true }] }),
  blank('a number', { blanks: [{ answer: '100', compare: 'number' }] }),
  blank('a number with a margin', { blanks: [{ answer: '100', compare: 'number', tolerance: 0.5 }] }),
  blank('numbers', { blanks: [{ answer: '100||212', compare: 'number', tolerance: 1 }] }),
  ...(
    [
      ['several gaps', {}],
      ['in any order', { order: 'any' }],
      ['all or nothing', { credit: 'all' }],
    ] as const
  ).map(([name, rule]) => blank(name, { content: p('____ 与 ____'), blanks: [{ answer: '甲' }, { answer: '乙' }], rule })),
  blank('points of blanks', {
    content: p('____ 与 ____'),
    blanks: [
      { answer: '甲', weight: 100 },
      { answer: '乙', weight: 200 },
    ],
  }),
  matching('pairs'),
  matching('all or nothing', { rule: { matching: 'strict' } }),
  matching('a right item too many', { right: items('abc', '一', '二', '三') }),
  matching('reusable, not used twice', { right: repeated(pairs.right) }),
  matching('reusable and used twice', { right: repeated(pairs.right), pairs: both }),
  matching('a formula on the right', { right: items('ab', formula(String.raw`\nu`), '二') }),
  matching('a picture on the right', { right: items('ab', `<img src="${picture}" alt="" />`, '二') }),
  composite('choices and blanks', {
    subs: [
      sub('1', QuType.single, { options: two }),
      sub('2', QuType.fillIn, { content: p('填 ____'), blanks: [{ answer: '水' }] }),
      sub('3', QuType.multiple, { options: three, rule: { multiple: 'share' } }),
    ],
  }),
  composite('every type', {
    analysis: p('总'),
    subs: [
      sub('1', QuType.single, { options: two }),
      sub('2', QuType.fillIn, {
        content: `${p('填 ____')}${p('与 ____')}`,
        blanks: [{ answer: '水' }, { answer: '1', compare: 'number', tolerance: 1 }],
      }),
      sub('3', QuType.matching, { ...pairs }),
      sub('4', QuType.trueFalse, { options: truth('正确', '错误', false) }),
      sub('5', QuType.shortAnswer, {}),
    ],
  }),
  composite('two ways of marking', {
    subs: [
      sub('1', QuType.multiple, { options: three, rule: { multiple: 'share' } }),
      sub('2', QuType.matching, { ...pairs, rule: { matching: 'strict' } }),
      sub('3', QuType.multiple, { options: three }),
    ],
  }),
  composite('weights', {
    subs: [sub('1', QuType.single, { options: two, weight: 2 }), sub('2', QuType.multiple, { options: three, weight: 3 })],
  }),
  composite('weights beside an essay', {
    subs: [sub('1', QuType.single, { options: two, weight: 2 }), sub('2', QuType.shortAnswer, { weight: 3 })],
  }),
  composite('analyses of the parts', {
    subs: [sub('1', QuType.single, { options: two, analysis: p('一') }), sub('2', QuType.multiple, { options: three })],
  }),
  composite('an essay with a model', { subs: [sub('1', QuType.shortAnswer, { modelAnswer: p('要点') })] }),
  composite('as it came from cloze', {
    content: p('甲是（1）____，乙是（2）____。'),
    subs: [
      sub('1', QuType.single, { content: p('第（1）空'), options: two }),
      sub('2', QuType.fillIn, { content: p('第（2）空'), blanks: [{ answer: '水' }], weight: 2 }),
    ],
  }),
  composite('signs of TeX in options', {
    subs: [sub('1', QuType.single, { options: [option('A', '$$5', true), option('B', '$$6', false)] })],
  }),
  composite('blanks only', {
    subs: ['1', '2'].map((id) => sub(id, QuType.fillIn, { content: p(`${id} ____`), blanks: [{ answer: '水' }] })),
  }),
  composite('a formula in an option', {
    subs: [
      sub('0', QuType.trueFalse, { options: truth('正确', '错误', true) }),
      sub('1', QuType.single, { options: [option('A', formula('x'), true), two[1]!] }),
    ],
  }),
]
