// Builds papers from cached question pools: the draw plan of a template, the stock of its banks and the questions.
import { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import type { Database } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { gatheredValues } from '../../../kernel/memo/gathered.ts'
import { newLru } from '../../../kernel/memo/lru.ts'
import { NodeCache } from '../../../kernel/node-cache.ts'
import { type Candidates, candidatesOf, drawGroups, type PlanGroup, type Stocked } from './draw.rules.ts'
import { type BankQuestion, freezePaper, type FrozenPaper, type Shuffling } from './freeze.rules.ts'
import { seededRandom } from './random.rules.ts'
import { among } from '../../../kernel/database.ts'

/** The template of a paper in its current version. */
export type Source = { tmplId: string; tmplVersion: number } & Shuffling
type QuestionPool = {
  groups: PlanGroup[]
  candidates: Candidates
  /** whether the stock fills every draw rule */
  isDrawable: boolean
  versions: ReadonlyMap<string, number>
  repoIds: string[]
  stamp: string
}

// an import may commit after a later edit; the stamp does not show that
const TRUST_MS = 30_000
const WARM = 5_000

/** What questions with the same content share (see `fingerprintOf` of the bank). */
const contentColumn = sql<string>`encode(fingerprint, 'base64')`.as('content')

const tmplOf = (key: string) => key.split(':')[0] ?? ''

const cacheOf = appPart((app) => ({
  questionPools: new NodeCache(app, { max: 200, ttl: TRUST_MS, load: (key: string) => readQuestionPool(app, tmplOf(key)) }),
  questions: newLru<string, BankQuestion>(20_000),
  // candidates who start at the same moment need the stamp of the same banks
  stamps: gatheredValues<string, string>((banks) => readStamps(app.db, banks)),
}))

/**
 * Draws and freezes one paper. The same seed, template and stock give the same paper.
 * Fails examStock if the stock is too small or the template has no questions.
 */
export async function buildPaper(app: App, source: Source, seed: string): Promise<FrozenPaper> {
  const questionPool = await questionPoolOf(app, source)
  const random = seededRandom(seed)
  const picked = drawGroups(questionPool.groups, questionPool.candidates, random) ?? fail('examStock')
  const ids = picked.flat().map((one) => one.quId)
  if (ids.length === 0) fail('examStock')
  const questions = await questionsOf(app, questionPool, ids)
  const groups = questionPool.groups.map(({ title }, at) => ({
    title,
    questions: picked[at]!.map(({ quId, score }) => ({ question: questions.get(quId) ?? fail('examStock'), score })),
  }))
  return freezePaper(groups, source, random)
}

/** Whether the stock, as this node knew it within the last 30 seconds, suffices for a paper. */
export async function isDrawable(app: App, source: Pick<Source, 'tmplId' | 'tmplVersion'>): Promise<boolean> {
  return (await cacheOf(app).questionPools.get(keyOf(source))).isDrawable
}

/** Whether the template draws questions at random, so that two papers may differ. */
export async function drawsAtRandom(app: App, source: Pick<Source, 'tmplId' | 'tmplVersion'>): Promise<boolean> {
  return (await cacheOf(app).questionPools.get(keyOf(source))).groups.some((group) => group.draws.length > 0)
}

const keyOf = ({ tmplId, tmplVersion }: Pick<Source, 'tmplId' | 'tmplVersion'>) => `${tmplId}:${tmplVersion}`

async function questionPoolOf(app: App, source: Source): Promise<QuestionPool> {
  const { questionPools } = cacheOf(app)
  const key = keyOf(source)
  const questionPool = await questionPools.get(key)
  const stamp = await cacheOf(app).stamps(questionPool.repoIds.join())
  return stamp === questionPool.stamp ? questionPool : questionPools.renew(key, questionPool)
}

/** @param banks ids of banks, with commas between them */
async function readStamps(db: Database, banks: readonly string[]): Promise<Map<string, string>> {
  const stamps = await Promise.all(banks.map((one) => stampOf(db, one === '' ? [] : one.split(','))))
  return new Map(banks.map((one, at) => [one, stamps[at]!]))
}

/** A stamp that changes with every question added, changed or removed in these banks, and with a section that moves. */
async function stampOf(db: Database, repoIds: string[]): Promise<string> {
  const { rows } = await sql<{
    stamp: string | null
  }>`select string_agg(coalesce(changed::text, '') || coalesce(nested, ''), ',' order by repo_id) as stamp
    from unnest(${repoIds}::bigint[]) as repo_id,
      lateral (select max(update_time) as changed from qu where qu.repo_id = repo_id.repo_id) as newest,
      lateral (select string_agg(c.id || '<' || c.parent_id, ' ' order by c.id) as nested
        from repo_chapter c where c.repo_id = repo_id.repo_id and c.parent_id is not null) as sections`.execute(db)
  return rows[0]?.stamp ?? ''
}

async function readQuestionPool(app: App, tmplId: string): Promise<QuestionPool> {
  const { db } = app
  const groups = await readPlan(db, tmplId)
  const drawn = groups.flatMap((group) => group.draws.map((row) => row.repoId))
  const fixedIds = groups.flatMap((group) => group.fixed.map((one) => one.quId))
  const fixed = await db.selectFrom('qu').where(among('id', fixedIds)).select(['id', 'version', 'repoId', contentColumn]).execute()
  const repoIds = [...new Set([...drawn, ...fixed.map((one) => one.repoId)])]
  // read before the stock, so that the next paper notices a change in between
  const stamp = await stampOf(db, repoIds)
  const stock: Stocked[] = await db
    .selectFrom('qu')
    .where(among('repoId', drawn))
    .where('deleted', '=', false)
    .orderBy('id')
    .select(['id', 'version', 'repoId', 'chapterId', 'quType', 'level', contentColumn])
    .execute()
  const candidates = candidatesOf(groups, stock, new Set(fixed.map((one) => one.content)))
  const versions = new Map([...fixed, ...stock].map((one) => [one.id, one.version]))
  const isDrawable = drawGroups(groups, candidates, seededRandom('0')) !== null
  const questionPool = { groups, candidates, isDrawable, versions, repoIds, stamp }
  const wanted = new Set([...fixedIds, ...[...candidates.values()].flat().map((one) => one.id)])
  await questionsOf(app, questionPool, [...wanted].slice(0, WARM))
  return questionPool
}

async function readPlan(db: Database, tmplId: string): Promise<PlanGroup[]> {
  const groups = await db
    .selectFrom('tmplGroup')
    .where('tmplId', '=', tmplId)
    .orderBy('sort')
    .orderBy('id')
    .select(['id', 'title'])
    .execute()
  const draws = await db
    .selectFrom('tmplDraw')
    .innerJoin('tmplGroup', 'tmplGroup.id', 'tmplDraw.groupId')
    .where('tmplId', '=', tmplId)
    .orderBy('tmplDraw.sort')
    .orderBy('tmplDraw.id')
    .select(['groupId', 'repoId', 'chapterId', 'quType', 'level', 'count', 'perScore'])
    .select(sql<string[]>`array(select c.id::text from repo_chapter c where c.parent_id = tmpl_draw.chapter_id)`.as('sections'))
    .execute()
  const fixed = await db
    .selectFrom('tmplQu')
    .innerJoin('tmplGroup', 'tmplGroup.id', 'tmplQu.groupId')
    .where('tmplId', '=', tmplId)
    .orderBy('tmplQu.sort')
    .orderBy('tmplQu.id')
    .select(['groupId', 'quId', 'score'])
    .execute()
  return groups.map(({ id, title }) => ({
    title,
    draws: draws.flatMap(({ groupId, ...row }) => (groupId === id ? [row] : [])),
    fixed: fixed.flatMap(({ groupId, ...one }) => (groupId === id ? [one] : [])),
  }))
}

/** Questions by id, in the version of the pool or a newer one. */
async function questionsOf(app: App, { versions }: Pick<QuestionPool, 'versions'>, ids: string[]): Promise<Map<string, BankQuestion>> {
  const { questions } = cacheOf(app)
  const found = new Map<string, BankQuestion>()
  const missing: string[] = []
  for (const id of ids) {
    const cached = questions.get(`${id}:${versions.get(id)}`)
    if (cached) found.set(id, cached)
    else missing.push(id)
  }
  if (missing.length === 0) return found
  const rows = await app.db.selectFrom('qu').where(among('id', missing)).select(['id', 'version', 'quType', 'body']).execute()
  for (const { id, version, quType, body } of rows) {
    const question = { id, version, quType, body: QuestionBody.parse(body) }
    questions.set(`${id}:${version}`, question)
    found.set(id, question)
  }
  return found
}
