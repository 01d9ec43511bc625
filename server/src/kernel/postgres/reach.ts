// Looks once at a database elsewhere before anything uses it, so that a wrong address is explained in one line.
import { nameOf, severalHosts } from './database-url.ts'
import { HostClient } from './host-client.ts'

/** PostgreSQL 15, as `server_version_num` counts. */
const OLDEST = 150_000
const PATIENCE_MS = 10_000

/** What to do about the codes of the system and of PostgreSQL. */
const advice: Record<string, string> = {
  ECONNREFUSED: 'Start PostgreSQL, or correct host and port; it must listen on that address (listen_addresses).',
  ENOTFOUND: 'No such host: correct its name.',
  EAI_AGAIN: 'The name of the host cannot be looked up: correct it, or look at the name server.',
  EHOSTUNREACH: 'No way leads to the host: look at network and firewall.',
  ENETUNREACH: 'No way leads to the host: look at network and firewall.',
  ETIMEDOUT: 'Nothing answers: look at host, port and firewall.',
  ENOENT: 'No such file: look at the socket or at the certificates that the address names.',
  '28P01': 'Correct name and password.',
  '28000': 'Allow this account and this machine in pg_hba.conf.',
  '3D000': 'Create the database (createdb), or correct its name.',
  '42501': 'Give the account its rights on the database.',
  '53300': 'Raise max_connections, or end connections of other programs.',
  '57P03': 'PostgreSQL is starting or stopping: try again.',
}
const byText: [RegExp, string][] = [
  [/no host accepts writes/, 'Start the primary, or promote a standby; correct hosts and ports.'],
  [/does not support SSL/, 'Take sslmode from the address, or set up TLS in PostgreSQL.'],
  [
    /certificate|altnames/i,
    'The certificate is checked: name the authority that signed it with sslrootcert=/path/ca.pem, or give up the check with sslmode=no-verify.',
  ],
  [/terminated|timeout|ECONNRESET/i, 'It is no PostgreSQL, or something between cuts the connection: look at host, port and proxies.'],
  [/password/i, 'Put name and password into the address.'],
]

const where = (url: string) => {
  const several = severalHosts(url)
  if (several)
    return `${several.hosts.map(nameOf).join(', ')}, database ${new URL(several.only(several.hosts[0])).pathname.slice(1) || '(none)'}`
  const { hostname, port, pathname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  return `${host || 'localhost'}:${port || '5432'}, database ${decodeURIComponent(pathname.slice(1)) || '(none)'}`
}

/** A fault of a first connection: the variable, host, database, reason and what to do; one line, without the password. */
export function reachText(variable: Variable, url: string, error: unknown): string {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  const reason = (message || code).split('\n')[0] ?? ''
  const then = advice[code] ?? byText.find(([pattern]) => pattern.test(reason))?.[1] ?? ''
  return `No connection to PostgreSQL (${variable}) at ${where(url)}: ${reason}. ${then}`.trim()
}

/** @throws for a PostgreSQL that is too old */
export function mustBeSupported(versionNumber: number, version: string): void {
  if (versionNumber < OLDEST)
    throw new Error(`PostgreSQL ${version} (DATABASE_URL) is too old: 15 or newer is needed. Upgrade it, or name another one.`)
}

type Variable = 'DATABASE_URL' | 'DATABASE_SESSION_URL'
type Seen = { number: number; version: string; backend: number }

/** How often each of two sessions is asked for its backend. */
const ROUNDS = 3

/**
 * Looks at a database from two sessions at once.
 * @throws an Error with one line that says what is wrong and what to do: no connection, a PostgreSQL that is too old, and, where sessions are
 * needed, a pooler that keeps none
 */
export async function mustReach(
  url: string,
  { variable = 'DATABASE_URL', needsSessions = true }: { variable?: Variable; needsSessions?: boolean } = {},
): Promise<void> {
  const seen: Seen[][] = [[], []]
  const clients = seen.map(() => {
    const client = new HostClient({
      connectionString: plainSsl(url),
      connectionTimeoutMillis: PATIENCE_MS,
      application_name: 'shuyuan start',
    })
    // a broken connection rejects the running query; the event needs no handling
    client.on('error', () => undefined)
    return client
  })
  try {
    await Promise.all(clients.map((client) => client.connect()))
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [at, client] of clients.entries()) {
        const { rows } = await client.query<Seen>(
          "select current_setting('server_version_num')::int as number, current_setting('server_version') as version, pg_backend_pid() as backend",
        )
        seen[at]?.push(...rows)
      }
  } catch (error) {
    throw new Error(reachText(variable, url, error), { cause: error })
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)))
  }
  const [first] = seen.flat()
  if (first) mustBeSupported(first.number, first.version)
  if (needsSessions && !keepsSessions(seen)) throw new Error(poolerText(variable, url))
}

/** Whether each session has a backend of its own, and the same one each time. */
function keepsSessions(seen: readonly (readonly Seen[])[]): boolean {
  const backends = seen.map((of) => new Set(of.map(({ backend }) => backend)))
  return backends.every(({ size }) => size === 1) && new Set(backends.flatMap((of) => [...of])).size === seen.length
}

const poolerText = (variable: Variable, url: string) =>
  variable === 'DATABASE_URL'
    ? `A pooler at ${where(url)} gives each transaction another connection (DATABASE_URL). Name the same database without it in DATABASE_SESSION_URL, or set pool_mode = session.`
    : `DATABASE_SESSION_URL leads to a pooler that gives each transaction another connection, at ${where(url)}. Name the database itself, or a pooler with pool_mode = session.`

/**
 * The address with the name that pg has for what it does: it checks the certificate for `require` as for `verify-full`, and prints six lines
 * about that. For pg only; programs of PostgreSQL take the address as it is.
 */
export const plainSsl = (url: string): string =>
  /[?&]uselibpqcompat=true/.test(url) ? url : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
