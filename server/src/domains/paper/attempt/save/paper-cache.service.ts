// This node's cache of open papers: owner, answer shapes of the questions, answered count.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { PaperQuestion } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { App } from '../../../../kernel/ctx.ts'
import { appPart } from '../../../../kernel/part.ts'
import type { Database } from '../../../../kernel/database.ts'
import { must } from '../../../../kernel/fail.ts'
import { gathered } from '../../../../kernel/memo/gathered.ts'
import { newLru } from '../../../../kernel/memo/lru.ts'
import { type AnswerShape, shapeOf } from '../../marking/answer.rules.ts'
import { type Arranged, type ArrangedGroup, type BankQuestion, type FrozenGroup, shownIn, shownOf } from '../../question/freeze.rules.ts'
import { contentColumns, storedArrangements, storedContent } from '../../question/stored.service.ts'
import { Progress } from './progress.rules.ts'
import { stepModes } from './step.rules.ts'
import { among } from '../../../../kernel/database.ts'
import { expectSessions } from '../../../session/session.service.ts'

/** The immutable part of a paper, and its answered count. */
export type CachedPaper = {
  id: string
  examId: string
  userId: string
  /** by question, in paper order */
  shapes: ReadonlyMap<string, AnswerShape>
  /** the bank's ids by reference; empty for papers drawn before references existed */
  quIds: ReadonlyMap<string, string>
  /** paper.step_mode */
  stepMode: number
  /** question time in seconds; 0: none */
  quSeconds: number
  progress: Progress
}
type Own = { id: string; examId: string; userId: string; stepMode: number; quSeconds: number }
type Asked = { quId: string; ref?: string | undefined; shape: AnswerShape }
/** What was drawn for a candidate; `refs` in the order of the questions. */
export type DrawnPaper = { groups: readonly ArrangedGroup[]; refs: readonly string[] }

/** New papers are kept as drawn until their pages open, a moment later. This many are enough for the candidates of one second. */
const MOST_DRAWN = 300
const DRAWN_MS = 30_000
/** Papers of one query: those of earlier releases have some 60 kB each. */
const MOST_PAPERS = 100

