// Which exams are archived, by hand and by the night's job, and the settings of it.
import type { ArchiveSettings, examArchive } from '@shuyuan/contract/paper/result/archive.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { archive, restore } from '../../exam/exam-remove.service.ts'
import { saveSetting, storedSetting } from '../../site/setting/setting.service.ts'

const AT_ONCE = 500
const nothing: ArchiveSettings = { archiveMonths: 0, answerLogMonths: 0, eventMonths: 0 }

/** The settings, 0 for what was never saved. */
export const archiveSettings = async (ctx: Pick<Ctx, 'app'>): Promise<ArchiveSettings> => ({
  ...nothing,
  ...(await storedSetting(ctx, 'archive')),
})

export async function saveArchiveSettings(ctx: Ctx, after: ArchiveSettings): Promise<true> {
  ctx.change = { before: await archiveSettings(ctx), after }
  await saveSetting(ctx, 'archive', after)
  return true
}

/** Over for everybody: ended before `before`, also by the arrangements of single people, and no paper waits for its end or its marks. */
const isOver = (before: Date) => sql<boolean>`coalesce(exam.end_time <= ${before}, false)
  and not exists (select from exam_override o where o.exam_id = exam.id and o.end_time > ${before})
  and not exists (select from paper where paper.exam_id = exam.id
    and paper.state in (${sql.lit(PaperState.prepared)}, ${sql.lit(PaperState.open)}, ${sql.lit(PaperState.marking)}))`

/** Archives exams or brings them back. Fails examNotOver if one of those to be archived is not over; then none is changed. */
export async function setArchived(ctx: Ctx, { ids, archived }: Input<typeof examArchive.set>): Promise<true> {
  const { db, now } = ctx
  if (!archived) {
    await restore(ctx, ids)
    return true
  }
  const chosen = sql<string>`any(${ids}::bigint[])`
  const running = db
    .selectFrom('exam')
    .where('id', '=', chosen)
    .where(sql<boolean>`not (${isOver(now)})`)
  if (await running.select('id').limit(1).executeTakeFirst()) fail('examNotOver')
  await archive(ctx, ids, now)
  return true
}

/** The point in time that lies this many months before now. */
export async function monthsAgo(db: Database, now: Date, months: number): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select ${now}::timestamptz - make_interval(months => ${months}::integer) as at`.execute(db)
  return rows[0]!.at
}

/** Archives exams that ended as long ago as the settings say. @returns how many */
export async function archiveEnded(app: App): Promise<number> {
  const { archiveMonths } = await archiveSettings({ app })
  if (archiveMonths === 0) return 0
  const now = app.clock()
  const before = await monthsAgo(app.db, now, archiveMonths)
  for (let count = 0; ;) {
    const rows = await app.db
      .selectFrom('exam')
      .where('archivedAt', 'is', null)
      .where('keepListed', '=', false)
      .where(isOver(before))
      .limit(AT_ONCE)
      .select('id')
      .execute()
    if (rows.length === 0) return count
    const ids = rows.map((row) => row.id)
    await archive({ db: app.db }, ids, now)
    count += ids.length
  }
}
