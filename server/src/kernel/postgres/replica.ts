// Reads of reports from a standby of the database, while that is known to be close behind.
import { sql } from 'kysely'
import type { App, Ctx } from '../ctx.ts'
import { type Database, openDatabase } from '../database.ts'
import { Failure } from '../fail.ts'
import { addFigure } from '../metrics/figure.ts'
import { appPart } from '../part.ts'
import type { Tracing } from '../trace/trace.ts'

const CONNECTIONS = 4
const CHECK_MS = 2_000
const CONNECT_MS = 2_000
const MOST_MARKS = 1_000

/** The position of the primary's log at a time of performance.now(), or before. */
type Mark = { at: number; position: number }

/**
 * A standby. Every `CHECK_MS` the primary's position in its log is noted and the standby is asked how far it came: it has everything that was
 * committed before the newest note that it has reached. Clocks of the machines are not compared.
 */
class Replica {
  #app: Pick<App, 'config' | 'db' | 'log'>
  #opened: ReturnType<typeof openDatabase>
  #timer: NodeJS.Timeout
  #marks: Mark[] = []
  /** what was committed before this time is on the standby; undefined: not known */
  #reached: number | undefined
  #said = ''
  readonly reads = { replica: 0, primary: 0 }

  constructor(app: App, url: string, tracing: Tracing | undefined) {
    this.#app = app
    const onError = () => this.#lost()
    this.#opened = openDatabase(url, { max: CONNECTIONS, onError, tracing, connectMs: CONNECT_MS })
    let checking: Promise<void> | undefined
    this.#timer = setInterval(() => void (checking ??= this.check().finally(() => (checking = undefined))), CHECK_MS)
    app.onClose(async () => {
      clearInterval(this.#timer)
      await checking
      await this.#opened.db.destroy()
    })
  }

  /** Seconds by which the standby may be behind; undefined while that is not known. */
  lag(): number | undefined {
    return this.#reached === undefined ? undefined : (performance.now() - this.#reached) / 1_000
  }

  /** The standby's database; undefined while it is too far behind, cannot be reached or is no standby. */
  db(): Database | undefined {
    const lag = this.lag()
    return lag !== undefined && lag <= this.#app.config.replicaLagS ? this.#opened.db : undefined
  }

  /** Looks how far the standby came. */
  async check(): Promise<void> {
    try {
      const at = performance.now()
      const position = await positionOf(this.#app.db, sql`pg_current_wal_insert_lsn()`)
      if (position !== undefined) this.#marks.push({ at, position })
      // null on a server that is no standby, or is one no more
      const replayed = await positionOf(this.#opened.db, sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`)
      if (replayed === undefined) {
        this.#lost('it is no standby')
        return
      }
      const newest = this.#marks.findLastIndex((mark) => mark.position <= replayed)
      const reached = this.#marks[newest]
      if (reached) this.#reached = reached.at
      this.#marks = this.#marks.slice(Math.max(newest, 0)).slice(-MOST_MARKS)
      this.#say(this.db() ? '' : 'it is too far behind')
    } catch (error) {
      this.#lost(error instanceof Error ? error.message : String(error))
    }
  }

  /** Reads go to the primary until the next check succeeds. */
  #lost(why = 'its connection was lost') {
    this.#reached = undefined
    this.#say(why)
  }

  /** Logs a change, not every check. */
  #say(why: string) {
    if (why === this.#said) return
    this.#said = why
    if (why === '') this.#app.log.info('reports are read from the replica')
    else this.#app.log.warn({ why }, 'reports are read from the primary: the replica cannot be used')
  }

  /** A failed read of the standby; the caller repeats it on the primary. */
  note(error: unknown) {
    const code = (error as { code?: unknown } | null)?.code
    // the statement wanted to write, or was ended because the standby had to go on
    if (code !== '25006' && code !== '40001') this.#lost(error instanceof Error ? error.message : String(error))
  }
}

async function positionOf(db: Database, position: ReturnType<typeof sql>): Promise<number | undefined> {
  const { rows } = await sql<{ position: number | null }>`select pg_wal_lsn_diff(${position}, '0/0')::float8 as position`.execute(db)
  return rows[0]?.position ?? undefined
}

/** The standby of DATABASE_REPLICA_URL; undefined without. */
export const replicaOf = appPart<Replica | undefined>(() => undefined)

/** Opens the standby, if there is one. */
export function openReplica(app: App, tracing: Tracing | undefined): void {
  const url = app.config.replicaUrl
  if (url === undefined) return
  const replica = new Replica(app, url, tracing)
  replicaOf.replace(app, replica)
  addFigure(app, {
    name: 'replica_lag_seconds',
    help: 'Seconds by which the replica may be behind; left out while that is not known.',
    kind: 'gauge',
    read: () => [replica.lag()].flatMap((value) => (value === undefined ? [] : [{ value }])),
  })
  addFigure(app, {
    name: 'replica_reads_total',
    help: 'Reports and exports by the database that they were read from.',
    kind: 'counter',
    read: () => Object.entries(replica.reads).map(([from, value]) => ({ value, labels: { from } })),
  })
}

/**
 * Runs `read`, which writes nothing, on the standby where it can be used, else on the primary. What fails or is refused on the standby is
 * repeated on the primary.
 */
export async function onReplica<T>(ctx: Ctx, read: (ctx: Ctx) => Promise<T>): Promise<T> {
  const replica = replicaOf(ctx.app)
  if (!replica) return read(ctx)
  const db = replica.db()
  if (db) {
    try {
      const value = await read({ ...ctx, db })
      replica.reads.replica += 1
      return value
    } catch (error) {
      // a refusal may be due to what the standby does not have yet
      if (!(error instanceof Failure)) replica.note(error)
    }
  }
  replica.reads.primary += 1
  return read(ctx)
}

/** A handler whose reads may go to the standby. */
export const fromReplica =
  <I, O>(read: (ctx: Ctx, input: I) => Promise<O>) =>
  (ctx: Ctx, input: I): Promise<O> =>
    onReplica(ctx, (inner) => read(inner, input))
