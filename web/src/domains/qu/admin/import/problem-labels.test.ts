// The messages of a staged question name the place of the problem.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../../../app/english.ts'
import { setLanguage, startI18n } from '../../../../kernel/i18n.ts'
import { placeName, problemText } from './problem-labels.ts'

test.each([
  ['options', '选项'],
  ['options.2.content', '选项C'],
  ['blanks.1.answer', '第2空'],
  ['subs.0.options.1.content', '第1小题 · 选项B'],
  ['subs.2.quType', '第3小题 · 题型'],
  ['rule.fixed', '计分规则'],
  ['答案', '答案'],
  ['', ''],
])('%s is %s', (field, name) => expect(placeName(field)).toBe(name))

test('a problem without a place is shown without one', () => {
  expect(problemText({ field: '', msg: '文件无法识别' })).toBe('文件无法识别')
  expect(problemText({ field: 'options', msg: '至少要有两个选项' })).toBe('选项：至少要有两个选项')
})

describe('in English, including the place', () => {
  beforeAll(async () => {
    await startI18n(() => Promise.resolve(catalogue))
    await setLanguage('en')
  })
  afterAll(() => setLanguage('zh'))

  test.each([
    [{ field: 'subs.0.options', msg: 'At least two options are needed' }, 'Sub-question 1 · Options: At least two options are needed'],
    [{ field: '题型', msg: 'The type is not supported' }, 'Question type: The type is not supported'],
    [{ field: '', msg: 'Blanks in the stem: 2' }, 'Blanks in the stem: 2'],
  ])('$msg', (problem, text) => {
    expect(problemText(problem)).toBe(text)
  })
})
