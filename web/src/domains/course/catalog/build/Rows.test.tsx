// The list of a course with 300 files: what renders when something moves or changes.
import { screen, waitFor, within } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../../../../test/render.tsx'
import { type Row, Rows } from './Rows.tsx'

const FILES = 300
const LINE = 40
const rows: Row[] = Array.from({ length: FILES }, (_one, at) => ({
  id: `item:${at}`,
  fileId: `${at}`,
  sectionKey: null,
  title: `课件${at}`,
}))

function open() {
  const rendered: string[] = []
  const render = (row: Row, handle: ReactNode) => {
    rendered.push(row.title)
    return (
      <>
        {handle}
        {row.title}
      </>
    )
  }
  const ignore = () => undefined
  function List() {
    const [shown, setShown] = useState<readonly Row[]>(rows)
    const rename = () => setShown((all) => all.map((row, at) => (at === 7 ? { ...row, title: '疏散须知' } : row)))
    return (
      <>
        <button type="button" onClick={rename}>
          rename
        </button>
        <Rows rows={shown} onMove={ignore} target={undefined} disabled={false}>
          {render}
        </Rows>
      </>
    )
  }
  const { mouse } = show(<List />)
  const lines = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(lines).toHaveLength(FILES)
  // jsdom has no layout: rows one below the other
  for (const [at, one] of lines.entries()) one.getBoundingClientRect = () => new DOMRect(0, at * LINE, 600, LINE)
  return { rendered, mouse }
}

test('a row renders once, and a change of one renders that one', async () => {
  const { rendered, mouse } = open()
  expect(rendered).toHaveLength(FILES)
  rendered.length = 0
  await mouse.click(screen.getByRole('button', { name: 'rename' }))
  expect(rendered).toEqual(['疏散须知'])
})

test('a step of a row that is moved renders no other row', async () => {
  const { rendered, mouse } = open()
  screen.getByRole('button', { name: '移动“课件3”' }).focus()
  await mouse.keyboard(' ')
  await waitFor(() => expect(screen.getByText('已拿起“课件3”')).toBeTruthy())
  rendered.length = 0
  await mouse.keyboard('{ArrowDown}')
  await waitFor(() => expect(screen.getByText('移到不分章节第5个')).toBeTruthy())
  expect(rendered.filter((title) => title !== '课件3')).toEqual([])
  expect(rendered.length).toBeLessThan(3)
})
