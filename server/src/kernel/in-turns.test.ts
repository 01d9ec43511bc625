import { expect, test } from 'vitest'
import { inTurns } from './in-turns.ts'

/** Works that end when the test says so. */
function works() {
  const begun: number[] = []
  const ends: (() => void)[] = []
  const make = (no: number) => () =>
    new Promise<number>((resolve, reject) => {
      begun.push(no)
      ends[no] = () => (no % 2 === 0 ? resolve(no) : reject(new Error(`work ${no}`)))
    })
  return { begun, end: (no: number) => ends[no]!(), make }
}

test('so many works go on at a time, the others follow in their order, also after one that failed', async () => {
  const { begun, end, make } = works()
  const run = inTurns(2)
  const results = [0, 1, 2, 3, 4].map((no) => run(make(no)).catch((error: Error) => error.message))
  await expect.poll(() => begun).toEqual([0, 1])
  end(1)
  await expect.poll(() => begun).toEqual([0, 1, 2])
  end(2)
  end(0)
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 4])
  end(4)
  end(3)
  expect(await Promise.all(results)).toEqual([0, 'work 1', 2, 'work 3', 4])
})

test('a place that nobody waits for stays free', async () => {
  const { begun, end, make } = works()
  const run = inTurns(1)
  const first = run(make(0))
  end(0)
  await first
  const second = run(make(2))
  await expect.poll(() => begun).toEqual([0, 2])
  end(2)
  expect(await second).toBe(2)
})
