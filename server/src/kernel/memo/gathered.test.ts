import { expect, test } from 'vitest'
import { gathered } from './gathered.ts'

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
