// Whether recordings of an exam go straight to the site's storage provider, and under which keys (docs/decisions/0240).
import { recordPlace, type RecordWhere } from '@shuyuan/contract/exam/record-settings.ts'
import type { RecordTrack } from '@shuyuan/contract/paper/record/record-codes.ts'
import { sql } from 'kysely'
import type { App } from '../../../../kernel/ctx.ts'
import type { Database } from '../../../../kernel/database.ts'
import { NodeCache } from '../../../../kernel/node-cache.ts'
import { appPart } from '../../../../kernel/part.ts'
import { examAudience } from '../../../exam/entry/audience.service.ts'
import { trackNames } from '../record-file.service.ts'

const CACHE_MS = 60_000
const CACHED = 500

/** How many candidates an exam has, by its id. */
const countsOf = appPart(
  (app) =>
    new NodeCache<string, number>(app, {
      max: CACHED,
      ttl: CACHE_MS,
      async load(examId) {
        const { rows } = await sql<{ people: number }>`select count(*)::int as people from (${examAudience.concerned(examId)}) c`.execute(
          app.cacheDb,
        )
        return rows[0]?.people ?? 0
      },
    }),
)

/** The storage provider that gets a new part of this paper; undefined: this server. */
export async function placeFor(app: App, paperId: string): Promise<{ provider: string; examId: string } | undefined> {
  const active = await app.storage.activeProvider()
  if (!active?.pieceRequest) return undefined
  const row = await app.db
    .selectFrom('paperRecord as r')
    .innerJoin('exam', 'exam.id', 'r.examId')
    .where('r.paperId', '=', paperId)
    .select(['r.examId', 'exam.recordWhere', 'r.camera', 'r.sound', 'r.screen', 'r.phone'])
    .executeTakeFirst()
  if (!row) return undefined
  const { examId, recordWhere, ...what } = row
  const candidates = recordWhere === 'auto' ? await countsOf(app).get(examId) : 0
  return recordPlace(recordWhere as RecordWhere, what, candidates, true) === 'cloud' ? { provider: active.provider, examId } : undefined
}

type CloudPart = { id: string; part: number; paperId: string; track: RecordTrack; provider: string; examId: string }

/** Notes that the bytes of a part go to a storage provider. */
export async function openAtCloud(db: Database, { id, part, paperId, track, provider, examId }: CloudPart, now: Date): Promise<void> {
  const prefix = `recordings/${examId}/${paperId}/${trackNames[track]}.${part}/`
  await db.insertInto('paperCloud').values({ trackId: id, provider, prefix, createTime: now }).execute()
}
