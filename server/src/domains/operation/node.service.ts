// Each server process notes that it is alive.
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { readBuild, versionOf } from '../../kernel/build.ts'
import type { App } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import { every } from '../../kernel/every.ts'
import { NodeCache } from '../../kernel/node-cache.ts'
import { addFigure } from '../../kernel/metrics/figure.ts'

const EVERY_MS = 20_000
/** A process that was silent for longer is not alive. */
export const ALIVE_MS = 70_000
const FORGET_MS = 86_400_000
const MB = 1_024 * 1_024

const build = appPart(() => readBuild())
/** The version of the program, with its commit. */
export const programVersion = (app: App): string => versionOf(build(app))
/** The day of that commit; '' where nothing tells it. */
export const buildDate = (app: App): string => build(app).date

/** The build as a figure, for boards and alerts. */
export function addBuildFigure(app: App): void {
  addFigure(app, {
    name: 'build_info',
    help: 'The build that this process runs; always 1.',
    kind: 'gauge',
    read: () => [{ value: 1, labels: { ...build(app) } }],
  })
}
const ownId = appPart(() => randomUUID())

/** Stores that this process is alive, with its sockets and memory. */
export async function noteNode(app: App): Promise<void> {
  const now = app.clock()
  const sockets = app.sockets.rooms('').reduce((sum, room) => sum + app.sockets.count(room), 0)
  const seen = { seenTime: now, sockets, memoryMb: Math.round(process.memoryUsage.rss() / MB) }
  const startTime = new Date(now.getTime() - process.uptime() * 1_000)
  await app.db
    .insertInto('sysNode')
    .values({ id: ownId(app), name: `${hostname()} ${process.pid}`, version: programVersion(app), startTime, ...seen })
    .onConflict((on) => on.column('id').doUpdateSet(seen))
    .execute()
  await app.db
    .deleteFrom('sysNode')
    .where('seenTime', '<', new Date(now.getTime() - FORGET_MS))
    .execute()
}

/** Notes it from now on until the shutdown. */
export function startNodeNotes(app: App): void {
  // runs after the last note: what is registered later ends earlier
  app.onClose(async () => {
    await app.db.deleteFrom('sysNode').where('id', '=', ownId(app)).execute()
  })
  every(app, EVERY_MS, 'note of this process', () => noteNode(app), { atOnce: true })
}

/** Processes that are alive, by name. */
export const aliveNodes = ({ db, clock }: Pick<App, 'db' | 'clock'>) =>
  db
    .selectFrom('sysNode')
    .where('seenTime', '>', new Date(clock().getTime() - ALIVE_MS))
    .orderBy('name')
    .select(['name', 'version', 'startTime', 'seenTime', 'sockets', 'memoryMb'])
    .execute()

const KNOWN_MS = 10_000
const versions = appPart(
  (app) =>
    new NodeCache(app, {
      max: 1,
      ttl: KNOWN_MS,
      load: async () => (await aliveNodes(app)).every((one) => one.version === programVersion(app)),
    }),
)

/**
 * Whether all processes that are alive run this version, as this process knew it within the last ten seconds: while servers are replaced one
 * after the other, the older ones must be able to read what the newer ones write. No older process starts on a newer database.
 */
export const isOnlyVersion = (app: App): Promise<boolean> => versions(app).get('all')
