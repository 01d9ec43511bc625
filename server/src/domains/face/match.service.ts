// Compares a picture with the stored face of a user. Every check goes through here.
import { say } from '@shuyuan/contract/face/face.server.texts.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { FaceState } from '@shuyuan/contract/face/face.ts'
import type { App } from '../../kernel/ctx.ts'
import { plainAddress } from '../../kernel/files/signed-file.ts'
import { openValue, type SealedColumn } from '../../kernel/sealed/sealed-column.ts'
import { type FaceProblem, type FaceProvider, failedMatch, type Match, type StoredFace } from '../../providers/face/face.ts'
import { plainLook } from '../../providers/face/face-plain.ts'
import { activeFace } from '../site/provider/compare.service.ts'

/** The numbers of the local comparison are personal data: sealed in the database. */
export const faceVector: SealedColumn = { table: 'sys_face', column: 'vector' }

const jpegPrefix = /^data:image\/[a-z]+;base64,/
/** The bytes of a picture that a page sent. */
export const pictureBytes = (base64: string): Buffer => Buffer.from(base64.replace(jpegPrefix, ''), 'base64')

/** The stored face of a user that this provider can compare with. */
export async function usableFace(app: App, { name, model }: FaceProvider, userId: string) {
  const row = await app.db
    .selectFrom('sysFace')
    .where('id', '=', userId)
    .where('state', '=', FaceState.used)
    .where('provider', '=', name)
    .where('model', '=', model)
    .select(['vector', 'vendorId', 'url'])
    .executeTakeFirst()
  return row && storedFace(app, userId, row)
}

export const storedFace = (app: App, userId: string, row: { vector: string; vendorId: string; url: string }): StoredFace => ({
  userId,
  vendorId: row.vendorId,
  vector: openValue(app.seal, faceVector, userId, row.vector),
  picture: () => faceBytes(app, row.url),
})

const MOST_BYTES = 10_000_000
const PRIVATE = 'private:'
const FILES = '/files/'

/** The bytes of a stored picture; undefined when it is gone. */
export async function faceBytes({ storage, outgoing }: App, url: string): Promise<Buffer | undefined> {
  if (url.startsWith(PRIVATE)) return storage.readPrivate(url.slice(PRIVATE.length), MOST_BYTES)
  const plain = plainAddress(url)
  if (!plain.startsWith(FILES)) return undefined
  const key = plain.slice(FILES.length)
  const own = (await storage.readPrivate(key, MOST_BYTES).catch(() => undefined)) ?? (await storage.read(plain, MOST_BYTES))
  const address = own ? undefined : (await storage.holding(key))?.signedUrl?.(key, 60, 'server')
  if (address === undefined) return own
  const reply = await outgoing.request(address, { timeoutMs: 10_000, maxBytes: MOST_BYTES })
  const parts: Uint8Array[] = []
  for await (const part of reply.body) parts.push(part)
  return Buffer.concat(parts)
}

/** What a search for one face in a picture can find, enrolled person or not (decision 157). */
const faceless: readonly FaceProblem[] = ['camera', 'broken', 'blank', 'none', 'many']

/** For a user without a usable face: a picture without exactly one face is a failure as for all others; one with a face is `unenrolled`. */
async function lookOnly(provider: FaceProvider, picture: Buffer): Promise<Match> {
  const seen = await provider.look(picture)
  const problem = 'problem' in seen ? seen.problem : ''
  if (problem === 'down') return failedMatch('down')
  return failedMatch(problem !== '' && faceless.includes(problem) ? problem : 'unenrolled')
}

/**
 * Compares a picture with the face of this user. Without an active provider a picture that shows something passes. A provider that gives no
 * answer is the problem `down`. A user without a usable face is `unenrolled` when the picture shows exactly one face.
 */
export async function matchFace(app: App, userId: string, picture: Buffer): Promise<Match> {
  const provider = await activeFace(app)
  if (!provider) return plainLook(picture)
  if (picture.length === 0) return failedMatch('camera')
  const stored = await usableFace(app, provider, userId)
  try {
    return stored ? await provider.match(stored, picture) : await lookOnly(provider, picture)
  } catch (error) {
    app.log.warn({ err: error, provider: provider.name }, 'a face could not be compared')
    return failedMatch('down')
  }
}

const messages: Record<FaceProblem, Message> = {
  camera: say('faceCamera'),
  broken: say('faceBroken'),
  blank: say('faceNone'),
  none: say('faceNone'),
  many: say('faceMany'),
  small: say('faceSmall'),
  turned: say('faceTurned'),
  blurred: say('faceBlurred'),
  covered: say('faceCovered'),
  live: say('faceLive'),
  face: say('faceDiffers'),
  unenrolled: say('faceNotStored'),
  down: say('faceNoAnswer'),
}

/** The message for a user whose picture has this problem. */
export const faceMessage = (problem: FaceProblem): Message => messages[problem]
