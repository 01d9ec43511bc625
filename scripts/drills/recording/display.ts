// A screen that a browser can share: an X server without a monitor.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { findChromium } from '../../chromium.ts'
import { programOf } from '../../engines/engine.ts'
import type { Stage } from '../drill.ts'

/** @throws with the way to get what is missing */
export function mustHaveScreen(): { chromium: string; xvfb: string } {
  const [chromium, xvfb] = [findChromium(), programOf('Xvfb')]
  const missing = [...(xvfb ? [] : ['Xvfb (apt-get install -y xvfb)']), ...(chromium ? [] : ['Chromium (apt-get install -y chromium)'])]
  if (!chromium || !xvfb) throw new Error(`the drill shares a real screen and needs ${missing.join(' and ')}`)
  return { chromium, xvfb }
}

/** Starts a screen of 1920×1080, which ends with the drill. @returns the value of DISPLAY */
export async function openScreen({ atEnd }: Stage, xvfb: string): Promise<string> {
  const child = spawn(xvfb, ['-displayfd', '3', '-screen', '0', '1920x1080x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  atEnd(async () => {
    if (child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill()
    await exit
  })
  const ended = once(child, 'exit').then(() => {
    throw new Error('Xvfb ended')
  })
  ended.catch(() => undefined)
  const number = once(createInterface(child.stdio[3] as NodeJS.ReadableStream), 'line').then(([line]) => String(line))
  return `:${await Promise.race([number, ended])}`
}
