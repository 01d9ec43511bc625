// Learning paths as those see them who are on them.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { pathLearn } from '@shuyuan/contract/path/learn.ts'
import { PathState } from '@shuyuan/contract/path/path.ts'
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { lessonKinds } from '@shuyuan/contract/path/stage.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { courseAudience } from '../course/catalog/audience.service.ts'
import { dueOf, keyOf, percentOf, stationsOf } from './path.rules.ts'
import { enterOwn } from './progress.service.ts'
import { stagesOf, type StoredStage } from './stage.service.ts'

type Calls = typeof pathLearn
type Row = Output<Calls['my-paging']>['records'][number]

/** The caller's paths: those that are open, and those that were finished. */
const ownPaths = ({ db, user }: Ctx) =>
  db
    .selectFrom('pathUser')
    .innerJoin('path', 'path.id', 'pathUser.pathId')
    .where('pathUser.userId', '=', user.id)
    .where((e) => e.or([e('path.state', '=', PathState.open), e('pathUser.finishTime', 'is not', null)]))
    .where('path.state', '<>', PathState.draft)
    .select(['path.id', 'path.title', 'pathUser.startTime', 'pathUser.dueTime', 'pathUser.finishTime', 'pathUser.done', 'pathUser.total'])

type Own = Awaited<ReturnType<ReturnType<typeof ownPaths>['executeTakeFirstOrThrow']>>

/** What the caller has done on these paths, by path; with the time. */
async function doneOf({ db, user }: Ctx, ids: readonly string[]): Promise<Map<string, Map<string, Date | null>>> {
  const { rows } = await sql<{ pathId: string; kind: string; refId: string; doneTime: Date | null }>`
    select d.path_id, d.kind, d.ref_id, d.done_time from path_done d
    where d.user_id = ${user.id}::bigint and d.path_id = any(${ids}::bigint[])
    union all
    select i.path_id, i.kind, i.ref_id, null from path_item i join survey_receipt r on r.survey_id = i.ref_id and r.user_id = ${user.id}::bigint
    where i.path_id = any(${ids}::bigint[]) and i.kind = 'survey'`.execute(db)
  const byPath = new Map<string, Map<string, Date | null>>(ids.map((id) => [id, new Map()]))
  for (const { pathId, doneTime, ...thing } of rows) {
    const own = byPath.get(pathId)!
    own.set(keyOf(thing), own.get(keyOf(thing)) ?? doneTime)
  }
  return byPath
}

type OwnStage = Omit<StoredStage, 'items'> & { items: (StoredStage['items'][number] & { courseId: string })[] }

/** The stages of these paths; a file of courses with the course in which the caller opens it, a begun one first. */
async function ownStages(ctx: Ctx, ids: readonly string[]): Promise<Map<string, OwnStage[]>> {
  const stages = await stagesOf(ctx, ids)
  const isLesson = ({ kind }: { kind: string }) => (lessonKinds as readonly string[]).includes(kind)
  const files = [...stages.values()].flat().flatMap(({ items }) => items.flatMap((one) => (isLesson(one) ? [one.refId] : [])))
  const courses = new Map<string, string>()
  if (files.length > 0) {
    const { rows } = await sql<{ fileId: string; courseId: string }>`
      select distinct on (item.file_id) item.file_id, course.id as course_id from course_item item join course on course.id = item.course_id
      left join course_learn l on l.course_id = course.id and l.user_id = ${ctx.user.id}::bigint
      where item.file_id = any(${files}::bigint[]) and course.state = ${sql.lit(CourseState.enabled)} and ${await courseAudience.inScope(ctx)}
      order by item.file_id, l.user_id is null, course.id desc`.execute(ctx.db)
    for (const { fileId, courseId } of rows) courses.set(fileId, courseId)
  }
  const own = (item: StoredStage['items'][number]) => {
    const courseId = isLesson(item) ? (courses.get(item.refId) ?? '') : ''
    return { ...item, courseId, gone: item.gone || (isLesson(item) && courseId === '') }
  }
  return new Map([...stages].map(([id, all]) => [id, all.map((stage) => ({ ...stage, items: stage.items.map(own) }))]))
}

const nextOf = (stages: readonly StoredStage[], done: ReadonlyMap<string, unknown>) => {
  const stations = stationsOf(stages, new Set(done.keys()))
  for (const [at, { items }] of stages.entries())
    for (const [place, { kind, refId, title }] of items.entries()) if (stations[at]?.states[place] === 'next') return { kind, refId, title }
  return null
}

