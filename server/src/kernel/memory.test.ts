import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { collectGarbage, whenQuiet } from './memory.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('acts once, after the first ten seconds that were all quiet', () => {
  // nine quiet seconds; in the tenth an exam begins
  const shares = [...Array.from({ length: 9 }, () => 0.01), 0.26]
  const act = vi.fn<() => void>()
  whenQuiet(act, () => shares.shift() ?? 0.2)
  vi.advanceTimersByTime(19_000)
  expect(act).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(act).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(60_000)
  expect(act).toHaveBeenCalledTimes(1)
})

test('the flags that bound the heap are ones that this V8 knows, and the young generation stays as large as it is', async () => {
  const program = `import { boundYoung, boundGarbage } from ${JSON.stringify(new URL('memory.ts', import.meta.url).href)}
    import { getHeapSpaceStatistics } from 'node:v8'
    boundGarbage()
    const size = boundYoung()
    // much of it survives
    for (let times = 0; times < 10; times++) Array.from({ length: 300_000 }, (_none, at) => [at])
    const now = getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size
    console.log(JSON.stringify([size, now]))`
  const { stderr, stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  expect(JSON.parse(stdout)).toEqual([32 * 2 ** 20, 32 * 2 ** 20])
  // V8 names a flag that it does not know there, and goes on
  expect(stderr).toBe('')
})

test('a young generation that V8 took back on an idle server is large again when there is something to do', async () => {
  const program = `import { boundGarbage } from ${JSON.stringify(new URL('memory.ts', import.meta.url).href)}
    import { setImmediate } from 'node:timers/promises'
    import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
    import { runInNewContext } from 'node:vm'
    const megabytes = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space').space_size / 2 ** 20
    boundGarbage()
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    const idle = megabytes()
    await setImmediate()
    const still = megabytes()
    while (megabytes() < 32) {
      Array.from({ length: 10_000 }, (_none, at) => [at])
      await setImmediate()
    }
    console.log(JSON.stringify([idle, still, megabytes()]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { timeout: 60_000 })
  expect(JSON.parse(stdout)).toEqual([1, 1, 32])
})

test('garbage is collected on an idle server, and not while a hall is in memory', () => {
  expect(collectGarbage(1_000 * 2 ** 20)).toBe(false)
  expect(collectGarbage(1)).toBe(true)
})
