import { expect, test } from 'vitest'
import { subjectOf } from './log-subject.ts'

test('names what an act was about', () => {
  expect(subjectOf({ input: { id: '1', title: '消防考试' }, before: { title: '旧名' } })).toBe('消防考试、旧名')
  expect(subjectOf({ input: { ids: ['1'] }, before: [{ id: '1', realName: '张三' }, { realName: '李四' }] })).toBe('张三、李四')
  expect(subjectOf({ input: { ids: ['1'] }, before: ['题库甲'] })).toBe('题库甲')
  expect(subjectOf({ input: { ids: ['1'] }, before: null, after: null })).toBe('—')
})
