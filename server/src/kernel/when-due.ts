// Repeated work whose time stands in the database. One statement asks for all such work whether there is any: a look of its own for each costs an
// idle site more than everything else that it does (decision 272).
import { type RawBuilder, sql } from 'kysely'
import type { App } from './ctx.ts'
import { every, repeated, type Repeated } from './every.ts'
import { appPart } from './part.ts'

const LOOK_MS = 400
/** A look that comes a little early counts as on time: the next one is a whole look later. */
const EARLY_MS = LOOK_MS / 2

type Waiting = Repeated & { ms: number; isDue: (now: Date) => RawBuilder<unknown>; beganAt: number }

const waitingOf = appPart((app) => {
  const waiting: Waiting[] = []
  every(app, LOOK_MS, 'look for work that is due', () => look(app, waiting))
  return waiting
})

async function look(app: App, waiting: readonly Waiting[]) {
  const at = performance.now()
  const able = waiting.filter((one) => !one.isRunning() && at >= one.beganAt + one.ms - EARLY_MS)
  if (able.length === 0) return
  const now = app.clock()
  // always the same text, which is then prepared once
  const asked = waiting.map((one, index) => sql`${one.isDue(now)} as ${sql.ref(`w${index}`)}`)
  const { rows } = await sql<Record<string, boolean>>`select ${sql.join(asked)}`.execute(app.db)
  for (const [index, one] of waiting.entries()) {
    if (!able.includes(one) || rows[0]?.[`w${index}`] !== true) continue
    one.beganAt = at
    one.run()
  }
}

/**
 * Runs `work` where `isDue` holds, until the server stops: as `every`, but without a statement of its own while there is nothing to do.
 * @param ms the least time between the beginnings of two runs, to the nearest look (0.4 s)
 * @param name what the log calls it
 * @param isDue a condition in SQL at this time of the server's clock, cheap by its indexes; it may hold although there is nothing to do
 */
export function whenDue(app: App, ms: number, name: string, isDue: (now: Date) => RawBuilder<unknown>, work: () => Promise<unknown>): void {
  waitingOf(app).push({ ...repeated(app, name, work), ms, isDue, beganAt: Number.NEGATIVE_INFINITY })
}
