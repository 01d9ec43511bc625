import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { Place, ProblemProvider } from './Problems.tsx'

function Page() {
  const [title, setTitle] = useState('')
  const [tries, setTries] = useState(0)
  return (
    <>
      <ProblemProvider problems={title === '' ? [{ path: 'title', message: '请填写名称' }] : []} tries={tries}>
        <Place at="title" label="名称">
          <input aria-label="名称" value={title} onChange={(event) => setTitle(event.target.value)} />
        </Place>
      </ProblemProvider>
      <button type="button" onClick={() => setTries(tries + 1)}>
        保存
      </button>
    </>
  )
}
const shown = () => screen.queryByText('请填写名称') !== null

it('complains of no field that was only passed through', async () => {
  const { mouse } = show(<Page />)
  await mouse.click(screen.getByLabelText('名称'))
  await mouse.tab()
  expect(shown()).toBe(false)
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  expect(shown()).toBe(true)
})

it('complains of a field that was emptied and left', async () => {
  const { mouse } = show(<Page />)
  await mouse.type(screen.getByLabelText('名称'), '甲')
  await mouse.clear(screen.getByLabelText('名称'))
  expect(shown()).toBe(false)
  await mouse.tab()
  expect(shown()).toBe(true)
})
