// The archived log of the built-in database: with a backup it restores the site as it was at a point in time.
import { chown, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('wal-archive.process.ts', import.meta.url))
/** A segment is closed after so many seconds, also when little was written: the largest loss with the disk. */
const CLOSE_SECONDS = 300
/** Clocks of disks and machines differ. */
const MARGIN_MS = 3_600_000

/** A word of a shell command in a setting of PostgreSQL, which replaces % and a letter. */
const word = (text: string) => `'${text.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`
const command = (act: 'put' | 'get') => `${word(process.execPath)} ${word(program)} ${act}`

/** Makes the folder for the account of the database, which writes it; undefined: that of this process. */
export async function makeArchive(dir: string, account: { uid: number; gid: number } | undefined): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  if (account) await chown(dir, account.uid, account.gid)
}

/** Settings of a database that archives its log in `dir`. */
export const archiveSettings = (dir: string): Record<string, string> => ({
  archive_mode: 'on',
  archive_command: `${command('put')} "%p" ${word(resolve(dir))}/"%f"`,
  archive_timeout: String(CLOSE_SECONDS),
})

/** Settings of the first start of a restored database, which takes the log of `dir` until a time, or to its end, and accepts no connection before. */
export const recoverySettings = (dir: string, until: Date | undefined): Record<string, string> => ({
  restore_command: `${command('get')} ${word(resolve(dir))}/"%f" "%p"`,
  ...(until === undefined
    ? {}
    : { recovery_target_time: until.toISOString().replace('T', ' ').replace('Z', '+00'), recovery_target_action: 'promote' }),
  hot_standby: 'off',
})

const stamped = /^shuyuan-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)\.backup$/
const startOf = (name: string): number[] => {
  const [, year, month, day, hours, minutes, seconds] = stamped.exec(name) ?? []
  return year === undefined ? [] : [Date.parse(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)]
}
const archived = /^[0-9A-F]{24}(?:\.[0-9A-F]{8}\.backup)?\.zst$/

/**
 * Removes the log that no backup of the folder `out` needs: what was archived before the oldest of them began. Without a backup nothing is removed.
 * @returns how many files
 */
export async function cleanArchive(dir: string, out: string): Promise<number> {
  const oldest = Math.min(...(await readdir(out)).flatMap(startOf))
  if (!Number.isFinite(oldest)) return 0
  let removed = 0
  for (const name of (await readdir(dir)).filter((one) => archived.test(one))) {
    const { mtimeMs } = await stat(join(dir, name))
    if (mtimeMs >= oldest - MARGIN_MS) continue
    await rm(join(dir, name))
    removed++
  }
  return removed
}
