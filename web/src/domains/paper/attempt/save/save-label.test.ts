// Labels of the save state.
import { expect, test } from 'vitest'
import { saveLabel } from './save-label.ts'

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
