// What Lighthouse says of a page on a phone. It is no dependency: npx fetches this version when it is asked for.
import { chromium } from '@playwright/test'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { freePort } from '../e2e/server.ts'
import { findChromium } from '../scripts/chromium.ts'

const PACKAGE = 'lighthouse@13.5.0'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
/** What the performance score consists of: first and largest paint, blocked time and speed index in ms, and the shift. */
const timings = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'speed-index',
  'cumulative-layout-shift',
] as const
export type Scores = Record<(typeof categories)[number], number> & { missed: string[]; timings: number[] }
type Report = {
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
  audits: Record<string, { score: number | null; numericValue?: number }>
}

async function run(args: string[]): Promise<string> {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`
  const child = spawn('npx', ['--yes', PACKAGE, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, PATH } })
  const out: Buffer[] = []
  const problems: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => out.push(part))
  child.stderr.on('data', (part: Buffer) => problems.push(part))
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(Buffer.concat(problems).toString().trim().split('\n').at(-1) ?? '')
  return Buffer.concat(out).toString()
}

/** A browser that was just opened now and then gives a trace without a beginning; Lighthouse asks for one more run then. */
async function reported(args: string[], triesLeft = 2): Promise<Report> {
  try {
    return JSON.parse(await run(args)) as Report
  } catch (error) {
    if (triesLeft === 0 || !String(error).includes('NO_NAVSTART')) throw error
    return reported(args, triesLeft - 1)
  }
}

/** `prepare` runs in each document before its scripts, as `addInitScript`. @returns scores of 0 to 100, and what is below 100 outside of performance */
export async function judged(address: string, prepare: (token: string) => void, token: string): Promise<Scores> {
  const port = await freePort()
  const profile = await mkdtemp(join(tmpdir(), 'shuyuan-lighthouse-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--ignore-certificate-errors', `--remote-debugging-port=${port}`],
    viewport: null,
    locale: 'zh-CN',
  })
  try {
    await context.addInitScript(prepare, token)
    const options = [`--port=${port}`, '--output=json', '--output-path=stdout', '--quiet', `--only-categories=${categories.join(',')}`]
    const report = await reported([address, ...options])
    if (report.runtimeError) throw new Error(report.runtimeError.message)
    const score = (name: string) => Math.round((report.categories[name]?.score ?? 0) * 100)
    const rest = categories.slice(1).flatMap((name) => report.categories[name]?.auditRefs ?? [])
    const missed = rest.map(({ id }) => id).filter((id) => (report.audits[id]?.score ?? 1) < 1)
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
      missed,
      timings: timings.map((name) => report.audits[name]?.numericValue ?? Number.NaN),
    }
  } finally {
    await context.close()
    await rm(profile, { recursive: true, force: true })
  }
}
