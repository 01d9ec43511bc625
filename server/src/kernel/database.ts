// The connection pool and its query builder.
import { CamelCasePlugin, Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import pg from 'pg'
import { Dialect } from './postgres/dialect.ts'
import { HostClient } from './postgres/host-client.ts'
import { isBound, openBinding } from './postgres/token-bound.ts'
import type { DB } from './tables.ts'
import type { Tracing } from './trace/trace.ts'

export type Database = Kysely<DB>

const MAX_NAMED = 500

/** A connection that is not used stays so long: a new one costs the database 40 ms of processor time with the plans that it makes again. */
export const IDLE_MS = 120_000

/** The end of a page of a list, or of its count. How many rows their values have decides their plan, so they are planned at every execution. */
const OF_A_PAGE = / (limit|offset) \$\d+[)]*( as "?found"?)?$/

/**
 * What answers with all columns of a table. A migration of a newer server may add a column, and PostgreSQL refuses a prepared statement whose
 * result has changed, on every connection that knows it.
 */
const ALL_COLUMNS = /\bselect \* from "|"\.\*|\breturning \*/

/** A client that prepares each statement text once, up to a maximum, because PostgreSQL plans unnamed statements at every execution. */
class NamingClient extends HostClient {
  #names = new Map<string, string>()
  #tracing: Tracing | undefined

  constructor(config?: pg.ClientConfig & { tracing?: Tracing }) {
    super(config)
    this.#tracing = config?.tracing
    // a connection that breaks between two statements of a transaction fails the next statement; it must not end the process
    this.on('error', () => undefined)
  }

  // The pool's interface has many overloads; only the form that Kysely and this codebase use is declared.
  override query(...args: unknown[]): never {
    const [text, values] = args
    const end = typeof text === 'string' ? this.#tracing?.statement(text) : undefined
    const answer = this.#send(text, values, args)
    if (end) Promise.resolve<unknown>(answer).then(() => end(), end)
    return answer
  }

  #send(text: unknown, values: unknown, args: unknown[]): never {
    if (typeof text === 'string' && Array.isArray(values) && args.length === 2) {
      const name = this.#nameOf(text)
      if (name !== undefined) return super.query<never>({ name, text, values }) as never
    }
    return (super.query as (...all: unknown[]) => never).apply(this, args)
  }

  #nameOf(text: string) {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_NAMED || OF_A_PAGE.test(text) || ALL_COLUMNS.test(text)) return known
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** OID of `date`, which is a day and not an instant and is read as text. */
const DATE = 1082
const parseAs = pg.types.getTypeParser as (oid: number, format: 'text' | 'binary') => (text: string) => unknown

type PoolOptions = {
  max: number
  /** called for broken idle connections, which must not end the process */
  onError: (error: Error) => void
  tracing?: Tracing | undefined
  /** how long a new connection may take; 0: as long as the system tries */
  connectMs?: number
  /**
   * The address of the same database without the pooler, where `url` leads to a pooler in transaction mode. Calls with an API token use it:
   * their bounds are a setting of the session, which another call would inherit.
   */
  sessionUrl?: string | undefined
}

/** Connections for calls with an API token, where they have a pool of their own. */
const MOST_BOUND = 4

/** Opens a pool of at most `max` connections. */
export function openDatabase(url: string, options: PoolOptions) {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === DATE ? String : parseAs(oid, format ?? 'text')),
  }
  const settings = {
    connectionString: url,
    max: options.max,
    Client: NamingClient,
    types,
    application_name: 'shuyuan',
    connectionTimeoutMillis: options.connectMs ?? 0,
    idleTimeoutMillis: IDLE_MS,
    tracing: options.tracing,
  }
  const pool = new pg.Pool(settings)
  pool.on('error', options.onError)
  const apart =
    options.sessionUrl === undefined ? undefined : new pg.Pool({ ...settings, connectionString: options.sessionUrl, max: MOST_BOUND })
  apart?.on('error', options.onError)
  const pools = {
    options: pool.options,
    connect: () => (apart && isBound() ? apart : pool).connect(),
    end: async () => void (await Promise.all([pool.end(), apart?.end()])),
  }
  const db: Database = new Kysely<DB>({
    dialect: new Dialect({ pool: pools, onReserveConnection: openBinding() }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { pool, db }
}

/** A value for a jsonb column; the driver would turn arrays into PostgreSQL arrays. */
export const json = (value: unknown) => JSON.stringify(value)

/** A LIKE pattern `%word%` in which wildcards of the word are escaped. */
export const containing = (word: string) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/**
 * A condition `column in (select …)` as a hash that each row is looked up in; a join would find the selected rows one by one, far too many
 * where they are thousands. The planner knows nothing of its share: estimates are made of `joined`.
 */
export const lookedUp = (condition: RawBuilder<unknown>) => sql<SqlBool>`(${condition}) is true /* looked up */`

/**
 * A condition `column in (select …)` for few selected values: the rows of each are gathered by an index that begins with the column. The planner takes
 * them for ten values: estimates are made of `joined`.
 */
export const gathered = (column: RawBuilder<unknown>, selected: RawBuilder<unknown>) =>
  sql<SqlBool>`${column} = any(array(/* gathered */ ${selected}))`

/** The same statement with joins instead of look-ups and gathered values, which the planner can estimate. */
export const joined = (statement: string) =>
  statement.replaceAll(' is true /* looked up */', '').replaceAll(' = any(array(/* gathered */', ' in ((')

const violations = { unique: '23505', reference: '23503' } as const
/** Whether a statement failed because it violates a unique index or a foreign key. */
export const violates = (error: unknown, kind: keyof typeof violations) => (error as { code?: string } | null)?.code === violations[kind]

/**
 * A condition: the column is one of these ids. They are one parameter, so that the statement is the same for any number of them.
 * @param column as Kysely names it, with or without its table
 */
export const among = (column: string, ids: readonly string[]) => sql<boolean>`${sql.ref(column)} = any(${ids}::bigint[])`
