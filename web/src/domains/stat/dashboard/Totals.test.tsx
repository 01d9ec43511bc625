import { totalNum } from '@shuyuan/contract/stat/total.ts'
import { screen } from '@testing-library/react'
import { expect, it, onTestFinished } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { Totals } from './Totals.tsx'

it('shows the numbers of the server from the first moment, and no others', async () => {
  fakeServer({ [totalNum.all.path]: { data: { examCount: 1_234, change: { examCount: -6 }, scale: 100, time: '2026-11-28 08:00:00' } } })
  const seen = new Set<string>()
  const watch = new MutationObserver(() => {
    for (const one of document.querySelectorAll('li b')) seen.add(one.textContent ?? '')
  })
  watch.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => watch.disconnect())
  show(<Totals />)
  expect(await screen.findByText('较昨日 −6')).toBeDefined()
  // two frames, in which a figure that moves would have moved
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
  expect([...seen]).toEqual(['1,234'])
})
