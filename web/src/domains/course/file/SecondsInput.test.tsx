import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../../test/render.tsx'
import { SecondsInput } from './SecondsInput.tsx'

function Held({ start, calls }: { start: number; calls: number[] }) {
  const [seconds, setSeconds] = useState(start)
  const change = (next: number) => {
    calls.push(next)
    setSeconds(next)
  }
  return <SecondsInput value={seconds} onChange={change} label="最少学习" />
}
const minutes = () => screen.getByRole('spinbutton', { name: '最少学习（分）' })
const seconds = () => screen.getByRole('spinbutton', { name: '最少学习（秒）' })

it('shows seconds as minutes and seconds', () => {
  show(<Held start={330} calls={[]} />)
  expect(minutes()).toHaveProperty('value', '5')
  expect(seconds()).toHaveProperty('value', '30')
})

it('calls back with seconds, and with null when emptied', async () => {
  const calls: number[] = []
  const { mouse } = show(<Held start={30} calls={calls} />)
  await mouse.clear(minutes())
  await mouse.type(minutes(), '12')
  expect(calls.at(-1)).toBe(750)
  await mouse.clear(seconds())
  expect(calls.at(-1)).toBe(720)
})

it.each([
  ['minutes', minutes, '10000', 9_999 * 60],
  ['seconds', seconds, '75', 59],
])('limits %s to their range', (_what, field, typed, most) => {
  const calls: number[] = []
  show(<Held start={0} calls={calls} />)
  // in one event: a number that grows by digits is reported with each of them, and the field follows what its parent answers
  fireEvent.change(field(), { target: { value: typed } })
  fireEvent.blur(field())
  expect(calls.at(-1)).toBe(most)
})
