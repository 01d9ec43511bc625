// The sections of a course: rows that stand in order, with the files in them.
import type { course } from '@shuyuan/contract/course/catalog/course.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'

type Section = Output<(typeof course)['admin/detail']>['sections'][number]

/** The sections of a course in order. */
export const sectionsOf = ({ db }: Pick<Ctx, 'db'>, courseId: string): Promise<Section[]> =>
  db.selectFrom('courseSection').where('courseId', '=', courseId).orderBy('sort').orderBy('id').select(['id', 'title']).execute()

/** Adds a section at the end. @returns its id */
export async function addSection({ db }: Pick<Ctx, 'db'>, courseId: string, title: string): Promise<string> {
  const { id } = await db
    .insertInto('courseSection')
    .values((eb) => ({
      courseId,
      title,
      sort: eb
        .selectFrom('courseSection')
        .where('courseId', '=', courseId)
        .select((of) => of(of.fn.coalesce(of.fn.max('sort'), of.lit(0)), '+', of.lit(1)).as('next')),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Gives sections this order. */
export async function orderSections({ db }: Pick<Ctx, 'db'>, courseId: string, ids: readonly string[]): Promise<void> {
  const stored = await db.selectFrom('courseSection').where('courseId', '=', courseId).select(['id', 'sort']).execute()
  const sortOf = new Map(stored.map((one) => [one.id, one.sort]))
  for (const [at, id] of ids.entries())
    if (sortOf.get(id) !== at + 1)
      await db
        .updateTable('courseSection')
        .set({ sort: at + 1 })
        .where('id', '=', id)
        .execute()
}

/**
 * The section of each file, for a client that sends chapters as texts. Files that follow each other with the same text are one section: the stored
 * one with this title, else a new one. Sections that lose their last file are removed, those that were empty stay at the end.
 */
export async function sectionsFor(ctx: Ctx, courseId: string, items: readonly { chapter: string }[]): Promise<(string | null)[]> {
  const stored = await sectionsOf(ctx, courseId)
  const filled = new Set(
    (
      await ctx.db
        .selectFrom('courseItem')
        .where('courseId', '=', courseId)
        .where('sectionId', 'is not', null)
        .select('sectionId')
        .distinct()
        .execute()
    ).map((one) => one.sectionId),
  )
  const free = [...stored]
  const used: string[] = []
  const found: (string | null)[] = []
  for (const [at, { chapter }] of items.entries()) {
    if (chapter !== (items[at - 1]?.chapter ?? '')) {
      const same = free.findIndex((one) => one.title === chapter)
      used.push(same < 0 ? await addSection(ctx, courseId, chapter) : free.splice(same, 1)[0]!.id)
    }
    found.push(used.at(-1) ?? null)
  }
  const gone = free.filter((one) => filled.has(one.id)).map((one) => one.id)
  if (gone.length > 0) await ctx.db.deleteFrom('courseSection').where(among('id', gone)).execute()
  await orderSections(ctx, courseId, [...used, ...free.filter((one) => !gone.includes(one.id)).map((one) => one.id)])
  return found
}

/** Numbers the files: those before the first section, then section by section. */
export const renumberItems = ({ db }: Pick<Ctx, 'db'>, courseId: string) =>
  sql`update course_item set sort = own.at from (
      select i.file_id, row_number() over (order by s.sort nulls first, s.id, i.sort, i.file_id) as at
      from course_item i left join course_section s on s.id = i.section_id where i.course_id = ${courseId}::bigint) own
    where course_item.course_id = ${courseId}::bigint and course_item.file_id = own.file_id and course_item.sort <> own.at`.execute(db)
