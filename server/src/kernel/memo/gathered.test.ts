import { expect, test } from 'vitest'
import { gathered, gatheredValues } from './gathered.ts'

test('keys of one turn are asked for together and once; later ones in another call', async () => {
  const calls: string[][] = []
  const ask = gathered<string>(async (keys) => void calls.push([...keys]))
  await Promise.all([ask('a'), ask('b'), ask('a')])
  await ask('a')
  expect(calls).toEqual([['a', 'b'], ['a']])
})

test('a failure reaches everybody whose key was in the call, and nobody after it', async () => {
  let broken = true
  const ask = gathered<string>(async () => {
    if (broken) throw new Error('gone')
  })
  const results = await Promise.allSettled([ask('a'), ask('b')])
  expect(results.map((one) => one.status)).toEqual(['rejected', 'rejected'])
  broken = false
  await expect(ask('a')).resolves.toBeUndefined()
})

test('while two calls are under way, keys wait and are asked for together', async () => {
  const calls: string[][] = []
  const ends: (() => void)[] = []
  const ask = gatheredValues<string, string>(async (keys) => {
    calls.push([...keys])
    await new Promise<void>((resolve) => ends.push(resolve))
    return new Map(keys.map((key) => [key, `${key}!`]))
  })
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  const asked: Promise<unknown>[] = []
  for (const key of ['a', 'b', 'c', 'd']) {
    asked.push(ask(key))
    await turn()
  }
  expect(calls).toEqual([['a'], ['b']])
  ends[0]!()
  await turn()
  expect(calls).toEqual([['a'], ['b'], ['c', 'd']])
  for (const end of ends) end()
  expect(await Promise.all(asked)).toEqual(['a!', 'b!', 'c!', 'd!'])
})

test('a call has no more keys than it may have; a key without a value is undefined', async () => {
  const calls: number[][] = []
  const ask = gatheredValues<number, number>(
    async (keys) => {
      calls.push([...keys])
      return new Map(keys.filter((key) => key % 2 === 0).map((key) => [key, key * 10]))
    },
    { most: 2 },
  )
  expect(await Promise.all([1, 2, 3, 4, 5].map(ask))).toEqual([undefined, 20, undefined, 40, undefined])
  expect(calls).toEqual([[1, 2], [3, 4], [5]])
})
