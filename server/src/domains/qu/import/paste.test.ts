// Pasted text: a preview that stores nothing, then the same review as a file.
import { examplePapers } from '@shuyuan/contract/qu/import/example-paper.ts'
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { beforeEach, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const { app, teacher } = await startWith('teacher')
const { token } = teacher
let repoId: string
beforeEach(async () => {
  repoId = (await makeRepo(app.ctx())).id
})

const paper = ['一、单选题', '1、火警电话？', 'A.110  B.119', '答案：B', '', '2、灭火器放在哪里？', 'A.明显处', 'B.锁柜里'].join('\n')

test('the preview shows options, key and faults with their lines, and stores nothing', async () => {
  const { questions, ...facts } = await app.ok(quImport['preview-text'], { text: paper }, token)
  expect(facts).toEqual({ format: 'docx', total: 2, wrong: 1, notes: [] })
  expect(questions.map((one) => [one.row, one.line, one.quType, one.title, one.problems.map((problem) => problem.msg)])).toEqual([
    [1, 2, QuType.single, '火警电话？', []],
    [2, 6, QuType.single, '灭火器放在哪里？', ['缺少答案', '单选题必须有且只有一个正确选项']],
  ])
  expect(questions[0]?.body.options?.map((one) => [one.content, one.isRight])).toEqual([
    ['<p>110</p>', false],
    ['<p>119</p>', true],
  ])
  expect(await app.ok(quImport.waiting, { repoId }, token)).toEqual([])
})

test('the text becomes staged rows like a file', async () => {
  const { id } = await app.ok(quImport['stage-text'], { repoId, text: paper }, token)
  expect(await app.ok(quImport.detail, { id }, token)).toMatchObject({ total: 2, wrong: 1, fileName: '粘贴的试题.txt', state: 'waiting' })
  expect(await app.ok(quImport.commit, { id }, token)).toEqual({ inserted: 1 })
})

test.each([
  ['GIFT', '火警？{=119 ~110}\n\n地球是平的。{F}', 'gift', [1, 3]],
  ['Aiken', '火警？\nA. 110\nB. 119\nANSWER: B\n\n哪里？\nA. 甲\nB. 乙\nANSWER: A\n', 'aiken', [1, 6]],
  ['a paper with braces', '1. 设集合 M={1,2}，则？\nA. 甲\nB. 乙\n答案：A', 'docx', [1]],
])('text in %s', async (_name, text, format, lines) => {
  const found = await app.ok(quImport['preview-text'], { text }, token)
  expect(found).toMatchObject({ format, total: lines.length, wrong: 0 })
  expect(found.questions.map((one) => one.line)).toEqual(lines)
})

test('text without a question says so', async () => {
  const found = await app.ok(quImport['preview-text'], { text: '只是一句话' }, token)
  expect(found).toMatchObject({ total: 0, questions: [], notes: [expect.stringContaining('文件中没有找到试题')] })
  expect(await app.call(quImport['stage-text'], { repoId, text: '只是一句话' }, token)).toMatchObject({
    msg: expect.stringContaining('文件中没有找到试题') as string,
  })
})

test('empty text and text that is too long are refused at the field', async () => {
  expect((await app.call(quImport['preview-text'], { text: '' }, token)).fields.map((one) => one.field)).toEqual(['text'])
  expect((await app.call(quImport['preview-text'], { text: '字'.repeat(100_001) }, token)).fields[0]?.msg).toContain('100000')
})

const examples = Object.entries(examplePapers).flatMap(([kind, texts]) =>
  Object.entries(texts).map(([language, text]) => ({ kind, language, text })),
)
test.each(examples)('the example of a $kind in $language is read without a problem', async ({ text }) => {
  const found = await app.ok(quImport['preview-text'], { text }, token)
  expect(found).toMatchObject({ total: 4, wrong: 0, notes: [] })
  expect(found.questions.map((one) => one.quType)).toEqual([QuType.single, QuType.multiple, QuType.trueFalse, QuType.shortAnswer])
  expect(found.questions.flatMap((one) => one.problems)).toEqual([])
})
