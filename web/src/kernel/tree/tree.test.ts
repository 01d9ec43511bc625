import { describe, expect, it } from 'vitest'
import { branchesWith, flat, moved, moveOf, stepOf, type TreeRow } from './tree.ts'

const node = (id: string, parentId: string, children: TreeRow[] = []): TreeRow => ({ id, parentId, children })
const rows = [node('1', '0', [node('11', '1'), node('12', '1', [node('121', '12')]), node('13', '1')]), node('2', '0')]
const ids = (tree: readonly TreeRow[]): unknown[] => tree.map((row) => (row.children.length > 0 ? [row.id, ids(row.children)] : row.id))

describe('moving a dropped row', () => {
  it('goes before, after or into another', () => {
    expect(moveOf(rows, '13', '11', 'before')).toEqual({ id: '13', parentId: '1', sort: 0 })
    expect(moveOf(rows, '11', '13', 'after')).toEqual({ id: '11', parentId: '1', sort: 2 })
    expect(moveOf(rows, '2', '12', 'in')).toEqual({ id: '2', parentId: '12', sort: 1 })
    expect(moveOf(rows, '121', '2', 'after')).toEqual({ id: '121', parentId: '0', sort: 2 })
  })

  it('does not move below itself, nor to its present place', () => {
    for (const side of ['before', 'after', 'in'] as const) expect(moveOf(rows, '1', '121', side)).toBeUndefined()
    expect(moveOf(rows, '1', '1', 'in')).toBeUndefined()
    expect(moveOf(rows, '12', '11', 'after')).toBeUndefined()
    expect(moveOf(rows, 'x', '11', 'after')).toBeUndefined()
  })

  it('shows the row at its new place immediately', () => {
    expect(ids(moved(rows, { id: '12', parentId: '0', sort: 1 }))).toEqual([['1', ['11', '13']], ['12', ['121']], '2'])
    expect(ids(moved(rows, { id: '13', parentId: '12', sort: 0 }))).toEqual([['1', ['11', ['12', ['13', '121']]]], '2'])
  })
})

it('moves a row up and down among its siblings', () => {
  expect(stepOf(rows, '12', -1)).toEqual({ id: '12', parentId: '1', sort: 0 })
  expect(stepOf(rows, '12', 1)).toEqual({ id: '12', parentId: '1', sort: 2 })
  expect(stepOf(rows, '11', -1)).toBeUndefined()
  expect(stepOf(rows, '2', 1)).toBeUndefined()
})

it('filters by text and leaves the ancestors of matches', () => {
  expect(ids(branchesWith(rows, (row) => row.id === '12'))).toEqual([['1', [['12', ['121']]]]])
  expect(flat(rows).map((row) => row.id)).toEqual(['1', '11', '12', '121', '13', '2'])
})
