// Opens the files of another system.
import { setTimeZone } from '@shuyuan/contract/kernel/moment.ts'
import type { App } from '../../kernel/ctx.ts'
import type { OldSite } from './old-site.format.ts'
import { readMoodle } from './moodle/moodle.service.ts'
import { readDump } from './read/dump-file.service.ts'
import { readPlayedu, playeduTables } from './playedu/playedu.format.ts'
import { fileAt, filesOf, placesIn } from './read/folder.service.ts'
import { readSheets } from './sheets/folder-sheets.service.ts'
import { readXzs, xzsTables } from './xzs/xzs.format.ts'

export type Sent = {
  file: string
  /** a folder with files that the other system kept beside its database */
  files?: string | undefined
  /** the name of the source, in place of the one that the file tells */
  source?: string | undefined
  /** the time zone in which the other system wrote its times (an IANA name), if that is not the site's */
  tz?: string | undefined
}

const readers: Record<string, (sent: Sent, app: App) => Promise<OldSite>> = {
  moodle: ({ file }) => readMoodle(file),
  playedu: async ({ file, files }) => ({
    ...readPlayedu(await readDump(file, playeduTables), fileAt(await placesIn(files))),
    fileOf: await filesOf(files),
  }),
  sheets: ({ file }, app) => readSheets(app, file),
  xzs: async ({ file, files }) => ({ ...readXzs(await readDump(file, xzsTables)), fileOf: await filesOf(files) }),
}
export const sourceKinds = Object.keys(readers)

/** What the files hold. Throws for an unknown kind or time zone, and for files that cannot be read. */
export async function readOldSite(app: App, { kind, ...sent }: Sent & { kind: string }): Promise<OldSite> {
  const read = readers[kind]
  if (!read) throw new Error(`${kind} is not known: ${sourceKinds.join(', ')}`)
  const site = await inZone(sent.tz ?? app.config.timeZone, app.config.timeZone, () => read(sent, app))
  return { ...site, source: sent.source ?? site.source }
}

/** Reads while times without a zone mean this one. */
async function inZone<T>(zone: string, own: string, read: () => Promise<T>): Promise<T> {
  try {
    setTimeZone(zone)
  } catch {
    throw new Error(`${zone} is no time zone: write a name such as Asia/Shanghai`)
  }
  try {
    return await read()
  } finally {
    setTimeZone(own)
  }
}
