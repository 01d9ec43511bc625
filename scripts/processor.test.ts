import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { ProcessorClock } from './processor.ts'

/** A program that uses so many processor seconds. */
const burn = (seconds: number) =>
  `const used = () => { const { user, system } = process.cpuUsage(); return user + system }; while (used() < ${seconds * 1e6}) for (let at = 0; at < 1e6; at++) at % 7`

test.runIf(process.platform === 'linux')(
  'counts a process and what it started, also what has ended and what it did not wait for',
  async () => {
    const clock = new ProcessorClock()
    // the grandchild outlives its parent by a second and more, as the processes of a browser may
    const program = `
    const { spawn } = require('node:child_process')
    spawn(process.execPath, ['-e', ${JSON.stringify(burn(2))}], { detached: true, stdio: 'inherit' }).unref()
    require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(burn(1))}])
  `
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
    // the pipe is open until the last of them has ended
    child.stdout.resume()
    await once(child, 'close')
    const seconds = clock.secondsOf(child.pid!)
    clock.stop()
    expect(seconds).toBeGreaterThan(1.9)
    expect(seconds).toBeLessThan(6)
  },
)
