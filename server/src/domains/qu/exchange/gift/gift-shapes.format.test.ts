// GIFT in the shapes of other systems: what a file says is imported, or named in a message.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { judge } from '../exchange.rules.ts'
import { parseGift } from './gift-parse.format.ts'

const one = (text: string) => parseGift(text).questions[0]!
const told = (text: string) => judge(one(text)).problems.map((problem) => problem.msg)
const options = (text: string) => one(text).body.options?.map((option) => `${option.isRight ? '+' : '-'}${option.content}`)

describe('choices', () => {
  test('`=` makes a single choice; an option for part of the points is wrong, and told', () => {
    const text = '哪一个？{~甲 ~%50%乙 =丙}'
    expect([one(text).quType, options(text)]).toEqual([QuType.single, ['-<p>甲</p>', '-<p>乙</p>', '+<p>丙</p>']])
    expect(told(text)).toEqual(['只得部分分的选项按错误选项导入'])
  })

  test('two `=` beside `~` are no multiple choice but a single choice to be mended', () => {
    const text = '哪一个？{=甲 =乙 ~丙}'
    expect([one(text).quType, options(text)]).toEqual([QuType.single, ['+<p>甲</p>', '+<p>乙</p>', '-<p>丙</p>']])
    expect(told(text)).toEqual(['单选题必须有且只有一个正确选项'])
  })
})

describe('texts', () => {
  test('answers, pairs and feedback may name their own format', () => {
    expect(options('[html]<p>颜色？</p>{=[plain]a <b> ~[html]<b>红</b> ~[moodle]绿}')).toEqual([
      '+<p>a &lt;b&gt;</p>',
      '-<b>红</b>',
      '-<p>绿</p>',
    ])
    expect(one('词{=[plain]蓝 =[moodle]青}').body.blanks).toEqual([{ answer: '蓝||青' }])
    const { body } = one('配对{=[html]<i>甲</i> -> 一 =[plain]乙 -> [plain]二}')
    expect(body.left?.map((item) => item.content)).toEqual(['<i>甲</i>', '<p>乙</p>'])
    expect(body.right?.map((item) => item.content)).toEqual(['<p>一</p>', '<p>二</p>'])
    expect(one('题{T#[html]<b>因为</b>}').body.analysis).toBe('<b>因为</b>')
  })

  test(String.raw`\n is a line break before a letter too; LaTeX commands in n stay, except in a file of Moodle`, () => {
    const text = String.raw`a\=1\nb\=2 \neq{T}`
    expect(one(text).body.content).toBe(String.raw`<p>a=1</p><p>b=2 \neq</p>`)
    expect(one(`// question: 12  name: x\n::x::[plain]${text}`).body.content).toBe('<p>a=1</p><p>b=2 </p><p>eq</p>')
    expect(one(String.raw`C:\\new \\neq{T}`).body.content).toBe(String.raw`<p>C:\new \neq</p>`)
  })
})

describe('answers', () => {
  test('without a sign are a short answer', () => {
    expect(one('一加零？{One}')).toMatchObject({ quType: QuType.fillIn, body: { blanks: [{ answer: 'One' }] } })
  })

  test('with a star are wildcards, which is told, unless a backslash stands before it', () => {
    expect([one('火？{=水*}').body.blanks, told('火？{=水*}')]).toEqual([[{ answer: '水*' }], ['答案中的通配符 * 按普通字符导入']])
    expect([one(String.raw`积？{=2\*3}`).body.blanks, told(String.raw`积？{=2\*3}`)]).toEqual([[{ answer: '2*3' }], []])
  })

  test('of several questions in one paragraph, and braces of the text, are an error', () => {
    const reason = expect.stringContaining('题与题之间可能缺少空行') as string
    expect([told('甲？{T}\n乙？{F}'), one('甲？{T}\n乙？{F}').body.content]).toEqual([[reason], '<p>甲？</p><p>{T}</p><p>乙？{F}</p>'])
    expect(told(String.raw`\frac{a}{b} 是？{=商}`)).toEqual([reason])
    expect(told(String.raw`商是？{=\frac{a}{b} ~a}`)).toEqual([])
  })

  test('of numbers may have feedback for every other number', () => {
    expect(one('二加一？{#3:2~#不对}').body.blanks).toEqual([{ answer: '3', compare: 'number', tolerance: 2 }])
    expect(told('二加一？{#3:2~#不对}')).toEqual(['选项的反馈不能保存，已略过'])
  })

  test('of true/false may have two feedbacks; beside a general one they are told', () => {
    expect(one('题{F#你错了#你对了}').body.analysis).toBe('<p>你错了</p><p>你对了</p>')
    expect([one('题{F#错####总}').body.analysis, told('题{F#错####总}')]).toEqual(['<p>总</p>', ['选项的反馈不能保存，已略过']])
  })

  test('sorted into fewer categories are a matching whose right items are all reusable', () => {
    const text = '分类{=猫 -> 哺乳 =狗 -> 哺乳 =蛙 -> 两栖}'
    expect(one(text).body.right?.map((item) => item.reusable)).toEqual([true, true])
    expect(told(text)).toEqual([])
  })

  test('in an order are a matching with places', () => {
    const text = '排序{>2 RANDOM HORIZONTAL ALL_OR_NOTHING\n甲\n乙\n丙\n}'
    expect(one(text)).toMatchObject({ quType: QuType.matching, body: { rule: { matching: 'strict' } } })
    expect(one(text).body.left?.map((item) => item.content)).toEqual(['<p>第 1 位</p>', '<p>第 2 位</p>', '<p>第 3 位</p>'])
    expect(one(text).body.right?.map((item) => item.content)).toEqual(['<p>甲</p>', '<p>乙</p>', '<p>丙</p>'])
    expect(told(text)).toEqual(['“ordering”题按匹配题导入', '原题每次只出 2 项，导入后出全部 3 项'])
  })
})
