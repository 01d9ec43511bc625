// PgBouncer between the servers of a drill and their database, when it is asked for.
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

/** Sessions stay together: the bus listens, jobs and migrations hold locks of their session. */
const settings = (database: number, port: number, folder: string) => `[databases]
* = host=127.0.0.1 port=${database} user=postgres dbname=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
max_client_conn = 500
default_pool_size = 200
; a server connection that failed is not waited for, so that nobody stays away longer than the database
server_login_retry = 1
ignore_startup_parameters = extra_float_digits
logfile = ${join(folder, 'pgbouncer.log')}
`

/**
 * Starts PgBouncer (1.18 or later, from the PATH) in front of a port; it is stopped at the end of the drill. Fails when it is not installed.
 * @returns its port, when it passes statements on
 */
export async function startPooler(stage: Stage, databasePort: number, dataDir: string): Promise<number> {
  const { stdout } = await promisify(execFile)('pgbouncer', ['--version']).catch(() => {
    throw new Error('pgbouncer is not installed (Debian and Red Hat: the package pgbouncer)')
  })
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-pooler-'))
  stage.atEnd(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings(databasePort, port, folder))
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
  stage.tell(`through ${stdout.split('\n')[0]}, sessions kept together`)
  return port
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
