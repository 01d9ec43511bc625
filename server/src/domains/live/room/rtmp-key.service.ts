// Stream keys for OBS: the stream of the room with an end and a signature. The key stays the same for a broadcast, so that OBS connects again by itself.
import { LiveState } from '@shuyuan/contract/live/room-state.ts'
import type { App } from '../../../kernel/ctx.ts'
import { isSigned, signedParts } from '../../../kernel/files/signed-file.ts'

/** In place of the key of a casting page: the room waits for RTMP. A page that begins to cast replaces it, and publishers are disconnected. */
export const RTMP_CAST = 'rtmp'
const HOURS = 6
const named = (stream: string) => `rtmp ${stream}`

/** `{stream}?e={end}&s={signature}` */
export async function streamKey({ storage }: Pick<App, 'storage'>, stream: string, now: Date): Promise<{ key: string; until: Date }> {
  const { e, s } = signedParts(await storage.secret(), named(stream), now, HOURS, '')
  return { key: `${stream}?e=${e}&s=${s}`, until: new Date(Number(e) * 1_000) }
}

const streamOf = (key: string): string => key.split('?', 1)[0]!

async function isStreamKey({ storage, clock }: Pick<App, 'storage' | 'clock'>, stream: string, key: string): Promise<boolean> {
  const given = new URLSearchParams(key.slice(streamOf(key).length + 1))
  const [e, s] = [given.get('e') ?? '', given.get('s') ?? '']
  return /^\d{1,12}$/.test(e) && isSigned(await storage.secret(), named(stream), { e, s }, clock())
}

/** The room that this key may publish to now; undefined for a wrong or ended key, and a room that does not wait for it. */
export async function roomFor(app: App, key: string): Promise<string | undefined> {
  const room = await app.db
    .selectFrom('liveRoom')
    .where('stream', '=', streamOf(key))
    .where('provider', '=', 'local')
    .where('state', '=', LiveState.live)
    .where('castKey', '=', RTMP_CAST)
    .select(['id', 'stream'])
    .executeTakeFirst()
  return room && (await isStreamKey(app, room.stream, key)) ? room.id : undefined
}
