// Questions that are open for a person at this moment: on a paper, in a try, in a battle, at a place of a video. Their keys are told nowhere.
import { type RawBuilder, sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { appPart } from '../../../kernel/part.ts'

/** Where a question can be open: on an exam paper, in a try of an activity, in a battle, at a place of a course file. */
export type OpenIn = 'paper' | 'activity' | 'battle' | 'stop'
/** A `select` of the ids of questions that are open for a user, as one column of text. */
type Source = (userId: string) => RawBuilder<unknown>

const sourcesOf = appPart(() => new Map<OpenIn, Source>())

/** Called at the start by the domain in which questions can be open. */
export const sayOpenIn = (app: App, kind: OpenIn, source: Source): void => void sourcesOf(app).set(kind, source)

type Asking = Pick<Ctx, 'app' | 'db' | 'user'>

/** The ids of the questions that are open for the caller, in one statement. @param kinds only there; everywhere without it */
export async function openQuestions({ app, db, user }: Asking, kinds?: readonly OpenIn[]): Promise<Set<string>> {
  const asked = [...sourcesOf(app)].filter(([kind]) => kinds?.includes(kind) ?? true)
  if (asked.length === 0) return new Set()
  const all = sql.join(
    asked.map(([, source]) => sql`(${source(user.id)})`),
    sql` union all `,
  )
  const { rows } = await sql<{ quId: string }>`select open.qu_id as "quId" from (${all}) open (qu_id)`.execute(db)
  return new Set(rows.map((row) => row.quId))
}

/** Fails questionSat if the question is open for the caller. */
export async function mustNotBeOpen(ctx: Asking, quId: string): Promise<void> {
  if ((await openQuestions(ctx)).has(quId)) fail('questionSat')
}
