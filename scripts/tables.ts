// Writes server/src/kernel/tables.ts and docs/schema from the migrations.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../server/src/kernel/postgres/migrate.ts'
import { startPostgres } from '../server/src/kernel/postgres/postgres.ts'
import { writeSchema } from './schema.ts'
import { writeTableTypes } from './table-types.ts'

const folder = mkdtempSync(join(tmpdir(), 'shuyuan-tables-'))
const postgres = await startPostgres({ dataDir: join(folder, 'db'), fast: true })
try {
  await migrate(postgres.url, join(import.meta.dirname, '..', 'server', 'migrations'))
  await writeTableTypes(postgres.url, false)
  await writeSchema(postgres.url)
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true })
}
