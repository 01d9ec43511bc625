// npm run bench -- pages: what a file of the build costs the server, and the learner's pages on a slow phone: 4 times slower processor,
// 1.6 Mbps, 150 ms, 390 px, empty cache.
import { type Browser, chromium, type Page } from '@playwright/test'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Client, signIn } from '../e2e/fixtures.ts'
import { learnerPages } from '../e2e/learner-pages.ts'
import { kilobytes, weigh } from '../e2e/page-weight.ts'
import { openSite, type Site } from '../e2e/server.ts'
import { findChromium } from '../scripts/chromium.ts'
import { machine, say } from './fresh.ts'
import { type Front, openFront } from './front.ts'
import { judged, type Scores } from './lighthouse.ts'
import { costOfFiles } from './static-files.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, serviceWorkers: 'block', locale: 'zh-CN' } as const
const SLOWER = 4
/** bytes per second, and milliseconds */
const network = { offline: false, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8, latency: 150 }
const PATIENCE_MS = 60_000

type Visit = { first: number; largest: number; shift: number; scripts: number; requests: number }

/** When the first and the largest content was painted, in ms since the navigation; runs in the browser. */
function paintsOf() {
  const last = (type: string) =>
    new Promise<number>((resolve) => {
      // there is at least one of each, because the page is ready
      new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({ type, buffered: true })
    })
  return Promise.all([last('paint'), last('largest-contentful-paint')])
}

/** Runs in each document before its scripts: signs in, and hides the banner that only a demonstration has. */
function prepare(token: string) {
  if (token !== '') localStorage.setItem('token', token)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('aside[aria-labelledby="demo"] { display: none }')
  document.adoptedStyleSheets = [sheet]
}

async function slowed(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
}

async function visit(browser: Browser, site: Site, usual: Client, name: string): Promise<Visit> {
  const { open, visitor, as } = learnerPages[name]!
  const learner = as === undefined ? usual : await signIn(site, as)
  const context = await browser.newContext({ ...phone, baseURL: site.url })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE_MS)
    await page.addInitScript(prepare, visitor ? '' : learner.token)
    const { path, ready } = await open(site, learner)
    await slowed(page)
    const weight = await weigh(page, path, () => ready(page))
    const [first, largest] = await page.evaluate(paintsOf)
    return { first, largest, shift: weight.shift, scripts: kilobytes(weight), requests: weight.requests.length }
  } finally {
    await context.close()
  }
}

const middle = (visits: Visit[], key: keyof Visit) => visits.map((one) => one[key]).toSorted((a, b) => a - b)[visits.length >> 1]!
const seconds = (ms: number) => (ms / 1_000).toFixed(1)

async function sayFiles(site: Site) {
  const cost = await costOfFiles(site)
  if (cost === undefined) return say('processor time of the server for a file: not measured, this system has no /proc')
  // nothing has this tag: the whole file is sent, as on a first visit
  const other = await costOfFiles(site, { 'if-none-match': '"none"', 'accept-encoding': 'gzip' })
  say(`processor time of the server for a file of the build: ${cost.toFixed(2)} ms, as gzip with a condition ${other?.toFixed(2)} ms`)
}

/** One line of figures of a page. */
async function timed(browser: Browser, site: Site, learner: Client, name: string, rounds: number): Promise<string> {
  const visits: Visit[] = []
  for (let round = 0; round < rounds; round++) visits.push(await visit(browser, site, learner, name))
  const of = (key: keyof Visit) => middle(visits, key)
  const times = `${seconds(of('first'))} | ${seconds(of('largest'))} | ${of('shift').toFixed(3)}`
  return `${times} | ${of('scripts').toFixed(0)} | ${of('requests')}`
}

