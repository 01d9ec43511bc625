// Objects of recordings at storage providers: whether they have arrived, and their removal when the key of the part is gone.
import { RecordState } from '@shuyuan/contract/paper/record/record-codes.ts'
import { sql } from 'kysely'
import type { App } from '../../../../kernel/ctx.ts'
import { Failure } from '../../../../kernel/fail.ts'
import type { StorageProvider } from '../../../../kernel/storage.ts'
import { ADDRESS_SECONDS, PieceState } from './cloud.rules.ts'

const BATCH = 400
/** Requests at the same time: a look takes the time of the line, not of the processor. */
const AT_ONCE = 8
/** Of a run, which comes again after a minute. */
const MOST_MS = 40_000
/** A provider may need a moment until an object is seen. */
const SETTLED_SECONDS = 20

type Piece = { trackId: string; startAt: string; bytes: number; provider: string; prefix: string }
type Find = (provider: string) => Promise<StorageProvider | undefined>

/** Asks for each provider once. */
function finder({ storage }: App): Find {
  const known = new Map<string, Promise<StorageProvider | undefined>>()
  return (provider) => {
    const found = known.get(provider) ?? storage.named(provider)
    known.set(provider, found)
    return found
  }
}

/** Does `act` with some of the items at a time. @returns false when the provider gave no answer to one of them */
async function withEach<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<boolean> {
  const left = items.toReversed()
  let isUp = true
  const work = async () => {
    for (let item = left.pop(); item !== undefined && isUp; item = left.pop()) {
      try {
        await act(item)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        isUp = false
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return isUp
}

/** Looks whether pieces are at the provider in the size that was said; one that is not leaves a hole. @returns how many are missing */
export async function checkPieces(app: App): Promise<number> {
  const until = Date.now() + MOST_MS
  const find = finder(app)
  let missing = 0
  while (Date.now() < until) {
    const pieces = await unchecked(app)
    const seen = new Map<PieceState, Piece[]>([
      [PieceState.checked, []],
      [PieceState.missing, []],
    ])
    const isUp = await withEach(pieces, async (piece) => {
      const storage = await find(piece.provider)
      const key = piece.prefix + piece.startAt
      const found = await storage?.look(key, 1)
      const isThere = found?.size === piece.bytes
      if (found && !isThere) await storage?.remove(key)
      seen.get(isThere ? PieceState.checked : PieceState.missing)!.push(piece)
    })
    for (const [state, some] of seen) await setState(app, state, some)
    missing += seen.get(PieceState.missing)!.length
    if (!isUp || pieces.length < BATCH) break
  }
  return missing
}

const unchecked = (app: App): Promise<Piece[]> =>
  app.db
    .selectFrom('paperPiece as p')
    .innerJoin('paperCloud as c', 'c.trackId', 'p.trackId')
    .innerJoin('paperTrack as t', 't.id', 'p.trackId')
    .where('p.state', '=', PieceState.sent)
    .where('p.createTime', '<', new Date(app.clock().getTime() - SETTLED_SECONDS * 1_000))
    .where('t.keySealed', '!=', '')
    .orderBy('p.createTime')
    .limit(BATCH)
    .select(['p.trackId', 'p.startAt', 'p.bytes', 'c.provider', 'c.prefix'])
    .execute()

async function setState(app: App, state: PieceState, pieces: readonly Piece[]) {
  if (pieces.length === 0) return
  const [ids, places] = [pieces.map((one) => one.trackId), pieces.map((one) => one.startAt)]
  await sql`update paper_piece p set state = ${state}::smallint from unnest(${ids}::bigint[], ${places}::bigint[]) as one (track_id, start_at)
    where p.track_id = one.track_id and p.start_at = one.start_at`.execute(app.db)
  if (state === PieceState.missing)
    await sql`update paper_record r set state = ${sql.lit(RecordState.partial)} from paper_track t
      where t.id = any(${ids}::bigint[]) and r.paper_id = t.paper_id and r.state = ${sql.lit(RecordState.complete)}`.execute(app.db)
}

/** Removes the objects of parts whose key was destroyed or whose paper was deleted. @returns how many parts are done */
export async function removeObjects(app: App): Promise<number> {
  const until = Date.now() + MOST_MS
  const find = finder(app)
  const over = new Date(app.clock().getTime() - ADDRESS_SECONDS * 1_000)
  const parts = await app.db
    .selectFrom('paperCloud as c')
    .leftJoin('paperTrack as t', 't.id', 'c.trackId')
    .where((where) => where.or([where('t.id', 'is', null), where('t.keySealed', '=', '')]))
    // a page could still use an address
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('paperPiece as p').whereRef('p.trackId', '=', 'c.trackId').where('p.createTime', '>', over).select('p.trackId'),
        ),
      ),
    )
    .orderBy('c.trackId')
    .limit(BATCH)
    .select(['c.trackId', 'c.provider', 'c.prefix'])
    .execute()
  let done = 0
  for (const { trackId, provider, prefix } of parts) {
    const storage = await find(provider)
    if (!storage)
      app.log.warn({ provider, prefix }, 'objects of a deleted recording stay at a storage provider without settings; they cannot be read')
    else if (!(await removePieces(app, storage, { trackId, prefix }, until))) break
    await app.db.deleteFrom('paperCloud').where('trackId', '=', trackId).execute()
    done++
  }
  return done
}

/** @returns false when the time is over or the provider gave no answer */
async function removePieces(app: App, storage: StorageProvider, { trackId, prefix }: { trackId: string; prefix: string }, until: number) {
  for (;;) {
    if (Date.now() > until) return false
    const pieces = await app.db.selectFrom('paperPiece').where('trackId', '=', trackId).limit(BATCH).select('startAt').execute()
    const gone: string[] = []
    const isUp = await withEach(pieces, async ({ startAt }) => {
      await storage.remove(prefix + startAt)
      gone.push(startAt)
    })
    if (gone.length > 0) await app.db.deleteFrom('paperPiece').where('trackId', '=', trackId).where('startAt', 'in', gone).execute()
    if (!isUp) return false
    if (pieces.length < BATCH) return true
  }
}
