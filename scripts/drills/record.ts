// A recorded exam with a real screen: three tracks, a server that is killed, a page that is loaded again, and what a viewer gets of it.
import { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import type { BrowserContext, Page } from '@playwright/test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openExam } from '../../e2e/exam-setup.ts'
import { type Client, signIn } from '../../e2e/fixtures.ts'
import { openSite, type Site } from '../../e2e/server.ts'
import { openDatabase } from '../../server/src/kernel/database.ts'
import { startPostgres } from '../../server/src/kernel/postgres/postgres.ts'
import { until } from '../engines/engine.ts'
import { buildWebIfStale } from '../web-build.ts'
import { type Drill, secondsSince, type Stage } from './drill.ts'
import { type Browsers, connectPhone, keptBy, openBrowsers, openSeat, share, start } from './recording/candidate.ts'
import { mustHaveScreen, openScreen } from './recording/display.ts'
import { latenessOf } from './recording/flashes.ts'
import { bytesOf, compare, type Detail, Made } from './recording/made.ts'
import { coreOf, seekTimes, watchLive } from './recording/viewer.ts'

const DOWN_MS = 8_000
const RECORD_MS = 12_000
const KEPT_MS = 6_000
const LOOK_MS = 10_000
/** Limits of docs/recordings.md: of the hole of a reload beyond the reload itself, of what a viewer waits for, of tracks that show the same moment. */
const most = { holeMs: 2_000, delayMs: 3_000, seekMs: 1_000, lateMs: 500, core: 0.2 }
const tracks = { [RecordTrack.camera]: 'camera', [RecordTrack.screen]: 'screen', [RecordTrack.phone]: 'phone' } as const

async function openRoom(stage: Stage): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-drill-record-'))
  stage.atEnd(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres') })
  stage.atEnd(() => postgres.stop())
  const site = await openSite({ DATABASE_URL: postgres.url })
  stage.atEnd(() => site.close())
  return site
}

/** The paper's start by the clock of the server, which the page gets in seconds only. */
async function startOf({ databaseUrl }: Site, paperId: string): Promise<number> {
  const { pool, db } = openDatabase(databaseUrl!, { max: 1, onError: () => undefined })
  const { startTime } = await db.selectFrom('paper').where('id', '=', paperId).select('startTime').executeTakeFirstOrThrow()
  await db.destroy()
  if (!pool.ended) await pool.end()
  return startTime.getTime()
}

/** Waits until the server has every byte that was recorded before. @returns seconds */
async function drained(pages: readonly Page[]): Promise<number> {
  const began = performance.now()
  const before = Date.now()
  await until('all pieces are at the server', 60, async () => {
    const kept = await Promise.all(pages.map((page) => keptBy(page, before)))
    return kept.every((one) => one === 0) || undefined
  })
  return secondsSince(began)
}

type Room = { stage: Stage; site: Site; page: Page; phone: Page; context: BrowserContext; made: Made }

async function killServer({ stage, site, page, phone }: Room) {
  await site.kill()
  await sleep(DOWN_MS)
  const kept = (await keptBy(page)) + (await keptBy(phone))
  await site.start()
  const seconds = await drained([page, phone])
  stage.tell(`the server was away for ${DOWN_MS / 1_000} s: ${kept} pieces waited, sent ${seconds} s after it was back`)
  return { kept, seconds }
}

/** Loads the page again while it has unsent pieces. @returns how many, and how long no recorder ran */
async function reload({ stage, page, context, made }: Room) {
  const isPiece = '**/api/paper/piece/**'
  await context.route(isPiece, (route) => route.abort())
  await sleep(KEPT_MS)
  const kept = await keptBy(page)
  const ends = { camera: made.of(RecordTrack.camera).length, screen: made.of(RecordTrack.screen).length }
  const began = Date.now()
  await page.reload()
  await share(page)
  const again = await until('both recorders run again', 60, async () => {
    const [camera, screen] = [made.of(RecordTrack.camera), made.of(RecordTrack.screen)]
    if (camera.length <= ends.camera || screen.length <= ends.screen) return undefined
    return { [RecordTrack.camera]: camera.at(-1)!.startedAt - began, [RecordTrack.screen]: screen.at(-1)!.startedAt - began }
  })
  await context.unroute(isPiece)
  stage.tell(`reloaded with ${kept} unsent pieces; recorders ran again after ${again[1]} and ${again[2]} ms`)
  return { kept, again }
}

/** The longest hole of a track beyond the time that the reload took, in milliseconds. */
function holesOf({ tracks: all }: Detail, again: Readonly<Record<number, number>>) {
  return Object.fromEntries(
    all.map(({ track, parts }) => {
      const gaps = parts.slice(1).map((part, at) => part.fromMs - parts[at]!.toMs)
      return [tracks[track], Math.max(0, ...gaps.map((gap) => gap - (again[track] ?? 0)))]
    }),
  )
}

/** How late each track shows what happened, and how far the start that the server assumes is from that of the recorder; milliseconds. */
async function lateness({ side }: Browsers, site: Site, detail: Detail, { zero, made }: { zero: number; made: Made }) {
  const late: Record<string, number | null> = {}
  const begin: Record<string, number> = {}
  for (const { track, parts } of detail.tracks) {
    const longest = parts.toSorted((a, b) => b.toMs - b.fromMs - (a.toMs - a.fromMs))[0]!
    begin[tracks[track]] = zero + longest.zeroMs - made.of(track)[parts.indexOf(longest)]!.startedAt
    late[tracks[track]] = (await latenessOf(side, await bytesOf(site.url, longest), zero + longest.zeroMs)) ?? null
  }
  return { late, begin }
}

async function handIn(page: Page, phone: Page) {
  await page.getByRole('banner').getByRole('button', { name: '交卷' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认交卷' }).click()
  await page.getByText('交卷成功').waitFor()
  await phone.getByText('考试已结束，录像已上传，可以关闭本页。').waitFor()
  await until('the candidate’s page has sent the rest', 60, async () => ((await keptBy(page)) === 0 ? true : undefined))
}

/** What the browser uses in an exam without a recording. */
async function withoutRecording(site: Site, page: Page): Promise<number> {
  const { examId } = await openExam(site, { types: [1] })
  await start(page, examId, false)
  return coreOf(LOOK_MS)
}

async function run(stage: Stage) {
  const { chromium, xvfb } = mustHaveScreen()
  if (!buildWebIfStale()) throw new Error('the pages cannot be built')
  const site = await openRoom(stage)
  const browsers = await openBrowsers(stage, chromium, await openScreen(stage, xvfb))
  const made = new Made()
  const { page, context } = await openSeat(browsers, site, made)
  const before = await withoutRecording(site, page)
  const { examId } = await openExam(site, { types: [1], recordCamera: true, recordSound: true, recordScreen: true, recordPhone: true })
  const paperId = await start(page, examId, true)
  await share(page)
  const phone = await connectPhone(browsers, site, page, made)
  const admin: Client = await signIn(site, 'admin')
  const detail = () => admin.call(evidence.detail, { paperId })
  stage.tell('three tracks are recorded')
  const core = await coreOf(RECORD_MS)
  const room = { stage, site, page, phone, context, made }
  const down = await killServer(room)
  const live = await watchLive(browsers.side, { site, token: admin.token, paperId, zero: await startOf(site, paperId), detail })
  stage.tell(`followed by a viewer: the server is ${live.medianMs} ms behind, ${live.mostMs} at most`)
  const again = await reload(room)
  await sleep(RECORD_MS)
  await handIn(page, phone)
  const end = await detail()
  const parts = await compare(site.url, end, made)
  const holes = holesOf(end, again.again)
  const { late, begin } = await lateness(browsers, site, end, { zero: await startOf(site, paperId), made })
  const seek = await seekTimes(browsers.side, { site, token: admin.token, paperId })
  const shown = Object.values(late)
  const faults = [
    ...(parts.every((one) => one.equal) && new Set(parts.map((one) => one.track)).size === 3
      ? []
      : ['bytes differ from what recorders made']),
    ...(Object.values(holes).every((ms) => ms <= most.holeMs) ? [] : ['a hole is longer than the reload']),
    ...(down.kept > 0 && again.kept > 0 ? [] : ['no piece waited in the browser']),
    ...(live.mostMs <= most.delayMs ? [] : ['the server is too far behind']),
    ...(seek.every((ms) => ms <= most.seekMs) ? [] : ['a jump takes too long']),
    ...(shown.every((ms) => ms !== null && Math.abs(ms) <= most.lateMs) ? [] : ['a track is not at the time of the server']),
    ...(core - before <= most.core ? [] : ['the page of the candidate takes too much of a core']),
  ]
  for (const fault of faults) stage.tell(`missed: ${fault}`)
  const page_ = { coreBefore: before, coreRecording: core }
  return { ok: faults.length === 0, faults, parts, down, reload: again, holes, live, seek, late, begin, page: page_ }
}

export const recordDrill: Drill = { usage: 'record', seconds: 420, run }
