// The words under a staged question say where the fault is.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import english from '../../../../app/en.json'
import { setLanguage, startI18n } from '../../../../kernel/i18n.ts'
import { placeName, problemText } from './problem-words.ts'

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

test('a fault without a place stands alone', () => {
  expect(problemText({ field: '', msg: '文件无法识别' })).toBe('文件无法识别')
  expect(problemText({ field: 'options', msg: '至少要有两个选项' })).toBe('选项：至少要有两个选项')
})

describe('in English, place and all', () => {
  beforeAll(async () => {
    await startI18n(() => Promise.resolve(english))
    await setLanguage('en')
  })
  afterAll(() => setLanguage('zh'))

  test.each([
    [{ field: 'subs.0.options', msg: '至少要有两个选项' }, 'Sub-question 1 · Options: At least two options are needed'],
    [{ field: '题型', msg: '不支持的题型 （未写明）' }, 'Question type: The question type (not given) is not supported'],
    [{ field: '', msg: '题干有 2 个空，答案有 3 个（用；分开）' }, 'Blanks in the stem: 2; answers: 3 (separate them with “；”)'],
    [{ field: '', msg: '“旁白”列：无法识别的列，其内容不会导入' }, 'Column “旁白”: This column is not known and will not be imported'],
    [
      { field: '', msg: '第3行 父题序号：上方没有序号为“7”的组合题' },
      'Row 3, Parent no.: There is no composite question with the number “7” above',
    ],
  ])('$msg', (problem, words) => {
    expect(problemText(problem)).toBe(words)
  })
})
