// Assignments that were brought after their course: put at the end of their sections, once, and nothing else of the course is touched.
import { MOST_ITEMS, MOST_SECTIONS } from '@shuyuan/contract/course/catalog/course-parts.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { saveCourseItems, saveSection } from '../../course/catalog/build.service.ts'
import { itemsOf } from '../../course/catalog/item.service.ts'
import { sectionsOf } from '../../course/catalog/section.service.ts'
import type { OldCourse, OldSite } from '../old-site.format.ts'
import { SECTION_TITLE } from './course.service.ts'
import { marksOf } from './mark.service.ts'
import { type Run, whyOf } from './run.service.ts'

/**
 * Adds to courses of earlier runs the assignments that came after them. What a person took out of the course since stays out: the time of the
 * course in `migrate_item` is that of the newest assignment that it was offered.
 */
export async function placeLateWorks(run: Run, site: OldSite): Promise<void> {
  const works = new Set(site.works.map((one) => one.id))
  for (const course of site.courses) {
    const courseId = run.idOf('course', course.id)
    const items = course.items.filter((one) => works.has(one.fileId))
    if (courseId === undefined || items.length === 0) continue
    try {
      const added = await run.portion((ctx) => place(run, ctx, { courseId, oldId: course.id, items }))
      if (added > 0) run.tell('course', course.id, `补上了 ${added} 个作业`)
    } catch (error) {
      run.tell('course', course.id, `作业没有补上：${whyOf(error).zh}`)
    }
  }
}

type Late = { courseId: string; oldId: string; items: OldCourse['items'] }

async function place(run: Run, ctx: Ctx, { courseId, oldId, items }: Late): Promise<number> {
  const { rows } = await sql<{ oldId: string; newId: string; mark: string }>`
    select work.old_id, work.new_id::text, course.mark from migrate_item course join migrate_item work using (source)
    where source = ${run.source} and course.kind = 'course' and course.old_id = ${oldId} and work.kind = 'work'
      and work.old_id = any(${items.map((one) => one.fileId)}::text[]) and work.create_time > course.create_time`.execute(ctx.db)
  const [first] = rows
  if (!first) return 0
  const late = new Map(rows.map((row) => [row.oldId, row.newId]))
  const markOf = async () => (await marksOf(ctx.db, 'course', [courseId])).get(courseId) ?? ''
  const isUntouched = (await markOf()) === first.mark
  const held = await itemsOf(ctx, courseId)
  const wanted = items.flatMap((one) => {
    const fileId = late.get(one.fileId)
    const isIn = fileId === undefined || held.some((item) => item.fileId === fileId)
    return isIn || run.idOf('work', one.fileId) === undefined ? [] : [{ ...one, fileId }]
  })
  const some = wanted.slice(0, Math.max(0, MOST_ITEMS - held.length))
  if (some.length > 0) await append(ctx, courseId, some)
  // a course that a person has changed stays one that an undo leaves alone
  await ctx.db
    .updateTable('migrateItem')
    .set({ createTime: ctx.now, ...(isUntouched ? { mark: await markOf() } : {}) })
    .where('source', '=', run.source)
    .where('kind', '=', 'course')
    .where('oldId', '=', oldId)
    .execute()
  return some.length
}

async function append(ctx: Ctx, courseId: string, items: OldCourse['items']): Promise<void> {
  const course = await ctx.db.selectFrom('course').where('id', '=', courseId).select(['version', 'draft']).executeTakeFirstOrThrow()
  let { version } = course
  const sections = new Map((await sectionsOf(ctx, courseId)).map((one) => [one.title, one.id]))
  const placed: { fileId: string; required: boolean; sectionId: string | null; openTime?: Date }[] = []
  for (const { fileId, section, required, openTime } of items) {
    const title = section.slice(0, SECTION_TITLE)
    if (title !== '' && !sections.has(title) && sections.size < MOST_SECTIONS) {
      const saved = await saveSection(ctx, { courseId, version, title })
      version = saved.version
      sections.set(title, saved.id)
    }
    // who has finished a published course has still finished it
    placed.push({ fileId, required: required && course.draft, sectionId: sections.get(title) ?? null, ...(openTime && { openTime }) })
  }
  await saveCourseItems(ctx, { courseId, version, items: placed })
}
