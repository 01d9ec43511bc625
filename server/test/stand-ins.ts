// Failing programs under the names of those that a machine may have: the first ones in the search path of all tests, so that a test
// depends on no installation. A test that needs such a program makes one and names its path.
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'stand-ins')

export const STOOD_IN =
  'soffice libreoffice ffmpeg ffprobe redis-server redis-cli pgbouncer nginx docker postgres initdb pg_ctl psql pg_dump pg_dumpall pg_restore pg_basebackup createdb dropdb'.split(
    ' ',
  )

/** Writes the programs, each of which ends with 1 and says nothing on its standard output. @returns their folder */
export function standIns(): string {
  mkdirSync(folder, { recursive: true })
  for (const name of STOOD_IN) {
    // renamed, because a program of another run may be starting
    const unfinished = join(folder, `.${name}-${process.pid}`)
    writeFileSync(unfinished, `#!/bin/sh\necho '${name}: tests use no program of the machine' >&2\nexit 1\n`, { mode: 0o755 })
    renameSync(unfinished, join(folder, name))
  }
  return folder
}