async function shown(ctx: Ctx, rows: readonly Own[]): Promise<Row[]> {
  const ids = rows.map((row) => row.id)
  const [stages, done] =
    ids.length === 0 ? [new Map<string, StoredStage[]>(), undefined] : [await ownStages(ctx, ids), await doneOf(ctx, ids)]
  return rows.map(({ done: n, total, ...row }) => ({
    ...row,
    percent: percentOf({ done: n, total, finishTime: row.finishTime }),
    overdue: row.finishTime === null && row.dueTime !== null && row.dueTime <= ctx.now,
    next: row.finishTime === null ? nextOf(stages.get(row.id) ?? [], done?.get(row.id) ?? new Map<string, unknown>()) : null,
  }))
}

/** Those that are not finished first, by their date. */
export async function pageOwnPaths(ctx: Ctx, { current, size }: Input<Calls['my-paging']>): Promise<Output<Calls['my-paging']>> {
  await enterOwn(ctx)
  const query = ownPaths(ctx).orderBy(sql`path_user.finish_time is not null`)
  const page = await pageOf(query, { current, size }, {}, [
    ['pathUser.dueTime', 'asc'],
    ['path.id', 'desc'],
  ])
  return { ...page, records: await shown(ctx, page.records) }
}

/** Paths that the caller has not finished, by their date; the caller enters those that have become theirs. */
export async function waitingPaths(ctx: Ctx, most: number) {
  await enterOwn(ctx)
  const rows = await ownPaths(ctx)
    .where('pathUser.finishTime', 'is', null)
    .orderBy('pathUser.dueTime', 'asc')
    .orderBy('path.id', 'desc')
    .limit(most)
    .execute()
  return (await shown(ctx, rows)).map(({ id, title, dueTime, percent, overdue, next }) => ({
    id,
    title,
    endTime: dueTime,
    percent,
    overdue,
    nextTitle: next?.title ?? '',
  }))
}

/** How many questions of each bank the caller has trained in the present round. */
async function trainedBy({ db, user }: Ctx, stages: readonly StoredStage[], since: Date | null): Promise<Map<string, number>> {
  const ids = stages.flatMap(({ items }) => items.flatMap((one) => (one.kind === 'repo' ? [one.refId] : [])))
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ repoId: string; n: number }>`
    select repo_id, sum(answer_count)::int as n from train where user_id = ${user.id}::bigint and repo_id = any(${ids}::bigint[])
      and (${since}::timestamptz is null or create_time >= ${since}::timestamptz) group by repo_id`.execute(db)
  return new Map(rows.map((row) => [row.repoId, row.n]))
}

/** Fails notFound for a path that the caller is not on. */
export async function findOwnPath(ctx: Ctx, { id }: Input<Calls['detail']>): Promise<Output<Calls['detail']>> {
  await enterOwn(ctx)
  const row = must(
    await ownPaths(ctx)
      .leftJoin('cert', 'cert.id', 'path.certId')
      .where('path.id', '=', id)
      .select(['path.content', 'path.points', 'pathUser.round', 'pathUser.renewTime', 'cert.title as certTitle'])
      .executeTakeFirst(),
  )
  const [base] = await shown(ctx, [row])
  const stages = (await ownStages(ctx, [id])).get(id) ?? []
  const done = (await doneOf(ctx, [id])).get(id) ?? new Map<string, Date | null>()
  const stations = stationsOf(stages, new Set(done.keys()))
  const trained = await trainedBy(ctx, stages, row.round === 1 ? null : row.startTime)
  return {
    ...must(base),
    content: row.content,
    points: row.points,
    certTitle: row.certTitle ?? '',
    round: row.round,
    renewTime: row.renewTime,
    stages: stages.map(({ days, items, ...stage }, at) => {
      const station = must(stations[at])
      const dueTime = dueOf(row.startTime, days)
      return {
        ...stage,
        done: station.done,
        dueTime,
        overdue: row.finishTime === null && !station.done && dueTime !== null && dueTime <= ctx.now,
        items: items.map((one, place) => ({
          ...one,
          state: must(station.states[place]),
          trained: one.kind === 'repo' ? (trained.get(one.refId) ?? 0) : 0,
          doneTime: done.get(keyOf(one)) ?? null,
        })),
      }
    }),
  }
}
