import { expect, test } from 'vitest'
import { foldOf } from './useFold.ts'

const columns = [{ name: 'title' }, { name: 'state', keep: true }, { name: 'open' }, { name: 'time' }, { name: 'count' }]
const widths = [300, 80, 90, 150, 60]
const stays = new Set(['title', 'time'])

test.each([
  ['nothing where all columns fit', 0, []],
  ['the last columns first', 40, ['count']],
  ['as many as are needed, past those that stay', 100, ['count', 'open']],
  ['those to keep only where the others do not suffice', 200, ['count', 'open', 'state']],
])('folds %s', (_what, over, folded) => {
  expect(foldOf(columns, widths, over, stays)).toEqual(folded)
})
