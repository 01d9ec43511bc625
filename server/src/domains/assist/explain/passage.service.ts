// Texts of course files, kept in passages, and found for a learner in the courses that they may open now.
import { CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { among, json } from '../../../kernel/database.ts'
import { Failure } from '../../../kernel/fail.ts'
import { courseAudience } from '../../course/catalog/audience.service.ts'
import { mustFindPlace } from '../../course/learn/place.service.ts'
import type { Assistant } from '../ledger/assistant.service.ts'
import { vectorsOf } from '../ledger/embed.service.ts'
import { settingsOf } from '../ledger/settings.service.ts'
import { passagesIn } from '../material/material.service.ts'
import { pairsOf } from '../material/plain.rules.ts'
import { cosineOf, vectorIn } from '../material/vectors.rules.ts'
import { fused, nearest, type Source } from './explain.rules.ts'

/** Files of one round; the next follows some minutes later. */
const MOST_FILES = 20
/** Passages of a file: a book of 2,000 pages is not read to its end. */
const MOST_PASSAGES = 2_000
const MOST_PAIRS = 120
const MOST_CANDIDATES = 60
const MOST_SOURCES = 5
/** Of each ranking, before they are joined. */
const MOST_RANKED = 20
/** Vectors further apart have nothing to do with each other. */
const LEAST_COSINE = 0.3

/** Reads the texts of files in courses that were not read yet, or were replaced; only while learners may use it. */
export async function readTexts(app: App): Promise<void> {
  if (!(await settingsOf(app)).explain) return
  const files = await app.db
    .selectFrom('courseFile')
    .leftJoin('assistText', 'assistText.courseFileId', 'courseFile.id')
    .where('enabled', '=', true)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('courseItem')
          .whereRef('courseItem.fileId', '=', 'courseFile.id')
          .select(sql`1`.as('one')),
      ),
    )
    .where((eb) => eb.or([eb('assistText.fileUrl', 'is', null), eb('assistText.fileUrl', '<>', textUrl)]))
    .orderBy('courseFile.id', 'desc')
    .limit(MOST_FILES)
    .select(['courseFile.id', 'title', textUrl.as('url')])
    .execute()
  for (const { id, title, url } of files) await readText(app, { id, title, url })
}

/** The address of the text: an office document has a PDF once it was made. */
const textUrl = sql<string>`case when course_file.rendition = 'pdf' and course_file.view_url <> '' then course_file.view_url else course_file.file_url end`

async function readText(app: App, { id, title, url }: { id: string; title: string; url: string }) {
  let passages: { at: number; text: string }[] = []
  let error = ''
  try {
    passages = (await passagesIn(app, { kind: 'file', title, id, from: 1, to: 100_000 })).slice(0, MOST_PASSAGES)
  } catch (caught) {
    if (!(caught instanceof Failure)) throw caught
    error = caught.reason
  }
  const rows = passages.map(({ at, text }) => ({ at, text, pairs: [...pairsOf(text)] }))
  const chars = passages.reduce((sum, one) => sum + one.text.length, 0)
  await app.db.transaction().execute(async (db) => {
    // deleted while it was read
    const present = await db.selectFrom('courseFile').where('id', '=', id).forKeyShare().select('id').executeTakeFirst()
    if (!present) return
    await db.deleteFrom('assistText').where('courseFileId', '=', id).execute()
    await db.insertInto('assistText').values({ courseFileId: id, fileUrl: url, chars, error, createTime: app.clock() }).execute()
    await sql`insert into assist_passage (course_file_id, at, body, words)
      select ${id}::bigint, one.at, one.text, array_to_tsvector(one.pairs)
      from jsonb_to_recordset(${json(rows)}::jsonb) as one (at integer, text text, pairs text[])`.execute(db)
  })
}

/** Of files that stand in a course which the caller is let into. */
const ofCourses = async (ctx: Ctx) =>
  sql<boolean>`exists (select from course_item join course on course.id = course_item.course_id
    where course_item.file_id = course_file.id and course.state = ${CourseState.enabled} and ${await courseAudience.inScope(ctx)})`

