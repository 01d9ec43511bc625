import { expect, test } from 'vitest'
import { fakeTime } from '../save/page-stub.ts'
import { LeaveWatch } from './leave.ts'

function setUp(seconds = 5) {
  const time = fakeTime()
  const state = { hidden: false, full: true, tries: 0 }
  const leaves: number[] = []
  const watch = new LeaveWatch(
    {
      ...time,
      isHidden: () => state.hidden,
      isFull: () => state.full,
      enterFull: () => state.tries++,
      onLeave: (away) => leaves.push(away),
    },
    seconds,
  )
  watch.start()
  const set = (change: Partial<typeof state>) => {
    Object.assign(state, change)
    watch.look()
  }
  return { time, state, leaves, set }
}

test('an absence longer than allowed counts once, on return; a shorter one does not', async () => {
  const { time, leaves, set } = setUp()
  set({ hidden: true })
  await time.pass(5_000)
  set({ hidden: false })
  expect(leaves).toEqual([])
  set({ hidden: true })
  await time.pass(20_000)
  expect(leaves).toEqual([])
  set({ hidden: false })
  await time.pass(30_000)
  expect(leaves).toEqual([20])
})

test('full screen left: entering is retried every 3 s, and it counts once until full screen is restored', async () => {
  const { time, state, leaves, set } = setUp()
  set({ full: false })
  await time.pass(4_000)
  expect([state.tries, leaves.length]).toEqual([1, 0])
  await time.pass(60_000)
  expect(leaves).toHaveLength(1)
  expect(state.tries).toBeGreaterThan(15)
  set({ full: true })
  set({ full: false })
  await time.pass(9_000)
  expect(leaves).toHaveLength(2)
})

test('hiding the page after a reported loss of full screen is another leave', async () => {
  const { time, leaves, set } = setUp()
  set({ full: false })
  await time.pass(9_000)
  set({ hidden: true })
  await time.pass(9_000)
  set({ hidden: false })
  expect(leaves).toHaveLength(2)
})

test('hiding the page and losing full screen together is one absence', async () => {
  const { time, leaves, set } = setUp()
  set({ hidden: true, full: false })
  await time.pass(10_000)
  set({ hidden: false })
  set({ full: true })
  expect(leaves).toEqual([10])
})
