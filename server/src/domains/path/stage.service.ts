// The stages of learning paths, and the things of other domains that stand in them.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { say } from '@shuyuan/contract/path/path.texts.ts'
import { lessonKinds, type PathItemKind, type PathStage } from '@shuyuan/contract/path/stage.ts'
import { SurveyState } from '@shuyuan/contract/survey/survey.ts'
import { sql, type SqlBool } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { among } from '../../kernel/database.ts'
import { failField } from '../../kernel/fail.ts'
import { keyOf } from './path.rules.ts'

type Db = Pick<Ctx, 'db'>

const tables = { course: 'course', exam: 'exam', repo: 'repo', survey: 'survey', work: 'course_file', room: 'course_file' } as const
const kinds = Object.keys(tables) as PathItemKind[]
/** The permissions that show the titles of these. */
const tags: Record<PathItemKind, string> = {
  course: 'course:list',
  exam: 'exam:list',
  repo: 'repo:list',
  survey: 'survey:list',
  work: 'course:file:list',
  room: 'course:file:list',
}
const fileTypes: Partial<Record<PathItemKind, number>> = { work: CourseFileType.work, room: CourseFileType.room }

/** The rows of a kind, as `thing`. */
const rowsOfKind = (kind: PathItemKind) => {
  const type = fileTypes[kind]
  return sql`${sql.table(tables[kind])} thing where ${type === undefined ? sql`true` : sql`thing.file_type = ${sql.lit(type)}`}`
}
/** A condition on path_item `i`: an assignment or a lesson in a room. */
export const isLesson = sql<SqlBool>`i.kind in (${sql.join(lessonKinds.map((one) => sql.lit(one)))})`

/** A condition on path_item `i`: what it names has not been deleted. */
export const isThere = sql<SqlBool>`(case i.kind ${sql.join(
  kinds.map((kind) => sql`when ${sql.lit(kind)} then exists (select from ${rowsOfKind(kind)} and thing.id = i.ref_id)`),
  sql` `,
)} else false end)`

/** A condition on path_item `i`: what it names is open to its audience. */
const isOpen = sql<SqlBool>`(case i.kind
  when 'course' then exists (select from course thing where thing.id = i.ref_id and thing.state = ${sql.lit(CourseState.enabled)})
  when 'exam' then exists (select from exam thing where thing.id = i.ref_id and thing.state = ${sql.lit(ExamState.enabled)} and thing.archived_at is null)
  when 'repo' then exists (select from repo thing where thing.id = i.ref_id and thing.is_train)
  when 'survey' then exists (select from survey thing where thing.id = i.ref_id and thing.state = ${sql.lit(SurveyState.open)})
  else ${isLesson} and exists (select from course_item c join course_file file on file.id = c.file_id and file.enabled
    join course thing on thing.id = c.course_id and thing.state = ${sql.lit(CourseState.enabled)} where c.file_id = i.ref_id) end)`

/** The title of what path_item `i` names, the stored one where it was deleted. */
const titleNow = sql<string>`coalesce(case i.kind ${sql.join(
  kinds.map((kind) => sql`when ${sql.lit(kind)} then (select thing.title from ${rowsOfKind(kind)} and thing.id = i.ref_id)`),
  sql` `,
)} end, i.title)`

type StageRow = { id: string; pathId: string; title: string; need: number; days: number }
type ItemRow = {
  pathId: string
  stageId: string
  kind: PathItemKind
  refId: string
  required: boolean
  amount: number
  title: string
  gone: boolean
}
export type StoredStage = Omit<StageRow, 'pathId'> & { items: Omit<ItemRow, 'pathId' | 'stageId'>[] }

/** The stages of these paths in their order. */
export async function stagesOf({ db }: Db, pathIds: readonly string[]): Promise<Map<string, StoredStage[]>> {
  const { rows: items } = await sql<ItemRow>`
    select i.path_id, i.stage_id, i.kind, i.ref_id, i.required, i.amount, ${titleNow} as title, not ${isOpen} as gone
    from path_item i where i.path_id = any(${pathIds}::bigint[]) order by i.sort`.execute(db)
  const byStage = Map.groupBy(items, (one) => one.stageId)
  const stages = await db
    .selectFrom('pathStage')
    .where(among('pathId', [...pathIds]))
    .orderBy('sort')
    .select(['id', 'pathId', 'title', 'need', 'days'])
    .execute()
  const byPath = new Map<string, StoredStage[]>(pathIds.map((id) => [id, []]))
  for (const { pathId, ...stage } of stages) {
    const own = (byStage.get(stage.id) ?? []).map(({ pathId: _path, stageId: _stage, ...item }) => item)
    byPath.get(pathId)?.push({ ...stage, items: own })
  }
  return byPath
}

/** The titles of these things that exist, by key. */
async function titlesOf({ db }: Db, things: readonly { kind: PathItemKind; refId: string }[]): Promise<Map<string, string>> {
  const titles = new Map<string, string>()
  for (const kind of kinds) {
    const ids = things.flatMap((one) => (one.kind === kind ? [one.refId] : []))
    if (ids.length === 0) continue
    const { rows } = await sql<{ id: string; title: string }>`
      select thing.id, thing.title from ${rowsOfKind(kind)} and thing.id = any(${ids}::bigint[])`.execute(db)
    for (const { id: refId, title } of rows) titles.set(keyOf({ kind, refId }), title)
  }
  return titles
}

/**
 * Replaces the stages of a path; what people have done is kept by the thing itself. Fails at `stages` for a new thing that does not exist
 * or whose title the caller may not read; one that stood in the path before may stay.
 */
export async function replaceStages(ctx: Ctx, pathId: string, stages: readonly PathStage[]): Promise<void> {
  const before = await ctx.db.selectFrom('pathItem').where('pathId', '=', pathId).select(['kind', 'refId', 'title']).execute()
  const known = new Map(before.map((one) => [keyOf(one), one.title]))
  const titles = await titlesOf(
    ctx,
    stages.flatMap((one) => one.items),
  )
  const titleOf = (at: number, one: { kind: PathItemKind; refId: string }) => {
    const key = keyOf(one)
    const title = titles.get(key) ?? known.get(key)
    if (title === undefined || (!known.has(key) && !can(ctx, tags[one.kind])))
      return failField('stages', say('pathItemGone', { n: at + 1 }))
    return title
  }
  const rows = stages.map((stage, at) => ({ ...stage, items: stage.items.map((one) => ({ ...one, title: titleOf(at, one) })) }))
  await ctx.db.deleteFrom('pathStage').where('pathId', '=', pathId).execute()
  for (const [sort, { title, need, days, items }] of rows.entries()) {
    const { id: stageId } = await ctx.db
      .insertInto('pathStage')
      .values({ pathId, title, sort, need, days })
      .returning('id')
      .executeTakeFirstOrThrow()
    await ctx.db
      .insertInto('pathItem')
      .values(
        items.map((one, place) => ({
          pathId,
          stageId,
          sort: sort * 1_000 + place,
          kind: one.kind,
          refId: one.refId,
          required: one.required,
          amount: one.amount,
          title: one.title,
        })),
      )
      .execute()
  }
}
