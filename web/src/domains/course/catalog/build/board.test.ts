import { describe, expect, test } from 'vitest'
import {
  addItems,
  addSection,
  type Board,
  changeItem,
  type Item,
  moveItem,
  moveSection,
  nextStep,
  putBack,
  removeItem,
  removeSection,
  renameSection,
  stepped,
} from './board.ts'
import { movedTo, rowsOf } from './Rows.tsx'

const item = (fileId: string, sectionKey: string | null = null): Item => ({
  fileId,
  sectionKey,
  title: fileId,
  required: true,
  minSec: 0,
  openTime: null,
  dueTime: null,
  stops: [],
})
const board: Board = {
  sections: [
    { key: 'A', title: '甲' },
    { key: 'B', title: '乙' },
  ],
  items: [item('0'), item('1', 'A'), item('2', 'A'), item('3', 'B')],
}
const shape = ({ sections, items }: Board) =>
  [null, ...sections.map((one) => one.key)].map(
    (key) =>
      `${key ?? ''}:${items
        .filter((one) => one.sectionKey === key)
        .map((one) => one.fileId)
        .join()}`,
  )

/** Calls until the stored board is the wanted one. */
function callsTo(from: Board, wanted: Board): { calls: string[]; stored: Board } {
  let stored = from
  const calls: string[] = []
  for (let step = nextStep(stored, wanted); step; step = nextStep(stored, wanted)) {
    calls.push(step.call)
    stored = stepped(stored, step, wanted)
    if (calls.length > 20) throw new Error('it comes to no end')
  }
  return { calls, stored }
}

test('files are moved within and between sections, sections with their files', () => {
  expect(shape(moveItem(board, '3', { sectionKey: 'A', before: '2' }))).toEqual([':0', 'A:1,3,2', 'B:'])
  expect(shape(moveItem(board, '1', { sectionKey: null }))).toEqual([':0,1', 'A:2', 'B:3'])
  expect(shape(moveSection(board, 'B', 0))).toEqual([':0', 'B:3', 'A:1,2'])
  expect(moveSection(board, 'B', 0).items.map((one) => one.fileId)).toEqual(['0', '3', '1', '2'])
})

test('files of a removed section come to the one above, or go with it', () => {
  expect(shape(removeSection(board, 'B', { withFiles: false }))).toEqual([':0', 'A:1,2,3'])
  expect(shape(removeSection(board, 'A', { withFiles: false }))).toEqual([':0,1,2', 'B:3'])
  expect(shape(removeSection(board, 'A', { withFiles: true }))).toEqual([':0', 'B:3'])
})

describe('the calls that store a change', () => {
  const cases: [string, (from: Board) => Board, string[]][] = [
    ['nothing', (from) => from, []],
    [
      'a new section with a new file',
      (from) => addItems(addSection(from, { key: 'n', title: '丙' }), [item('9', 'n')]),
      ['section-save', 'item-save'],
    ],
    ['a name of a section', (from) => renameSection(from, 'A', '新'), ['section-save']],
    ['settings of two files', (from) => changeItem(changeItem(from, '1', { required: false }), '2', { minSec: 60 }), ['item-save']],
    ['questions', (from) => changeItem(from, '1', { stops: [{ atSec: 3, quId: '7', title: '题' }] }), ['item-save']],
    ['a moved file', (from) => moveItem(from, '0', { sectionKey: 'B' }), ['item-sort']],
    ['a moved section', (from) => moveSection(from, 'A', 1), ['section-sort']],
    ['a moved section and file', (from) => moveItem(moveSection(from, 'A', 1), '2', { sectionKey: 'B' }), ['item-sort', 'section-sort']],
    ['a removed file', (from) => removeItem(from, '2'), ['item-delete']],
    ['a section whose files stay', (from) => removeSection(from, 'A', { withFiles: false }), ['item-sort', 'section-sort']],
    ['a section with its files', (from) => removeSection(from, 'A', { withFiles: true }), ['item-delete', 'section-sort']],
  ]
  test.each(cases)('%s', (_what, change, calls) => {
    const wanted = change(board)
    const there = callsTo(board, wanted)
    expect(there.calls).toEqual(calls)
    expect(there.stored).toEqual(wanted)
    // and back: that is undo
    expect(callsTo(there.stored, board).stored).toEqual(board)
  })
})

describe('what a dropped row means', () => {
  const rows = rowsOf(board, new Set())
  test('files go where the pointer or the arrow keys bring them, across heads of sections', () => {
    expect(rows.map((one) => one.id)).toEqual(['item:0', 'section:A', 'item:1', 'item:2', 'section:B', 'item:3'])
    expect(movedTo(rows, 'item:3', 'item:1')).toEqual({ fileId: '3', sectionKey: 'A', before: '1' })
    expect(movedTo(rows, 'item:2', 'section:B')).toEqual({ fileId: '2', sectionKey: 'B', before: '3' })
    expect(movedTo(rows, 'item:1', 'section:A')).toEqual({ fileId: '1', sectionKey: null, before: undefined })
    expect(movedTo(rows, 'item:0', 'item:3')).toEqual({ fileId: '0', sectionKey: 'B', before: undefined })
    expect(movedTo(rows, 'section:B', 'section:A')).toEqual({ key: 'B', to: 0 })
    expect(movedTo(rows, 'item:0', 'item:0')).toBeUndefined()
  })
  test('below a folded section they come to its end', () => {
    const short = rowsOf(board, new Set(['A']))
    expect(short.map((one) => one.id)).toEqual(['item:0', 'section:A', 'section:B', 'item:3'])
    const moved = movedTo(short, 'item:0', 'section:A')
    expect(moved).toEqual({ fileId: '0', sectionKey: 'A', before: undefined })
    expect(shape(moveItem(board, '0', moved as { sectionKey: string | null }))).toEqual([':', 'A:1,2,0', 'B:3'])
  })
})

test('a file that is put back comes before the same file as in the stored board', () => {
  const without = (...gone: string[]): Board => ({ ...board, items: board.items.filter((one) => !gone.includes(one.fileId)) })
  expect(shape(putBack(without('1', '3'), board))).toEqual([':0', 'A:1,2', 'B:3'])
  // what was moved meanwhile stays where it is
  expect(shape(putBack(moveItem(without('1'), '2', { sectionKey: 'B' }), board))).toEqual([':0', 'A:1', 'B:3,2'])
  // and a file without its section stays out
  expect(shape(putBack(removeSection(without('3'), 'B', { withFiles: true }), board))).toEqual([':0', 'A:1,2'])
})
