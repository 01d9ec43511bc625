import { expect, test } from 'vitest'
import { Lines, Turns } from './turns.ts'

test('no more run at the same time than allowed, in the order in which they came, and a failure passes its turn on', async () => {
  const turns = new Turns(2)
  const ends: (() => void)[] = []
  const began: number[] = []
  let running = 0
  let most = 0
  const act = (no: number) => async () => {
    began.push(no)
    most = Math.max(most, ++running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running--
    if (no === 1) throw new Error('broken')
    return no
  }
  const all = [0, 1, 2, 3, 4].map((no) => turns.take(act(no)))
  const settled = Promise.allSettled(all)
  for (let no = 0; no < 5; no++) {
    await expect.poll(() => ends.length).toBeGreaterThan(no)
    ends[no]!()
  }
  expect((await settled).map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([0, 'failed', 2, 3, 4])
  expect(began).toEqual([0, 1, 2, 3, 4])
  expect(most).toBe(2)
  expect(await turns.take(() => Promise.resolve('free'))).toBe('free')
})

test('work of one key waits for the work before it, also where that fails, and other keys go on', async () => {
  const lines = new Lines()
  const log: string[] = []
  const first = Promise.withResolvers<void>()
  const act = (name: string, until: Promise<void> = Promise.resolve()) =>
    lines.take(name[0]!, async () => {
      log.push(`${name} begins`)
      await until
      log.push(`${name} ends`)
      if (name === 'a1') throw new Error('broken')
    })
  const all = Promise.allSettled([act('a1', first.promise), act('a2'), act('b1')])
  await expect.poll(() => log).toContain('b1 ends')
  expect(log).not.toContain('a2 begins')
  first.resolve()
  expect((await all).map((one) => one.status)).toEqual(['rejected', 'fulfilled', 'fulfilled'])
  expect(log.indexOf('a2 begins')).toBeGreaterThan(log.indexOf('a1 ends'))
})
