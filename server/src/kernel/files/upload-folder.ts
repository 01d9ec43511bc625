// Which folders of this server may hold uploads: never one whose content is something else.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { lstat, opendir, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { isKey } from '../storage.ts'

/** Folders of the system, with all that is below them. */
const closed =
  '/bin /boot /dev /etc /lib /lib32 /lib64 /libx32 /private/etc /proc /root /run /sbin /sys /usr /var/log /var/run /System /Library'
/** Folders that have their own folders below them, each for its own purpose. */
const shared =
  '/ /home /media /mnt /opt /private /private/tmp /private/var /srv /tmp /Users /var /var/cache /var/lib /var/mail /var/spool /var/tmp /Applications /Volumes'
const closedFolders = closed.split(' ')
const sharedFolders = new Set(shared.split(' '))

const isWithin = (folder: string, path: string) => path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** The path without links; the part that does not exist yet is added to the real path of the part that does. Throws for a link to nothing. */
export async function realPath(path: string): Promise<string> {
  const whole = resolve(path)
  try {
    return await realpath(whole)
  } catch (error) {
    const exists = await lstat(whole).catch(() => undefined)
    if (exists || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const parent = dirname(whole)
    return parent === whole ? whole : join(await realPath(parent), basename(whole))
  }
}

/** Whether a folder belongs to the system or to an account, not to one program. Takes a real path. */
export function isSystemFolder(path: string): boolean {
  const isHome = path === homedir() || ['/home', '/Users'].includes(dirname(path))
  return sharedFolders.has(path) || isHome || closedFolders.some((one) => isWithin(one, path))
}

/** Throws an Error for a data folder that the system needs for itself. */
export async function mustBeDataFolder(folder: string): Promise<void> {
  const path = await realPath(folder)
  if (path === sep || closedFolders.some((one) => (one === '/root' ? path === one : isWithin(one, path))))
    throw new Error(`DATA_DIR=${folder}: this folder belongs to the system. Name a folder that only this server uses.`)
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory() === false) throw new Error(`DATA_DIR=${folder}: this is a file. Name a folder that only this server uses.`)
}

/**
 * Why uploads must not lie in this folder, by its real path: it belongs to the system, or to something else of this server. Looks at the
 * place only.
 * @returns undefined when they may
 */
export async function whyNotUploadPlace(folder: string, dataDir: string): Promise<Message | undefined> {
  const unfit = sayServer('directoryOfSystem')
  let path: string
  let data: string
  try {
    path = await realPath(folder)
    data = await realPath(dataDir)
  } catch {
    return unfit
  }
  if (isWithin(path, data)) return unfit
  // the data folder may lie below a folder that is closed otherwise, as in a checkout of root
  if (isWithin(data, path)) return isWithin(join(data, 'private'), path) || isWithin(join(data, 'postgres'), path) ? unfit : undefined
  return isSystemFolder(path) ? unfit : undefined
}

/** As whyNotUploadPlace, and the folder must hold nothing but uploads. */
export async function whyNotUploadFolder(folder: string, dataDir: string): Promise<Message | undefined> {
  return (await whyNotUploadPlace(folder, dataDir)) ?? ((await hasForeignFiles(folder)) ? sayServer('directoryOfOthers') : undefined)
}

/** Whether the folder holds anything but months with uploads. A folder that does not exist is empty; one that cannot be read is not. */
async function hasForeignFiles(folder: string): Promise<boolean> {
  try {
    for await (const month of await opendir(folder)) {
      // at the root of a file system of its own
      if (month.name === 'lost+found') continue
      if (!month.isDirectory() || !/^\d{6}$/.test(month.name)) return true
      for await (const file of await opendir(join(folder, month.name)))
        if (!file.isFile() || !isKey(`${month.name}/${file.name}`)) return true
    }
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}
