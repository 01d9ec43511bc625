// A server that was started as root continues as an ordinary account (docs/decisions/0047).
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, lchownSync, lstatSync, readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, findAccount } from './postgres/postgres-binaries.ts'
import { isSystemFolder } from './files/upload-folder.ts'

/** What happens to root: it was never there, is given up, or stays for a reason that the log names. */
export type RootPlan = 'ordinary' | 'giveUp' | 'noAccount' | 'closedFolder'

/**
 * @param uid of this process
 * @param account under which it could continue
 * @param reaches whether that account can read the program and write the data folder
 */
export function rootPlan(uid: number | undefined, account: Account | undefined, reaches: (account: Account) => boolean): RootPlan {
  if (uid !== 0) return 'ordinary'
  if (!account || account.uid === 0) return 'noAccount'
  return reaches(account) ? 'giveUp' : 'closedFolder'
}

/** The account named RUN_AS. Throws an Error for an unknown name. */
export function accountNamed(name: string | undefined): Account | undefined {
  if (name === undefined || process.getuid?.() !== 0) return undefined
  const account = findAccount(name)
  if (!account) throw new Error(`RUN_AS=${name}: there is no such account. Create it, for example with useradd --system ${name}.`)
  return account
}

/** Whether the account may read these files and folders, and write in those. Asks a process of that account. */
export function canReach(account: Account, read: readonly string[], write: readonly string[]): boolean {
  const script =
    'w=$1; shift; for f; do test -r "$f" || exit 1; test ! -d "$f" || test -x "$f" || exit 1; done; test -w "$w" && test -x "$w"'
  return write.every((folder) => spawnSync('/bin/sh', ['-c', script, 'sh', folder, ...read], { ...account, cwd: '/' }).status === 0)
}

const isRoots = (path: string) => lstatSync(path).uid === 0

/**
 * Gives what belongs to root below this folder to the account; links are not followed. The folder itself is last, so that an interrupted
 * run is repeated. A folder of the system, also behind a link, is left alone.
 */
export function handOverTree(folder: string, { uid, gid }: Account) {
  if (!existsSync(folder)) return
  const root = realpathSync(folder)
  if (isSystemFolder(root)) return
  // handed over before
  if (![root, ...readdirSync(root).map((name) => join(root, name))].some(isRoots)) return
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (isRoots(path)) lchownSync(path, uid, gid)
  }
  if (isRoots(root)) chownSync(root, uid, gid)
}

/** Gives the data folder with uploads, private files and the database's log to the account; other things in it stay as they are. */
export function handOver(dataDir: string, account: Account): void {
  for (const name of ['files', 'private']) handOverTree(join(dataDir, name), account)
  for (const log of ['postgres.log', 'postgres.log.old'].map((name) => join(dataDir, 'postgres', name)))
    if (existsSync(log) && isRoots(log)) lchownSync(log, account.uid, account.gid)
  if (isRoots(realpathSync(dataDir))) chownSync(dataDir, account.uid, account.gid)
}

/**
 * Runs as the service account until raise(). Applies to all threads.
 * @returns `raise`: acts as root again, for the port; `handOver`: gives a folder to the account; `giveUp`: acts as the account for good, without further groups
 */
export function lowered(account: Account): { raise: () => void; handOver: (folder: string) => void; giveUp: () => void } {
  const { uid, gid } = account
  process.setegid!(gid)
  process.seteuid!(uid)
  const raise = () => {
    process.seteuid!(0)
    process.setegid!(0)
  }
  return {
    raise,
    handOver: (folder) => handOverTree(folder, account),
    giveUp() {
      raise()
      process.setgroups!([gid])
      process.setgid!(gid)
      process.setuid!(uid)
    },
  }
}

export const rootWarnings: Record<Exclude<RootPlan, 'ordinary' | 'giveUp'>, string> = {
  noAccount: 'The server runs as root. Set RUN_AS to the name of an account for it, or start it as an ordinary account.',
  closedFolder:
    'The server runs as root, because no other account can read the folder of the program or write the data folder (a checkout below /root?). Move both to a folder that others may enter, for example /opt/shuyuan, or start it as an ordinary account.',
}
