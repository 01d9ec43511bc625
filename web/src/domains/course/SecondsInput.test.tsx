import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../test/render.tsx'
import { SecondsInput } from './SecondsInput.tsx'

function Held({ start, told }: { start: number; told: number[] }) {
  const [seconds, setSeconds] = useState(start)
  const change = (next: number) => {
    told.push(next)
    setSeconds(next)
  }
  return <SecondsInput value={seconds} onChange={change} label="最少学习" />
}
const minutes = () => screen.getByRole('spinbutton', { name: '最少学习（分）' })
const seconds = () => screen.getByRole('spinbutton', { name: '最少学习（秒）' })

it('shows seconds as minutes and seconds', () => {
  show(<Held start={330} told={[]} />)
  expect(minutes()).toHaveProperty('value', '5')
  expect(seconds()).toHaveProperty('value', '30')
})

it('gives seconds back, and nothing for what is emptied', async () => {
  const told: number[] = []
  const { mouse } = show(<Held start={30} told={told} />)
  await mouse.clear(minutes())
  await mouse.type(minutes(), '12')
  expect(told.at(-1)).toBe(750)
  await mouse.clear(seconds())
  expect(told.at(-1)).toBe(720)
})

it.each([
  ['minutes', minutes, '10000', 9_999 * 60],
  ['seconds', seconds, '75', 59],
])('keeps %s within what they may be', async (_what, field, typed, most) => {
  const told: number[] = []
  const { mouse } = show(<Held start={0} told={told} />)
  await mouse.clear(field())
  await mouse.type(field(), typed)
  await mouse.tab()
  expect(told.at(-1)).toBe(most)
})
