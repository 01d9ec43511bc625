// Sums by day, by the filters of the list; and how small sums are written.
import { assistCall } from '@shuyuan/contract/assist/assist.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { DaysDrawer } from './DaysDrawer.tsx'
import { yuanText } from './price.ts'

const days = [
  { day: '2026-11-21', calls: 3, failed: 1, tokensIn: 1_200, tokensOut: 300, cost: 0.0051 },
  { day: '2026-11-20', calls: 2, failed: 0, tokensIn: 800, tokensOut: 100, cost: 1.2 },
]

it('adds the days up', async () => {
  await signInWith(['assist:log'])
  const sent = fakeServer({ [assistCall.days.path]: { data: days } })
  show(<DaysDrawer params={{ kind: 'mark' }} onClose={() => undefined} />)
  const cells = async (name: RegExp) =>
    within(await screen.findByRole('row', { name }))
      .getAllByRole('cell')
      .map((one) => one.textContent)
  expect(await cells(/2026-11-21/)).toEqual(['2026-11-21', '3', '1', '1,200', '300', '0.0051'])
  expect(await cells(/合计/)).toEqual(['合计', '5', '1', '2,000', '400', '1.21'])
  expect(bodies(sent, assistCall.days)).toEqual([{ params: { kind: 'mark' } }])
})

it.each([
  [0, '0'],
  [0.00001, '<0.0001'],
  [0.000243, '0.00024'],
  [0.0234, '0.023'],
  [0.1, '0.10'],
  [12.345, '12.35'],
])('%d yuan are written %s', (cost, text) => expect(yuanText(cost)).toBe(text))