/** The passages nearest to a text, in courses that the caller may open now; by words, and by vectors where there is a model for them. */
export async function sourcesFor(ctx: Ctx, assistant: Assistant, text: string): Promise<Source[]> {
  const words = nearest(text, await byWords(ctx, text), MOST_RANKED)
  const near = await byVectors(ctx, assistant, text)
  return openOf(ctx, fused([words, near], (one) => one.id).slice(0, MOST_SOURCES))
}

const columns = ['assistPassage.id', 'assistPassage.courseFileId as fileId', 'courseFile.title', 'at', 'body as text'] as const
const passages = (ctx: Ctx) =>
  ctx.db
    .selectFrom('assistPassage')
    .innerJoin('courseFile', 'courseFile.id', 'assistPassage.courseFileId')
    .where('courseFile.enabled', '=', true)

/** pairs have letters and digits only */
const queryOf = (text: string) =>
  [...pairsOf(text)]
    .slice(0, MOST_PAIRS)
    .map((one) => `'${one}'`)
    .join(' | ')

async function byWords(ctx: Ctx, text: string): Promise<Candidate[]> {
  const wanted = queryOf(text)
  if (wanted === '') return []
  return passages(ctx)
    .where(sql<boolean>`words @@ ${wanted}::tsquery`)
    .where(await ofCourses(ctx))
    .orderBy(sql`ts_rank(words, ${wanted}::tsquery)`, 'desc')
    .orderBy('assistPassage.id')
    .limit(MOST_CANDIDATES)
    .select(columns)
    .execute()
}

/** The passages whose vectors are nearest; none without a model for them, or when it fails. Those that share words come first into the comparison. */
async function byVectors(ctx: Ctx, assistant: Assistant, text: string): Promise<Candidate[]> {
  const model = assistant.embedder?.model
  if (model === undefined) return []
  const wanted = queryOf(text)
  const rows = await passages(ctx)
    .where('embedModel', '=', model)
    .where(await ofCourses(ctx))
    .$if(wanted !== '', (q) => q.orderBy(sql`words @@ ${wanted}::tsquery`, 'desc'))
    .orderBy('assistPassage.id')
    .limit(MOST_PASSAGES)
    .select([...columns, 'embed'])
    .execute()
  if (rows.length === 0) return []
  const asking = { userId: ctx.user.id, about: text.slice(0, 100), purse: 'explain', signal: ctx.request.closed } as const
  const [vector] = (await vectorsOf(ctx.app, assistant, asking, [text], { keep: true })) ?? []
  if (!vector) return []
  return rows
    .map(({ embed, ...passage }) => ({ passage, cosine: embed ? cosineOf(vector, vectorIn(embed)) : 0 }))
    .toSorted((one, other) => other.cosine - one.cosine)
    .filter((one) => one.cosine >= LEAST_COSINE)
    .slice(0, MOST_RANKED)
    .map((one) => one.passage)
}

type Candidate = Pick<Source, 'fileId' | 'title' | 'at' | 'text'> & { id: string }

/** Those whose file the caller may open now: bought, begun, not locked. */
async function openOf(ctx: Ctx, candidates: readonly Candidate[]): Promise<Source[]> {
  if (candidates.length === 0) return []
  const files = [...new Set(candidates.map((one) => one.fileId))]
  const places = await ctx.db
    .selectFrom('courseItem')
    .innerJoin('course', 'course.id', 'courseItem.courseId')
    .where(among('courseItem.fileId', files))
    .where('course.state', '=', CourseState.enabled)
    .where(await courseAudience.inScope(ctx))
    .orderBy('course.id', 'desc')
    .limit(MOST_CANDIDATES)
    .select(['courseItem.fileId', 'courseItem.courseId', 'course.title as courseTitle'])
    .execute()
  const open = new Map<string, { courseId: string; courseTitle: string }>()
  for (const { fileId, courseId, courseTitle } of places)
    if (!open.has(fileId) && (await mayOpen(ctx, { fileId, courseId }))) open.set(fileId, { courseId, courseTitle })
  return candidates.flatMap((one) => {
    const place = open.get(one.fileId)
    const { id: _, ...passage } = one
    return place ? [{ ...passage, ...place }] : []
  })
}

async function mayOpen(ctx: Ctx, place: { fileId: string; courseId: string }): Promise<boolean> {
  try {
    await mustFindPlace(ctx, place)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}
