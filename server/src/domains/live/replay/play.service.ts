// The playlist of a running broadcast, for one person.
import { LiveState } from '@shuyuan/contract/live/room-state.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../../kernel/ctx.ts'
import { addressHours, isSigned, signAddress, signedParts } from '../../../kernel/files/signed-file.ts'
import { LIVE_PLAYLIST } from '../../../kernel/media/live-job.ts'
import { appPart } from '../../../kernel/part.ts'
import { livePlaylist, type Segment, segmentsOf } from '../live.rules.ts'

const PLACE = '/api/live/play'
/** Many viewers ask at once for the same. */
const KEPT_MS = 400
type Kept = { at: number; found: Promise<{ segments: Segment[]; ended: boolean } | undefined> }
const keptOf = appPart(() => new Map<string, Kept>())
const playKey = (id: string) => `live ${id}`

/** The segments of all parts of a room, in their order. */
export async function segmentsOfRoom(app: App, id: string): Promise<Segment[]> {
  const parts = await app.db.selectFrom('livePart').where('roomId', '=', id).orderBy('no').select('folder').execute()
  const lists = await Promise.all(
    parts.map(async ({ folder }) => {
      const playlist = await readFile(join(app.storage.privateRoot, 'media', folder, LIVE_PLAYLIST), 'utf8').catch(() => '')
      return segmentsOf(playlist, folder)
    }),
  )
  return lists.flat()
}

async function read(app: App, id: string) {
  const room = await app.db.selectFrom('liveRoom').where('id', '=', id).select('state').executeTakeFirst()
  return room && { segments: await segmentsOfRoom(app, id), ended: room.state === LiveState.ended }
}

function readKept(app: App, id: string) {
  const kept = keptOf(app)
  const now = performance.now()
  const known = kept.get(id)
  if (known && now - known.at < KEPT_MS) return known.found
  for (const [key, one] of kept) if (now - one.at > KEPT_MS) kept.delete(key)
  const found = read(app, id)
  kept.set(id, { at: now, found })
  return found
}

/** The address at which a person plays a room of this server while they are signed in; it ends with `index.m3u8`. */
export async function playAddress({ storage }: App, id: string, userId: string, now: Date): Promise<string> {
  const { e, u, s } = signedParts(await storage.secret(), playKey(id), now, addressHours.lesson, userId)
  return `${PLACE}/${id}/${e}/${u}/${s}/${LIVE_PLAYLIST}`
}

export type LivePlay = { id: string; e: string; u: string; s: string }

/** undefined when the address does not work, '' before the first segment. */
export async function findLivePlaylist(app: App, { id, e, u, s }: LivePlay): Promise<string | undefined> {
  const now = app.clock()
  const secret = await app.storage.secret()
  if (!/^\d{1,18}$/.test(id) || u === '' || !isSigned(secret, playKey(id), { e, u, s }, now) || !(await app.storage.admits(u)))
    return undefined
  const found = await readKept(app, id)
  if (!found) return undefined
  if (found.segments.length === 0) return ''
  const address = ({ folder, name }: Segment) => signAddress(secret, `/files/media/${folder}/${name}`, now, addressHours.lesson, u)
  return livePlaylist(found.segments, found.ended, { address })
}
