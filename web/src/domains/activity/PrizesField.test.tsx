// The prizes of an activity: each begins after the one before it, with a hundred points.
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { page } from '../../../test/answers.ts'
import { fakeServer } from '../../../test/fake-server.ts'
import { show } from '../../../test/render.tsx'
import { type PrizeRow, PrizesField } from './PrizesField.tsx'

const changes: PrizeRow[][] = []
const rows = () => changes.at(-1)
function Held() {
  const [value, setValue] = useState<PrizeRow[]>([])
  const change = (next: PrizeRow[]) => {
    changes.push(next)
    setValue(next)
  }
  return <PrizesField value={value} onChange={change} />
}

it('prizes are added, set and removed', async () => {
  fakeServer({ '/api/cert/paging': page([]) })
  const { mouse } = show(<Held />)
  const add = screen.getByRole('button', { name: /添加奖励/ })
  await mouse.click(add)
  expect(screen.getByRole<HTMLInputElement>('spinbutton', { name: '奖励积分' }).value).toBe('100')
  const until = screen.getByRole('spinbutton', { name: '截止名次' })
  await mouse.clear(until)
  await mouse.type(until, '3{Tab}')
  await mouse.click(add)
  expect(rows()).toEqual([
    { from: 1, to: 3, points: 100, certId: null },
    { from: 4, to: 4, points: 100, certId: null },
  ])
  await mouse.click(screen.getAllByRole('button', { name: '删除奖励' })[0]!)
  expect(rows()).toEqual([{ from: 4, to: 4, points: 100, certId: null }])
})
