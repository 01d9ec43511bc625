// A primary with a streaming standby, both from the built-in binaries.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/kernel/database.ts'
import { migrate } from '../src/kernel/postgres/migrate.ts'
import { startPostgres } from '../src/kernel/postgres/postgres.ts'
import { seedBase } from '../src/seed/base.ts'

const settings = { shared_buffers: '32MB', max_wal_size: '256MB' }

/** A migrated and seeded database, and a standby that follows it; `standby.url` is the same while it is stopped and started again. */
export async function startWithStandby() {
  const root = await mkdtemp(join(tmpdir(), 'shuyuan-standby-'))
  chmodSync(root, 0o755)
  const [primaryDir, standbyDir] = [join(root, 'a'), join(root, 'b')]
  let primary = await startPostgres({ dataDir: primaryDir, fast: true, settings })
  await migrate(primary.url, join(import.meta.dirname, '../migrations'))
  const { db } = openDatabase(primary.url, { max: 2, onError: () => undefined })
  await seedBase(db, { adminPassword: 'Admin@2026' })
  await db.destroy()
  await primary.stop()
  // a primary that was stopped in order can be copied as it is
  execFileSync('cp', ['-a', primaryDir, standbyDir])
  writeFileSync(join(standbyDir, 'standby.signal'), '')
  const { uid, gid } = statSync(standbyDir)
  chownSync(join(standbyDir, 'standby.signal'), uid, gid)
  primary = await startPostgres({ dataDir: primaryDir, fast: true, settings })
  const host = new URL(primary.url).searchParams.get('host') ?? ''
  const following = { ...settings, primary_conninfo: `host=${host} port=5432 user=postgres`, wal_retrieve_retry_interval: '100ms' }
  const startStandby = () => startPostgres({ dataDir: standbyDir, fast: true, settings: following })
  let standby = await startStandby()
  return {
    primary,
    standbyUrl: standby.url,
    stopStandby: () => standby.stop(),
    async restartStandby() {
      standby = await startStandby()
    },
    async close() {
      await standby.stop()
      await primary.stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}
