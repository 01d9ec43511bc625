// The values with which a page of a package begins.
import type { App } from '../../../kernel/ctx.ts'
import type { FrameStart } from './frame.data.ts'
import type { ScormItem } from './manifest.format.ts'
import { isPreview, type Ticket } from './ticket.service.ts'
import { type Cmi, startOf } from './track.rules.ts'

type Start = Omit<FrameStart, 'commit' | 'site' | 'from'>

/** Undefined for an opening whose row is gone. */
export async function findStart({ db }: Pick<App, 'db'>, ticket: Ticket): Promise<Start | undefined> {
  const { userId, track, session, version } = ticket
  if (isPreview(ticket)) return { version, track, session, seq: 0, cmi: {} }
  const row = await db
    .selectFrom('courseScormTrack as own')
    .innerJoin('sysUser', 'sysUser.id', 'own.userId')
    .leftJoin('courseScormPackage', 'courseScormPackage.fileId', 'own.fileId')
    .leftJoin('courseFileLearn as learnt', (join) =>
      join
        .onRef('learnt.userId', '=', 'own.userId')
        .onRef('learnt.courseId', '=', 'own.courseId')
        .onRef('learnt.fileId', '=', 'own.fileId'),
    )
    .where('own.id', '=', track)
    .where('own.userId', '=', userId)
    .select(['own.itemId', 'own.seq', 'own.cmi', 'own.status', 'own.score', 'items', 'learnt.learnSec', 'userName', 'realName'])
    .executeTakeFirst()
  if (!row) return undefined
  const item = ((row.items ?? []) as unknown as ScormItem[]).find(({ id }) => id === row.itemId)
  const cmi = startOf({
    version,
    item: item ?? { mastery: null, launchData: '' },
    stored: row.cmi as Cmi,
    best: { outcome: row.status, score: row.score === null ? null : Number(row.score) },
    learnSec: row.learnSec ?? 0,
    learner: { id: row.userName, name: row.realName },
  })
  return { version, track, session, seq: row.seq, cmi }
}
