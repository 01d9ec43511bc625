// PgBouncer between servers and their database, for drills and benchmarks that ask for it.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { databaseAccount } from '../../server/src/kernel/postgres/postgres-binaries.ts'
import { ask } from './database.ts'
import { freePort, type Stage } from './drill.ts'

const START_TRIES = 100

/** The oldest version that knows prepared statements in transaction mode. */
const PREPARES = [1, 21]
/** Statements that a connection of the server prepares (`MAX_NAMED` of kernel/database.ts). */
const STATEMENTS = 500

type Way = { host: string; port: number; isTransactional: boolean }

/** `isTransactional`: transaction mode, else session mode. */
const settings = (database: Way, port: number, folder: string) => `[databases]
* = host=${database.host} port=${database.port} user=postgres dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${database.isTransactional ? 'transaction' : 'session'}
max_prepared_statements = ${STATEMENTS}
max_client_conn = 500
default_pool_size = ${database.isTransactional ? 20 : 200}
; a server connection that failed is not waited for, so that nobody stays away longer than the database
server_login_retry = 1
ignore_startup_parameters = extra_float_digits
logfile = ${join(folder, 'pgbouncer.log')}
`

/**
 * Starts PgBouncer (1.18 or later, from the PATH) in front of a database; it is stopped at the end. In transaction mode from 1.21 on, before
 * in session mode. Fails when it is not installed.
 * @param host an address, or the folder of a socket
 * @param dataDir the folder of a cluster, whose account runs it
 * @returns its port, when it passes statements on, and whether it is in transaction mode
 */
export async function startPooler(
  stage: Pick<Stage, 'tell' | 'atEnd'>,
  { host = '127.0.0.1', port: databasePort, dataDir }: { host?: string | undefined; port: number; dataDir: string },
): Promise<{ port: number; isTransactional: boolean }> {
  const { stdout } = await promisify(execFile)('pgbouncer', ['--version']).catch(() => {
    throw new Error('pgbouncer is not installed (Debian and Red Hat: the package pgbouncer)')
  })
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-pooler-'))
  stage.atEnd(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  const [program = ''] = stdout.split('\n')
  const [major = 0, minor = 0] = (/\d+\.\d+/.exec(program)?.[0] ?? '').split('.').map(Number)
  const isTransactional = major > PREPARES[0]! || (major === PREPARES[0] && minor >= PREPARES[1]!)
  const text = settings({ host, port: databasePort, isTransactional }, port, folder)
  // older versions know no prepared statements there
  await writeFile(file, isTransactional ? text : text.replace(/^max_prepared_statements.*\n/m, ''))
  // it refuses to run as root
  const account = databaseAccount(dataDir)
  if (account) {
    for (const path of [folder, file]) await chown(path, account.uid, account.gid)
    await chmod(folder, 0o700)
  }
  const child = spawn('pgbouncer', ['--quiet', file], { ...account, cwd: folder, stdio: 'ignore' })
  stage.atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  })
  await answers(port)
  stage.tell(`through ${program}, ${isTransactional ? 'in transaction mode' : 'in session mode'}`)
  return { port, isTransactional }
}

async function answers(port: number) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(`postgres://postgres@127.0.0.1:${port}/postgres`, 'select')
    } catch (error) {
      if (attempt === START_TRIES) throw error
      await sleep(50)
    }
  }
}
