// Creates the demo school once, in one PostgreSQL for all sites; every test file gets a copy, so that no test sees the changes of another file.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fastFolder } from '../server/test/fast-folder.ts'
import { startPostgres } from '../server/src/kernel/postgres/postgres.ts'
import { CLUSTER_URL, makeDatabase, SCHOOL, SCHOOL_DIR } from './database.ts'
import { openSite } from './server.ts'

export default async function makeSchool() {
  const cluster = join(fastFolder(), `shuyuan-e2e-cluster-${process.pid}`)
  // the sites of three workers, and those of files with settings of their own, once needed more than 100
  const postgres = await startPostgres({ dataDir: cluster, fast: true, settings: { max_connections: '300' } })
  const site = await openSite({ DATABASE_URL: await makeDatabase(postgres.url, SCHOOL, 'template0') })
  await site.stop()
  process.env[SCHOOL_DIR] = site.dataDir
  process.env[CLUSTER_URL] = postgres.url
  return async () => {
    await postgres.stop()
    await Promise.all([cluster, site.dataDir].map((folder) => rm(folder, { recursive: true, force: true })))
  }
}
