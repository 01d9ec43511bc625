// Moodle XML: parsed as Moodle writes it, written, and read back.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { describe, expect, test } from 'vitest'
import { judge, type Portable } from '../exchange.rules.ts'
import { parseMoodle } from './moodle-parse.format.ts'
import { MoodleWriter } from './moodle-write.format.ts'

const quiz = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<quiz>${inner}</quiz>`
const question = (type: string, inner: string, stem = '<p>题干</p>') =>
  `<question type="${type}"><name><text>名称</text></name><questiontext format="html"><text><![CDATA[${stem}]]></text></questiontext>${inner}</question>`
const answer = (fraction: number, text: string, more = '') =>
  `<answer fraction="${fraction}" format="html"><text>${text}</text>${more}</answer>`
const first = (xml: string) => parseMoodle(quiz(xml))!.questions[0]!

describe('reading Moodle XML', () => {
  test('single and multiple choice', () => {
    const single = first(question('multichoice', `<single>true</single>${answer(100, '甲')}${answer(50, '乙')}${answer(0, '丙')}`))
    expect(single.quType).toBe(QuType.single)
    expect(single.body.options?.map((one) => one.isRight)).toEqual([true, false, false])
    expect(single.problems.map((one) => [one.level, one.msg])).toEqual([['warn', '只得部分分的选项按错误选项导入']])
    const multiple = first(question('multichoice', `<single>false</single>${answer(50, '甲')}${answer(50, '乙')}${answer(-100, '丙')}`))
    expect([multiple.quType, multiple.body.rule, multiple.problems]).toEqual([QuType.multiple, { multiple: 'share' }, []])
  })

  test('true and false, short answer, numbers, essay', () => {
    expect(first(question('truefalse', answer(0, 'true') + answer(100, 'false'))).body.options?.map((one) => one.isRight)).toEqual([
      false,
      true,
    ])
    const words = first(question('shortanswer', `<usecase>1</usecase>${answer(100, '水')}${answer(100, 'H2O')}${answer(50, '冰')}`))
    expect(words.body.blanks).toEqual([{ answer: '水||H2O', caseSensitive: true }])
    const number = first(question('numerical', answer(100, '3.14', '<tolerance>0.01</tolerance>')))
    expect(number.body.blanks).toEqual([{ answer: '3.14', compare: 'number', tolerance: 0.01 }])
    const essay = first(question('essay', '<graderinfo format="html"><text><![CDATA[<p>要点</p>]]></text></graderinfo>'))
    expect([essay.quType, essay.body.modelAnswer]).toEqual([QuType.shortAnswer, '<p>要点</p>'])
  })

  test('TeX in a text becomes a formula, and markup of a typed answer is removed', () => {
    const formula = (latex: string) => `<span data-type="inline-math" data-latex="${latex}"></span>`
    const { body } = first(
      question(
        'multichoice',
        `<single>true</single>${answer(100, String.raw`\(1&lt;2\)`)}${answer(0, '乙')}`,
        '<p>\\(x^2\\) $$y$$ \\[z\\]</p>',
      ),
    )
    expect(body.content).toBe(`<p>${formula('x^2')} ${formula('y')} ${formula('z')}</p>`)
    expect(body.options?.[0]?.content).toBe(`<p>${formula('1&lt;2')}</p>`)
    const cloze = first(question('cloze', '', '<p>{1:SHORTANSWER_C:=H<sub>2</sub>O~=水}</p>'))
    expect(cloze.body.blanks?.[0]?.answer).toBe('H2O||水')
  })

  test('pairs with a distractor', () => {
    const sub = (left: string, right: string) =>
      `<subquestion format="html"><text>${left}</text><answer><text>${right}</text></answer></subquestion>`
    const { body } = first(question('matching', sub('北京', '中国') + sub('东京', '日本') + sub('', '泰国')))
    expect([body.left?.length, body.right?.length, body.pairs]).toEqual([
      2,
      3,
      [
        ['A', 'a'],
        ['B', 'b'],
      ],
    ])
  })

  test('embedded answers: text gaps make a fill-in question, choices a composite', () => {
    const words = first(question('cloze', '', '<p>火警 {1:SHORTANSWER:=119~=一一九}，沸点 {1:NM:=100:0.5} 度</p>'))
    expect(words.body).toMatchObject({
      content: '<p>火警 ____，沸点 ____ 度</p>',
      blanks: [{ answer: '119||一一九' }, { answer: '100', compare: 'number', tolerance: 0.5 }],
    })
    const mixed = first(question('cloze', '', '<p>{1:MULTICHOICE:=甲#对~乙} 与 {2:SA:=丙}</p>'))
    expect(mixed.quType).toBe(QuType.composite)
    expect(judge(mixed).problems.map((one) => one.msg)).toEqual(['选项的反馈不能保存，已略过'])
    expect(mixed.body.subs?.map((sub) => [sub.quType, sub.weight])).toEqual([
      [1, 1],
      [5, 2],
    ])
  })

  test('categories, tags and pictures', () => {
    const picture = Buffer.from('picture').toString('base64')
    const xml = `<question type="category"><category><text>$course$/top/消防/灭火器</text></category></question>
      <question type="essay"><questiontext format="html"><text><![CDATA[<p><img src="@@PLUGINFILE@@/a%20b.png"></p>]]></text>
      <file name="a b.png" path="/" encoding="base64">${picture}</file></questiontext><tags><tag><text>图</text></tag></tags></question>`
    const reading = parseMoodle(quiz(xml))!
    expect(reading.questions[0]).toMatchObject({ chapter: '灭火器', tags: ['图'] })
    expect(reading.questions[0]?.body.content).toBe('<p><img src="/@file/0"></p>')
    expect(reading.files.map((file) => [file.key, file.name, Buffer.from(file.bytes).toString()])).toEqual([['0', 'a b.png', 'picture']])
  })

  test('unsupported types are imported with an error message; other files are refused', () => {
    expect(first(question('ddimageortext', '')).problems[0]?.msg).toBe('不支持的题型 ddimageortext')
    expect(parseMoodle('{}')).toBeNull()
    expect(parseMoodle('<html></html>')).toBeNull()
    expect(parseMoodle('<quiz><question></quiz>')?.questions.length ?? 0).toBeLessThanOrEqual(1)
    expect(parseMoodle('<!DOCTYPE quiz [<!ENTITY a "aaaa">]><quiz>&a;</quiz>')).toBeNull()
  })
})

const portable = (type: number, body: Portable['body'], more: Partial<Portable> = {}): Portable => ({
  chapter: '',
  level: QuLevel.normal,
  tags: [],
  quType: type,
  body,
  ...more,
})
const choices = [
  { tag: 'A', content: '<p>甲 &amp; ]]&gt; <img src="/files/202611/a.png"></p>', isRight: true },
  { tag: 'B', content: '<p>乙</p>', isRight: false },
]

describe('writing Moodle XML', () => {
  test('reports what the format cannot express', () => {
    const writer = new MoodleWriter()
    expect(writer.add(portable(99, { content: '<p>组合</p>' }), new Map())).toBe('')
    writer.add(portable(2, { content: '<p>多选</p>', options: choices }, { level: QuLevel.hard }), new Map())
    expect([...writer.lost]).toHaveLength(4)
  })
})
