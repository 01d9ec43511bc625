// Addresses by which one person plays a course file.
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import type { App, CurrentUser } from '../../../kernel/ctx.ts'
import { addressHours, isSigned, signAddress, signedParts } from '../../../kernel/files/signed-file.ts'
import { PLAYLIST } from '../../../kernel/media/encode-job.ts'
import { mediaSettings } from './media-settings.service.ts'
import { rewritten, withQuery } from './playlist.rules.ts'

/** Where renditions are stored, below /files/ and in the folder of private files. */
export const mediaAddress = (folder: string, name: string) => `/files/media/${folder}/${name}`
const PLACE = '/api/course/file/play'
const isPlaylist = (stored: string) => stored.endsWith(`/${PLAYLIST}`)
const playKey = (fileId: string) => `play ${fileId}`

type Stored = { fileUrl: string; viewUrl: string; posterUrl: string }

/**
 * @returns a function from the stored addresses of a file to those that this person may open; they end, and work only while the person is
 * signed in. A playlist's address ends with `index.m3u8`.
 */
export async function mediaAddresses({ storage, clock }: App, { id: userId }: Pick<CurrentUser, 'id'>) {
  const secret = await storage.secret()
  const now = clock()
  const hours = addressHours.lesson
  const open = (fileId: string, stored: string) => {
    if (!isPlaylist(stored)) return signAddress(secret, stored, now, hours, userId)
    const { e, u, s } = signedParts(secret, playKey(fileId), now, hours, userId)
    return `${PLACE}/${fileId}/${e}/${u}/${s}/${PLAYLIST}`
  }
  return (fileId: string, { fileUrl, viewUrl, posterUrl }: Stored): Stored => ({
    fileUrl: open(fileId, fileUrl),
    viewUrl: open(fileId, viewUrl),
    posterUrl: open(fileId, posterUrl),
  })
}

export type PlayRequest = { id: string; e: string; u: string; s: string }

/** The playlist for the person of the address, with signed segments and the address of the key; undefined when the address does not work. */
export async function findPlaylist(app: App, { id, e, u, s }: PlayRequest): Promise<string | undefined> {
  const { storage, db } = app
  const now = app.clock()
  const secret = await storage.secret()
  if (!/^\d{1,18}$/.test(id) || u === '' || !isSigned(secret, playKey(id), { e, u, s }, now) || !(await storage.admits(u))) return undefined
  const row = await db.selectFrom('courseFile').where('id', '=', id).select('viewUrl').executeTakeFirst()
  const folder = /^\/files\/(media\/[\da-f]{32})\//.exec(row?.viewUrl ?? '')?.[1]
  if (!row || folder === undefined || !isPlaylist(row.viewUrl)) return undefined
  const stored = await readFile(join(storage.privateRoot, folder, PLAYLIST), 'utf8')
  const { decodeUrl } = await mediaSettings(app)
  const version = /[?&]v=(\d+)/.exec(stored)?.[1] ?? '0'
  return rewritten(stored, {
    segment: (name) => signAddress(secret, `/files/${folder}/${name}`, now, addressHours.lesson, u),
    key: withQuery(decodeUrl, { id, v: version }),
  })
}
