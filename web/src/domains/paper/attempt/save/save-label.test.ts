// Labels of the save state.
import { expect, test } from 'vitest'
import { saveLabel, spokenSave } from './save-label.ts'

const state = { unsent: 0, offline: false, savedAt: '2026-01-01 12:03:04', refused: new Map<string, string>() }

test('已保存, 保存中, 离线', () => {
  expect(saveLabel(state, true).text).toBe('已保存 12:03:04')
  expect(saveLabel({ ...state, unsent: 1 }, true).text).toBe('保存中')
  expect(saveLabel({ ...state, unsent: 3, offline: true }, true).text).toBe('离线，3 题待上传')
  expect(saveLabel({ ...state, unsent: 3 }, false).text).toBe('离线，3 题待上传')
  expect(saveLabel(state, false).text).toBe('离线')
})

test('a refused value is not shown as saved', () => {
  expect(saveLabel({ ...state, refused: new Map([['1', '答案与试题不符，未保存']]) }, true)).toEqual({
    kind: 'refused',
    text: '1 题未能保存',
  })
})

test('saving is spoken once for each number of answers, and at most once a minute', () => {
  const spoken = (more: Partial<typeof state>, answered: number) => {
    const now = { ...state, ...more }
    return spokenSave(saveLabel(now, true), now.savedAt, answered, 10)
  }
  expect(spoken({}, 3)).toBe('已保存 12:03，已答 3 题，共 10 题')
  expect(spoken({ savedAt: '2026-01-01 12:03:59' }, 3)).toBe(spoken({}, 3))
  expect(spoken({}, 4)).not.toBe(spoken({}, 3))
  expect(spoken({ unsent: 1 }, 4)).toBe('')
  expect(spoken({ savedAt: '' }, 0)).toBe('')
  expect(spoken({ refused: new Map([['1', '答案与试题不符，未保存']]) }, 4)).toBe('1 题未能保存')
})
