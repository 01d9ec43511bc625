// Those who watch: how far the server is behind, how long a jump takes, and what the browser of the candidate uses.
import type { Browser, Page } from '@playwright/test'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from '../../../e2e/server.ts'
import { until } from '../../engines/engine.ts'
import type { Detail } from './made.ts'

const LIVE_MS = 16_000
/** Recorders send every two seconds once they have heard that a viewer follows. */
const SETTLE_MS = 14_000
const ASK_MS = 250
const JUMPS = 6
const TICKS_A_SECOND = 100

type Watched = { site: Site; token: string; paperId: string }

async function openReplay(browser: Browser, { site, token, paperId }: Watched, query = ''): Promise<Page> {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1_440, height: 900 } })
  await context.addInitScript((own) => localStorage.setItem('token', own), token)
  const page = await context.newPage()
  await page.goto(`${site.url}/admin/exam/evidence/${paperId}${query}`)
  await page.waitForFunction(
    () => {
      const all = [...document.querySelectorAll('[data-part=track]')]
      return all.length > 0 && all.every((one) => one.getAttribute('data-shown') === 'picture')
    },
    undefined,
    { timeout: 60_000 },
  )
  return page
}

/** A viewer follows the newest picture. @returns by how many milliseconds the newest bytes of the slowest track were behind */
export async function watchLive(browser: Browser, more: Watched & { zero: number; detail: () => Promise<Detail> }) {
  const page = await openReplay(browser, more, '?live=1')
  await sleep(SETTLE_MS)
  const behind: number[] = []
  for (const end = performance.now() + LIVE_MS; performance.now() < end; await sleep(ASK_MS)) {
    const { tracks } = await more.detail()
    behind.push(Math.max(...tracks.map(({ parts }) => Date.now() - more.zero - (parts.at(-1)?.toMs ?? 0))))
  }
  await page.context().close()
  const sorted = behind.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
  return { medianMs: at(0.5), p90Ms: at(0.9), mostMs: at(0.999) }
}

/** Jumps ten seconds to and fro. @returns the milliseconds until every track had its picture, of each jump */
export async function seekTimes(browser: Browser, watched: Watched): Promise<number[]> {
  const page = await openReplay(browser, watched)
  const times: number[] = []
  for (let at = 0; at < JUMPS; at++) {
    const name = at % 3 === 2 ? '后退 10 秒' : '前进 10 秒'
    times.push(
      await page.evaluate(async (button) => {
        const films = [...document.querySelectorAll<HTMLVideoElement>('[data-part=track] video')]
        const places = films.map((one) => `${one.src} ${one.currentTime}`)
        const began = performance.now()
        ;[...document.querySelectorAll('button')].find((one) => one.textContent?.includes(button))?.click()
        const isThere = () =>
          films.every(
            (one, index) =>
              `${one.src} ${one.currentTime}` !== places[index] &&
              !one.seeking &&
              one.readyState >= 2 &&
              one.closest('[data-part=track]')?.getAttribute('data-shown') === 'picture',
          )
        while (!isThere() && performance.now() - began < 10_000) await new Promise((resolve) => setTimeout(resolve, 5))
        return Math.round(performance.now() - began)
      }, name),
    )
  }
  await page.context().close()
  return times
}

/** Processor time of these processes. */
function ticksOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      return sum + Number(fields[11]) + Number(fields[12])
    } catch {
      return sum
    }
  }, 0)
}

/** Processes of the headful browser: those with its switch of the shared screen, and what they have started. */
function pidsOfSeat(): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map<number, number>()
  const roots: number[] = []
  for (const name of all) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      if (line.includes('--auto-select-desktop-capture-source')) roots.push(Number(name))
    } catch {
      // it has ended
    }
  }
  const isBelow = (pid: number): boolean => roots.includes(pid) || (parents.has(pid) && isBelow(parents.get(pid)!))
  return [...parents.keys()].filter(isBelow)
}

/** The share of a core that the browser of the candidate uses, all of its processes. Needs /proc. */
export async function coreOf(ms: number): Promise<number> {
  const pids = await until('the browser runs', 10, async () => {
    const found = pidsOfSeat()
    return found.length > 0 ? found : undefined
  })
  const before = ticksOf(pids)
  await sleep(ms)
  return Math.round(((ticksOf(pids) - before) / TICKS_A_SECOND / (ms / 1_000)) * 100) / 100
}
