// Opens a part of a package for a learner, or for an editor who looks at it.
import { CourseFileState } from '@shuyuan/contract/course/file/file.ts'
import { courseScorm, ScormStatus } from '@shuyuan/contract/course/scorm/scorm.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { begin } from '../learn/learn.service.ts'
import { finishPackage } from '../learn/package-finish.service.ts'
import { mustFindPlace } from '../learn/place.service.ts'
import { passGates } from '../progress/gate.service.ts'
import { MANIFEST, type ScormItem, type ScormVersion } from './manifest.format.ts'
import { findWindowed, MOST_PAGE } from './package.rules.ts'
import { packageFolder } from './package.service.ts'
import { readUnfollowed } from './sequencing.format.ts'
import { PLAYER, RUNTIME, sandboxOf } from './frame.rules.ts'
import { previewTrack, type Ticket, writeTicket } from './ticket.service.ts'
import { isDone } from './track.rules.ts'
import { beginSession, notePercent, tracksOf } from './track.service.ts'

type Calls = typeof courseScorm
export const PLAY = '/api/course/scorm/play'
/** What packages ask the server for. */
export const packagePaths = [`${PLAY}/`, courseScorm.commit.path]

/** The package of a file. Fails notFound for a file that is none, or not unpacked. */
async function mustFindPackage({ db }: Pick<Ctx, 'db'>, fileId: string) {
  const row = must(
    await db
      .selectFrom('courseScormPackage')
      .innerJoin('courseFile', 'courseFile.id', 'courseScormPackage.fileId')
      .where('fileId', '=', fileId)
      .where('courseFile.state', '!=', CourseFileState.failed)
      .select(['folder', 'version', 'items'])
      .executeTakeFirst(),
  )
  return { folder: row.folder, version: row.version as ScormVersion, items: row.items as unknown as ScormItem[] }
}

/** The origin of the page that asks, as the browser names it: behind a proxy the server may know neither scheme nor name. */
function siteOf({ origin, header }: Ctx['request']): string {
  const named = URL.parse(header('origin'))?.origin ?? ''
  // it becomes a part of a policy
  return /^https?:\/\/[\w.\-:[\]]{1,250}$/.test(named) ? named : origin
}

async function frameOf({ app, request }: Ctx, item: ScormItem, ticket: Omit<Ticket, 'site' | 'isApart' | 'issued'>) {
  const { contentHost } = app.config
  const isApart = contentHost !== undefined
  const base = `${PLAY}/${await writeTicket(app, { ...ticket, site: siteOf(request), isApart })}/`
  const player = `//${contentHost}${base}${RUNTIME}/${PLAYER}?page=${encodeURIComponent(item.href)}`
  return { url: isApart ? player : base + item.href, sandbox: sandboxOf(isApart) }
}

/** The part to continue with: the one that was open last unless it is finished, else the first that is not. */
function nextOf(items: readonly ScormItem[], tracks: Awaited<ReturnType<typeof tracksOf>>): number {
  const done = new Set(tracks.filter(isDone).map((one) => one.itemId))
  const [last] = tracks.filter((one) => !isDone(one)).toSorted((a, b) => b.updateTime.getTime() - a.updateTime.getTime())
  const begun = items.findIndex(({ id }) => id === last?.itemId)
  const open = items.findIndex(({ id }) => !done.has(id))
  return begun >= 0 ? begun : Math.max(0, open)
}

/** Begins a new opening: reports of older ones are not taken any more. Fails as load-process, and notFound for a part that does not exist. */
export const openPart = (ctx: Ctx, { item: asked, ...place }: Input<Calls['open']>): Promise<Output<Calls['open']>> =>
  ctx.app.db.transaction().execute(async (db) => {
    const inner = { ...ctx, db }
    const { fileId } = await mustFindPlace(inner, place)
    await passGates(inner, place)
    const { folder, version, items } = await mustFindPackage(inner, fileId)
    await begin(inner, place)
    const item = asked ?? nextOf(items, await tracksOf(inner, place, ctx.user.id))
    const part = must(items[item])
    const { id: track, session } = await beginSession(inner, place, part)
    await notePercent(inner, place, items)
    await finishPackage(inner, place)
    const results = new Map((await tracksOf(inner, place, ctx.user.id)).map((one) => [one.itemId, one]))
    return {
      ...(await frameOf(ctx, part, { userId: ctx.user.id, track, session, version, folder })),
      items: items.map(({ id, title, depth }) => {
        const { outcome, score } = results.get(id) ?? { outcome: ScormStatus.none, score: null }
        return { title, depth, outcome, score }
      }),
      item,
      track,
      session,
    }
  })

/** The package as learners see it; nothing is stored. Fails notFound. */
export async function previewPart(ctx: Ctx, { id, item = 0 }: Input<Calls['preview']>): Promise<Output<Calls['preview']>> {
  const { folder, version, items } = await mustFindPackage(ctx, id)
  const frame = await frameOf(ctx, must(items[item]), { userId: ctx.user.id, track: previewTrack, session: 0, version, folder })
  const shown = items.map(({ title, depth }) => ({ title, depth }))
  return { ...frame, items: shown, item, ...(await noticedIn(ctx.app, folder)) }
}

/** Read from the unpacked package, because older packages have nothing of it stored. */
async function noticedIn(app: App, folder: string): Promise<Pick<Output<Calls['preview']>, 'unfollowed' | 'windowed'>> {
  const root = packageFolder(app, folder)
  const names = await readdir(root, { recursive: true })
  const manifest = names.find((one) => one.toLowerCase() === MANIFEST)
  const read = async (name: string) => {
    const { size } = await stat(join(root, name))
    return size > MOST_PAGE ? Buffer.alloc(0) : readFile(join(root, name))
  }
  return {
    unfollowed: manifest === undefined ? [] : readUnfollowed(await readFile(join(root, manifest), 'utf8')),
    windowed: app.config.contentHost === undefined ? ((await findWindowed(names, read)) ?? '') : '',
  }
}
