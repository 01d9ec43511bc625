// Papers as 学习通, 雨课堂 and programs that save their pages print them: the learner's answer is never the key where a key stands.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { parseDocx } from '../docx/docx-parse.format.ts'
import { judge } from '../exchange.rules.ts'

const read = (text: string) => {
  const { questions, notes } = parseDocx(
    text
      .trim()
      .split('\n')
      .map((line) => `<p>${line}</p>`)
      .join(''),
  )
  return { questions: questions.map((one) => ({ ...one, ...judge(one) })), notes }
}
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '')
const shortOf = (text: string) =>
  read(text).questions.map(({ quType, body, problems }) => {
    const right = body.options.flatMap((one) => (one.isRight ? [`${one.tag}${plain(one.content)}`] : [])).join('+')
    const words = right || body.blanks.map((one) => one.answer).join('；') || plain(body.modelAnswer)
    return [quType, plain(body.content), words, ...problems.map((one) => one.msg)]
  })

test('学习通: points, both answers with their texts, analysis and 知识点', () => {
  const text = `
高等数学第一次作业
题量: 5 满分: 10
一. 单选题（共2题，4分）
1. (单选题, 2.0分) 水的沸点是多少度？
A. 90;
B. 100;
C. 110;
我的答案: A:90;
正确答案: B:100;
0分
答案解析：
标准大气压下是 100 度。
知识点：物态变化
2. (单选题, 2.0分) 二加二等于
A. 3;
B. 4;
我的答案: B:4;正确答案: B:4;2.0分
二. 多选题（共1题，2分）
3. (多选题, 2.0分) 质数有
A. 2
B. 3
C. 4
我的答案: AC 正确答案: AB
1.0分
AI讲解
三. 判断题（共1题，2分）
4. (判断题, 2.0分) 地球是圆的。
A. 对
B. 错
我的答案: 错
正确答案: 对
四. 填空题（共1题，2分）
5. (填空题, 2.0分) 甲是____，乙是____。
我的答案：
(1) 一
(2) 三
正确答案：
(1) 一;壹
(2) 二`
  expect(shortOf(text)).toEqual([
    [QuType.single, '水的沸点是多少度？', 'B100'],
    [QuType.single, '二加二等于', 'B4'],
    [QuType.multiple, '质数有', 'A2+B3'],
    [QuType.trueFalse, '地球是圆的。', 'A正确'],
    [QuType.fillIn, '甲是____，乙是____。', '一||壹；二'],
  ])
  const [first] = read(text).questions
  expect([plain(first?.body.analysis ?? ''), first?.tags, first?.body.options.map((one) => plain(one.content))]).toEqual([
    '标准大气压下是 100 度。',
    ['物态变化'],
    ['90', '100', '110'],
  ])
})

test('the learner’s answer in the line of the last option, and a short answer of several lines', () => {
  expect(
    shortOf(`
1. (单选题) 火警电话？
A. 110
B. 119 我的答案：A
正确答案：B
2. (简答题, 10.0分) 简述疏散。
我的答案：
跑
正确答案：
一、低姿
二、有序`),
  ).toEqual([
    [QuType.single, '火警电话？', 'B119'],
    [QuType.shortAnswer, '简述疏散。', '一、低姿二、有序'],
  ])
})

test('without a key only an answer that was marked as right is taken, with a warning', () => {
  const taken = '文件中只有考生的作答（判为正确），已作为答案，请核对'
  const left = '文件中只有考生的作答，没有正确答案，未采用'
  const item = (mark: string) => `1. (单选题, 2.0分) 火警？\nA. 110\nB. 119\n我的答案: B\n${mark}`
  expect(shortOf(item('2.0分'))).toEqual([[QuType.single, '火警？', 'B119', taken]])
  expect(shortOf(item('√'))).toEqual([[QuType.single, '火警？', 'B119', taken]])
  expect(shortOf(`1. (单选题, 2.0分) 火警？\nA. 110\nB. 119\n我的答案: B ✓`)).toEqual([[QuType.single, '火警？', 'B119', taken]])
  for (const mark of ['0分', '×', '1.0分', '答案解析：略'])
    expect(shortOf(item(mark))).toEqual([[QuType.single, '火警？', '', '缺少答案', left, '单选题必须有且只有一个正确选项']])
})

test('雨课堂: the type in the line of the number, letters in lines of their own', () => {
  expect(
    shortOf(`
1.单选题 (2分)
火警电话是？
A
110
B
119
正确答案： B
学生答案： A
得分： 0/2
2.填空题 (4分)
甲是（ ），乙是（ ）。
正确答案：
第1空：一
第2空：二
学生答案：
第1空：三
第2空：二
3.判断题 (1分)
水能灭油火。
正确答案：错误
我的答案：正确`),
  ).toEqual([
    [QuType.single, '火警电话是？', 'B119'],
    [QuType.fillIn, '甲是____，乙是____。', '一；二'],
    [QuType.trueFalse, '水能灭油火。', 'B错误'],
  ])
})

test('programs that save pages: questions first, answers behind under 二、答案 or 答案汇总', () => {
  expect(
    shortOf(`
一、题目
1. [单选题 · 2 分]
火警电话是？
A. 110
B. 119
2. [填空题 · 2 分]
甲是____，乙是____。
二、答案
1. [单选题 · 2 分]
答案：
B
解析：
119 是火警。
2. [填空题 · 2 分]
答案：
一
二`),
  ).toEqual([
    [QuType.single, '火警电话是？', 'B119'],
    [QuType.fillIn, '甲是____，乙是____。', '一；二'],
  ])
  expect(
    shortOf(`
一. 单选题（共1题）
1. 火警？
A. 110
B. 119

二. 填空题（共1题）
2. 甲____乙____

========================================
答案汇总
========================================
一、单选题
1. B
二、填空题
2. 
(1) 一
(2) 二
========================================
错题汇总
========================================
1. (题目)火警？
我的答案: A
正确答案: B`),
  ).toEqual([
    [QuType.single, '火警？', 'B119'],
    [QuType.fillIn, '甲____乙____', '一；二'],
  ])
})

test('【第1题】 with parts in brackets', () => {
  expect(
    shortOf(`
【第1题】（填空题，得分：0）
【题目内容】
甲是____。
【我的答案】（得分：0）
三
【正确答案】
一
【答案解析】
因为`),
  ).toEqual([[QuType.fillIn, '甲是____。', '一']])
})

test('a paper without signs of a platform stays as it is', () => {
  expect(shortOf('1. 火警？\nA. 110\nB. 119\n答案：B\n2. 简述。\n答案：一')).toEqual([
    [QuType.single, '火警？', 'B119'],
    [QuType.shortAnswer, '简述。', '一'],
  ])
})
