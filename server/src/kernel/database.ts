// The connection pool and its query builder.
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './tables.ts'

export type Database = Kysely<DB>

const MAX_NAMED = 500

/** A client that prepares each statement text once, up to a maximum, because PostgreSQL plans unnamed statements at every execution. */
class NamingClient extends pg.Client {
  #names = new Map<string, string>()

  constructor(config?: pg.ClientConfig) {
    super(config)
    // a connection that breaks between two statements of a transaction fails the next statement; it must not end the process
    this.on('error', () => undefined)
  }

  // The pool's interface has many overloads; only the form that Kysely and this codebase use is declared.
  override query(...args: unknown[]): never {
    const [text, values] = args
    if (typeof text === 'string' && Array.isArray(values) && args.length === 2) {
      const name = this.#nameOf(text)
      if (name !== undefined) return super.query<never>({ name, text, values }) as never
    }
    return (super.query as (...all: unknown[]) => never).apply(this, args)
  }

  #nameOf(text: string) {
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= MAX_NAMED) return known
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

/** OID of `date`, which is a day and not an instant and is read as text. */
const DATE = 1082
const parseAs = pg.types.getTypeParser as (oid: number, format: 'text' | 'binary') => (text: string) => unknown

/** Opens a pool of at most `max` connections. @param onError called for broken idle connections, which must not end the process */
export function openDatabase(url: string, options: { max: number; onError: (error: Error) => void }) {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') => (oid === DATE ? String : parseAs(oid, format ?? 'text')),
  }
  const settings = { connectionString: url, max: options.max, Client: NamingClient, types, application_name: 'shuyuan' }
  const pool = new pg.Pool(settings)
  pool.on('error', options.onError)
  const db: Database = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  return { pool, db }
}

/** A value for a jsonb column; the driver would turn arrays into PostgreSQL arrays. */
export const json = (value: unknown) => JSON.stringify(value)

/** A LIKE pattern `%word%` in which wildcards of the word are escaped. */
export const containing = (word: string) => `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

const violations = { unique: '23505', reference: '23503' } as const
/** Whether a statement failed because it violates a unique index or a foreign key. */
export const violates = (error: unknown, kind: keyof typeof violations) => (error as { code?: string } | null)?.code === violations[kind]
