import { expect, it } from 'vitest'
import { changesOf } from './log-diff.ts'

it('names each field by its path, changed fields first', () => {
  expect(changesOf({ title: '旧', props: { a: 1, b: true }, gone: null }, { title: '新', props: { a: 1, c: [1, 2] } })).toEqual([
    { field: 'title', kind: 'changed', before: '旧', after: '新' },
    { field: 'props.b', kind: 'removed', before: 'true', after: '' },
    { field: 'gone', kind: 'removed', before: 'null', after: '' },
    { field: 'props.c', kind: 'added', before: '', after: '[1,2]' },
    { field: 'props.a', kind: 'same', before: '1', after: '1' },
  ])
})

it('numbers the rows of a list from one', () => {
  expect(changesOf([{ id: '1' }], null)).toEqual([{ field: '1.id', kind: 'removed', before: '1', after: '' }])
})

it('returns nothing if there is no data', () => {
  expect(changesOf(null, undefined)).toEqual([])
  expect(changesOf({}, {})).toEqual([])
})