/** One line of scores of a page: the middle performance of the rounds, the lowest of what does not depend on time. */
async function scored(site: Site, address: string, usual: Client, name: string, rounds: number): Promise<string> {
  const { open, visitor, as } = learnerPages[name]!
  const learner = as === undefined ? usual : await signIn(site, as)
  const { path } = await open(site, learner)
  const found: Scores[] = []
  for (let round = 0; round < rounds; round++) found.push(await judged(address + path, prepare, visitor ? '' : learner.token))
  const { performance, timings } = found.toSorted((a, b) => a.performance - b.performance)[found.length >> 1]!
  const [first = 0, largest = 0, blocked = 0, index = 0, shift = 0] = timings
  const times = `${seconds(first)} | ${seconds(largest)} | ${blocked.toFixed(0)} | ${seconds(index)} | ${shift.toFixed(3)}`
  const lowest = (key: 'accessibility' | 'best-practices' | 'seo') => Math.min(...found.map((one) => one[key]))
  const missed = [...new Set(found.flatMap((one) => one.missed))].join(', ')
  return `${performance} | ${times} | ${lowest('accessibility')} | ${lowest('best-practices')} | ${lowest('seo')} | ${missed}`
}

const heads = {
  timed: '| page | first paint s | LCP s | CLS | JS kB | requests |\n|---|---:|---:|---:|---:|---:|',
  scored:
    '| page | performance | first paint s | LCP s | blocked ms | speed index s | CLS | accessibility | best practices | SEO | below 100 |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|',
}

/** `2/5`: the second of five parts of the pages. */
function partOf(names: string[], part: string): string[] {
  const [number, count] = part.split('/').map(Number)
  if (!number || !count || number > count) throw new Error('--part is one of several, such as 2/5')
  const size = Math.ceil(names.length / count)
  return names.slice((number - 1) * size, number * size)
}

/**
 * Gives this process, and the browser and server that it starts, real-time priority where the account may. Else pages wait for a processor that the
 * measurement itself has, and Lighthouse counts that as their work.
 */
const prioritise = () => spawnSync('chrt', ['--rr', '--pid', '1', String(process.pid)], { stdio: 'ignore' }).status === 0

/**
 * Options: `--rounds` visits per page (3), `--only` a page (several times), or `files` for none, `--part 2/5` a part of them, `--lighthouse` the
 * scores of Lighthouse instead of the figures, over HTTPS and HTTP/2 as the proxies of `deploy/` give them, or with `--plain` over HTTP/1.1,
 * `--usual` without real-time priority. The middle visit of each figure is printed.
 */
export async function benchPages(args: string[]): Promise<void> {
  const options = {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', multiple: true },
    part: { type: 'string', default: '1/1' },
    lighthouse: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
    usual: { type: 'boolean', default: false },
  } as const
  const { values } = parseArgs({ args, options })
  if (!existsSync(join(import.meta.dirname, '../web/dist/index.html'))) throw new Error('Build the web first: npm run build')
  const rounds = Number(values.rounds)
  const names = partOf(
    Object.keys(learnerPages).filter((name) => values.only?.includes(name) ?? true),
    values.part,
  )
  const priority = !values.usual && prioritise() ? 'real-time' : 'usual'
  const site = await openSite(values.lighthouse ? { TRUST_PROXY: '1' } : {})
  const front: Front | undefined = values.lighthouse && !values.plain ? await openFront(site.url) : undefined
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const learner = await signIn(site, 'learner03')
    say(`${machine()}, load ${loadavg()[0]!.toFixed(1)}, ${rounds} visits per page, ${priority} priority`)
    if (!values.lighthouse) await sayFiles(site)
    say(`\n${heads[values.lighthouse ? 'scored' : 'timed']}`)
    for (const name of names) {
      try {
        const line = values.lighthouse
          ? scored(site, front?.url ?? site.url, learner, name, rounds)
          : timed(browser, site, learner, name, rounds)
        say(`| ${name} | ${await line} |`)
      } catch (error) {
        // the other pages are still measured
        process.exitCode = 1
        say(`| ${name} | failed: ${String(error).split('\n')[0]} |`)
      }
    }
    say(`\nload at the end ${loadavg()[0]!.toFixed(1)}`)
  } finally {
    await browser.close()
    await front?.close()
    await site.close()
  }
}