class PaperCache {
  readonly papers = newLru<string, CachedPaper>(20_000)
  readonly drawn = newLru<string, DrawnPaper>(MOST_DRAWN, { ttl: DRAWN_MS })
  readonly #shapes = newLru<string, AnswerShape>(5_000)
  readonly #shapeOf = new WeakMap<BankQuestion, AnswerShape>()
  readonly #app: App
  readonly #readContent = gathered<string>((ids) => this.#readContents(ids), { most: MOST_PAPERS })
  /** Reads the progress; of all papers that are asked for together with one query. */
  readonly readProgress = gathered<CachedPaper>((papers) => this.#readAll(papers))

  constructor(app: App) {
    this.#app = app
  }

  add(own: Own, content: readonly FrozenGroup[]): CachedPaper {
    const quList = content.flatMap((group) => group.quList)
    return this.#add(
      own,
      quList.map((one) => ({ quId: one.quId, ref: one.ref, shape: this.#shared(one) })),
    )
  }

  addDrawn(own: Own, { groups, refs }: DrawnPaper): CachedPaper {
    const asked = groups.flatMap((group) => group.questions)
    return this.#add(
      own,
      asked.map((one, at) => ({ quId: one.question.id, ref: refs[at], shape: this.#drawnShape(one) })),
    )
  }

  #add({ id, examId, userId, stepMode, quSeconds }: Own, asked: readonly Asked[]): CachedPaper {
    const shapes = new Map<string, AnswerShape>()
    const quIds = new Map<string, string>()
    for (const { quId, ref, shape } of asked) {
      shapes.set(quId, shape)
      if (ref !== undefined) quIds.set(ref, quId)
    }
    const cached = { id, examId, userId, shapes, quIds, stepMode, quSeconds, progress: new Progress() }
    this.papers.set(id, cached)
    return cached
  }

  /** The shape of a question is the same on all papers, unless some right items may be matched again: their letters follow the order. */
  #drawnShape(one: Arranged): AnswerShape {
    const known = this.#shapeOf.get(one.question)
    if (known) return known
    const shape = this.#shared(shownOf(one))
    const { body } = one.question
    if (![body, ...body.subs].some((part) => part.right.some((item) => item.reusable))) this.#shapeOf.set(one.question, shape)
    return shape
  }

  /** Papers share equal shapes to save memory. */
  #shared(question: PaperQuestion): AnswerShape {
    const shape = shapeOf(question)
    if (shape.subs) return shape
    const { quType, tags, left, right, reusable, blankCount } = shape
    const key = [quType, tags, left, right, reusable, blankCount].join('|')
    const existing = this.#shapes.get(key)
    if (existing) return existing
    this.#shapes.set(key, shape)
    return shape
  }

  /**
   * Reads the papers that are asked for together with one query: after a start every candidate's next save asks for theirs. A paper
   * that does not exist is not in the cache afterwards.
   */
  async read(given: string): Promise<CachedPaper | undefined> {
    // as the database spells it
    const id = BigInt(given).toString()
    await this.#readContent(id)
    return this.papers.get(id)
  }

  async #readContents(ids: ReadonlySet<string>) {
    const rows = await readPapers(this.#app.db, [...ids])
    const arranged = await storedArrangements({ app: this.#app, db: this.#app.db }, rows)
    for (const [at, row] of rows.entries())
      // two calls may read the same paper, and saves may have changed the progress of the first
      if (!this.papers.has(row.id)) this.addStored(row, arranged[at])
  }

  /** @param groups what was drawn; undefined for a paper that holds its content itself */
  addStored(row: PaperRow, groups: readonly ArrangedGroup[] | undefined): CachedPaper {
    // the content of fifty questions is not made only to know what answers look like
    return groups ? this.addDrawn(row, { groups, refs: row.refs ?? [] }) : this.add(row, row.content as unknown as FrozenGroup[])
  }

  async #readAll(papers: ReadonlySet<CachedPaper>) {
    const since = performance.now()
    const rows = await this.#app.db
      .selectFrom('paperAnswer')
      .where(
        among(
          'paperId',
          [...papers].map((one) => one.id),
        ),
      )
      .where('complete', '=', true)
      .groupBy('paperId')
      .select(['paperId', sql<string>`string_agg(qu_id::text, ',')`.as('done')])
      .execute()
    const done = new Map(rows.map((row) => [row.paperId, row.done.split(',')]))
    for (const paper of papers) paper.progress.read(done.get(paper.id) ?? [], since)
  }
}

const cacheOf = appPart((app) => new PaperCache(app))

/** The most papers that are read before a port opens. */
const MOST_AHEAD = 10_000

/**
 * Reads the open papers with the sessions of their candidates before these call: after a start they all call in the same second, and half of
 * them where one of two processes has ended.
 */
export async function readOpenPapers(app: App): Promise<void> {
  const { db, clock } = app
  const open = await db
    .selectFrom('paper')
    .where('state', '=', sql.lit(PaperState.open))
    .where('deadlineAt', '>', clock())
    .orderBy('deadlineAt')
    .limit(MOST_AHEAD)
    .select(['id', 'liveLogin'])
    .execute()
  const cache = cacheOf(app)
  const logins = open.flatMap(({ liveLogin }) => liveLogin ?? [])
  await Promise.all([expectSessions(app, logins), ...open.map(({ id }) => cache.read(id))])
}

/** Caches a paper that was just read, so that its first save needs no query. */
export const remember = (app: App, own: Own, content: readonly FrozenGroup[]) => {
  const { papers } = cacheOf(app)
  if (!papers.has(own.id)) cacheOf(app).add(own, content)
}

/** Caches a paper that was just stored, and keeps it as drawn for the first opening of its page. */
export function keepDrawn(app: App, own: Own, drawn: DrawnPaper) {
  const cache = cacheOf(app)
  if (!cache.papers.has(own.id)) cache.addDrawn(own, drawn)
  cache.drawn.set(own.id, drawn)
}

/** The content of an open paper, from memory once. */
export async function takeContent(app: App, id: string): Promise<readonly FrozenGroup[]> {
  const { drawn } = cacheOf(app)
  const kept = drawn.get(id)
  drawn.delete(id)
  if (kept) return shownIn(kept.groups, kept.refs)
  return storedContent(
    { app, db: app.db },
    await app.db.selectFrom('paper').where('id', '=', id).select(contentColumns).executeTakeFirstOrThrow(),
  )
}

/**
 * The caller's own paper in any state; its `id` has the database's spelling, whatever the spelling of the request. A command passes its
 * transaction as `db`. Fails notFound if the paper does not exist or belongs to another candidate.
 */
export async function mustGetCached(app: App, id: string, userId: string, db = app.db): Promise<CachedPaper> {
  const cached = cacheOf(app).papers.get(id) ?? (await load(app, db, id))
  return must(cached?.userId === userId ? cached : undefined)
}

/**
 * The bank's id of a question that the candidate's page names by its reference. The bank's id itself is accepted too, because a page may have
 * been loaded from a server process of an earlier release; not in step mode, where it would tell whether a question is still to come.
 */
export const bankIdOf = ({ quIds, stepMode }: CachedPaper, given: string): string =>
  quIds.get(given) ?? (quIds.size === 0 || stepMode === stepModes.off ? given : '0')

const readPapers = (db: Database, ids: readonly string[]) =>
  db
    .selectFrom('paper')
    .where(among('id', ids))
    .where('state', '>=', PaperState.open)
    .select(['id', 'examId', 'userId', 'stepMode', 'quSeconds', ...contentColumns])
    .execute()

type PaperRow = Awaited<ReturnType<typeof readPapers>>[number]

async function load(app: App, db: Database, id: string): Promise<CachedPaper | undefined> {
  if (db === app.db) return cacheOf(app).read(id)
  const rows = await readPapers(db, [id])
  const [arranged] = await storedArrangements({ app, db }, rows)
  return rows[0] && cacheOf(app).addStored(rows[0], arranged)
}

/** The answered count of a paper, read again if the cached count is stale. */
export async function answeredOf(app: App, paper: CachedPaper): Promise<number> {
  if (paper.progress.isStale(performance.now())) await cacheOf(app).readProgress(paper)
  return paper.progress.count
}
