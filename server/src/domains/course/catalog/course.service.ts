// Courses in the back office: list, save, delete, state.
import { say } from '@shuyuan/contract/course/course.server.texts.ts'
import { say as sayForm } from '@shuyuan/contract/course/course.texts.ts'
import { type course, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { courseOpenType } from '@shuyuan/contract/course/catalog/publish.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing, violates, among } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { keyedPageOf, pageOf } from '../../../kernel/page.ts'
import { listHolding } from '../../../kernel/postgres/holders.ts'
import { cleanHtml, shownFrom } from '../../../kernel/richtext.ts'
import { mustNameCert } from '../../cert/cert.service.ts'
import { intoBin } from '../../operation/bin.service.ts'
import { dictText, inDicBranch } from '../../site/setting/dic.service.ts'
import { courseAudience } from './audience.service.ts'

import { finishCompleted } from '../progress/finish.service.ts'
import { itemsOf, itemTotals, mustHaveFiles, saveItems } from './item.service.ts'
import { sectionsOf } from './section.service.ts'
import { phaseOf } from '../progress/learn.rules.ts'
import { attachmentsOf, noticesOf, saveMaterials } from './material.service.ts'
import { noRates, rateSums } from './rate-sum.service.ts'

const CATALOG = 'course_catalog'
const listed = [
  'id',
  'title',
  'cover',
  'catId',
  'openType',
  'required',
  'startTime',
  'endTime',
  'price',
  'costPoints',
  'state',
  'draft',
  'createTime',
] as const
const named = (...columns: string[]) => Object.fromEntries(columns.map((name) => [name, name]))
/** Columns of the course itself; the others are counted for each row, so they are counted for all rows only where they are the order. */
const ownOrders = named('title', 'startTime', 'endTime', 'state', 'createTime')
const sortable = { ...ownOrders, ...named('fileCount', 'duration', 'procCount', 'finishCount') }

type Row = { catId: string; openType: OpenType; startTime: Date | null; endTime: Date | null }

/** Titles of course categories, by value. */
export const courseCatalog = (ctx: Pick<Ctx, 'db'>): Promise<Map<string, string>> => dictText(ctx, CATALOG)
/** A condition on table course: in this category or one below it. */
export const inCategory = (catId: string) => inDicBranch('course.catId', CATALOG, catId)

const shown = <T extends Row>(row: T, catalog: Map<string, string>, now: Date) => ({
  ...row,
  catId_dictText: catalog.get(row.catId) ?? '',
  openType_dictText: courseOpenType[row.openType],
  phase: phaseOf(row, now),
})

/** All courses, newest first, with the number of learners and of those who finished. A category includes those below it. */
export async function pageCourses(ctx: Ctx, { params, ...paging }: Input<typeof course.paging>): Promise<Output<typeof course.paging>> {
  const { title, catId, openType, state, excludes } = params
  const found = ctx.db
    .selectFrom('course')
    .$if(!!title, (q) => q.where('title', 'ilike', containing(title ?? '')))
    .$if(!!catId, (q) => q.where(inCategory(catId ?? '')))
    .$if(openType !== undefined, (q) => q.where('openType', '=', openType!))
    .$if(state !== undefined, (q) => q.where('state', '=', state!))
    .$if(!!excludes?.length, (q) => q.where('id', '!=', sql<string>`all(${excludes}::bigint[])`))
  const query = found
    .select(listed)
    .select(itemTotals)
    .select([
      sql<number>`(select count(*)::int from course_learn l where l.course_id = course.id and l.finish_time is null)`.as('procCount'),
      sql<number>`(select count(*)::int from course_learn l where l.course_id = course.id and l.finish_time is not null)`.as('finishCount'),
      sql<boolean>`coalesce(course.create_by = ${ctx.user.id}::bigint, false)`.as('own'),
    ])
  const byOwn = (paging.orders ?? []).every(({ column }) => column in ownOrders)
  const page = byOwn
    ? await keyedPageOf(ctx.db, found, paging, {
        key: 'course.id',
        sortable: ownOrders,
        fallback: [['course.id', 'desc']],
        read: (ids) => query.where(among('course.id', ids)).execute(),
      })
    : await pageOf(query, paging, sortable, [['id', 'desc']])
  const catalog = await courseCatalog(ctx)
  const rates = await rateSums(
    ctx,
    page.records.map((row) => row.id),
  )
  return { ...page, records: page.records.map((row) => ({ ...shown(row, catalog, ctx.now), ...(rates.get(row.id) ?? noRates) })) }
}

/** The course's row with its totals. Fails notFound. */
export async function mustFindCourse({ db }: Pick<Ctx, 'db'>, id: string) {
  return must(await db.selectFrom('course').where('id', '=', id).selectAll().select(itemTotals).executeTakeFirst())
}

/** A course with its files and its audience, for editing. Fails notFound. */
export async function findCourse(
  ctx: Ctx,
  { id }: Input<(typeof course)['admin/detail']>,
): Promise<Output<(typeof course)['admin/detail']>> {
  const row = await mustFindCourse(ctx, id)
  return {
    ...shown(row, await courseCatalog(ctx), ctx.now),
    own: row.createBy === ctx.user.id,
    sections: await sectionsOf(ctx, id),
    files: await itemsOf(ctx, id),
    attachments: await attachmentsOf(ctx, id),
    notices: await noticesOf(ctx, id),
    ...(await courseAudience.read(ctx, id)),
  }
}

/**
 * Adds or changes a course; learning progress stays.
 * Fails notFound, conflict for an outdated version, and at `catId`, `certId`, `files`, `attachments`, `notices`, `deptCodes`, `groupIds` or `userIds` for unknown ids.
 */
export async function saveCourse(
  ctx: Ctx,
  { id, version, draft, files, attachments, notices, deptCodes, groupIds, userIds, ...form }: Input<typeof course.save>,
): Promise<{ id: string }> {
  const stored =
    id === undefined ? undefined : must(await ctx.db.selectFrom('course').where('id', '=', id).forUpdate().selectAll().executeTakeFirst())
  if (stored && version !== undefined && stored.version !== version) fail('conflict')
  // a stored course is published by a call of its own; one that is published needs its files
  const isDraft = stored ? stored.draft : draft === true || !files
  if (files?.length === 0 && !isDraft) failField('files', sayForm('courseFilesUnchosen'))
  if (form.catId !== '' && form.catId !== stored?.catId && !(await courseCatalog(ctx)).has(form.catId))
    failField('catId', say('courseCatGone'))
  await mustNameCert(ctx, form.certId, stored?.certId)
  const speeds = form.speeds && [...new Set([1, ...form.speeds])].toSorted((a, b) => a - b)
  const row = { ...form, ...(speeds ? { speeds } : {}), content: cleanHtml(form.content, shownFrom(ctx)), updateTime: ctx.now }
  const saved = stored
    ? await ctx.db
        .updateTable('course')
        .set({ ...row, version: stored.version + 1 })
        .where('id', '=', stored.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await ctx.db
        .insertInto('course')
        .values({ ...row, draft: isDraft, ...(isDraft && { state: CourseState.disabled }), createBy: ctx.user.id, createTime: ctx.now })
        .returning('id')
        .executeTakeFirstOrThrow()
  if (files) await saveItems(ctx, saved.id, files)
  await saveMaterials(ctx, saved.id, { attachments, notices })
  await courseAudience.save(ctx, saved.id, { openType: form.openType, deptCodes, groupIds, userIds })
  if (stored) {
    ctx.change.before = stored
    // a removed file may have been the last unfinished one of a learner
    await finishCompleted(ctx, [stored.id])
  } else ctx.change.after = { id: saved.id }
  return saved
}

/** Fails courseLearnt if one of them has learners, courseAsked if one is a prerequisite of an exam; both name the course. */
export async function deleteCourses(ctx: Ctx, { ids }: Input<typeof course.delete>): Promise<true> {
  const chosen = ctx.db.selectFrom('course').where(among('id', ids))
  const learnt = await chosen
    .where(sql<boolean>`exists (select from course_learn l where l.course_id = course.id)`)
    .orderBy('id')
    .select(['id', 'title'])
    .executeTakeFirst()
  if (learnt) fail('courseLearnt', say('courseLearntNamed', { title: learnt.title }), { holders: listHolding(ctx, 'learnersOf', learnt) })
  const asking = await ctx.db
    .selectFrom('exam')
    .where(sql<boolean>`courses && ${ids}::bigint[]`)
    .select(['id', 'title'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (asking) fail('courseAsked', say('courseAskedNamed', { examTitle: asking.title }), { holders: listHolding(ctx, 'exam', asking) })
  const rows = await chosen.orderBy('id').forUpdate().select(['id', 'title']).execute()
  await intoBin(ctx, 'course', rows)
  ctx.change.before = rows
  try {
    await ctx.db.deleteFrom('course').where(among('id', ids)).execute()
  } catch (error) {
    if (!violates(error, 'reference')) throw error
    // the trigger of table course puts the exam's title into `detail`
    const { constraint, detail } = error as { constraint?: string; detail?: string }
    if (constraint === 'exam_courses') fail('courseAsked', say('courseAskedNamed', { examTitle: detail ?? '' }))
    fail('courseLearnt')
  }
  return true
}

/** State 0 shows courses to learners, 1 hides them. Drafts among them are published without a notice. Fails courseEmpty as publishing does. */
export async function setCourseState(ctx: Ctx, { ids, state }: Input<typeof course.state>): Promise<true> {
  const isShown = state === CourseState.enabled
  if (isShown) await mustHaveFiles(ctx, ids)
  await ctx.db
    .updateTable('course')
    .set({ state, ...(isShown && { draft: false }), updateTime: ctx.now })
    .where(among('id', ids))
    .execute()
  return true
}

/** Titles of the existing courses among these ids. */
export async function listTitles({ db }: Pick<Ctx, 'db'>, { ids }: Input<(typeof course)['list-titles']>) {
  if (ids.length === 0) return []
  return db.selectFrom('course').where(among('id', ids)).select(['id', 'title']).execute()
}
