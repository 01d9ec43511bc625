// The papers of one user, for what every candidate asks at the start of an exam.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB } from '../../../kernel/tables.ts'

/**
 * The papers of a user as a table, found by an index that begins with the user. `offset 0` keeps further conditions out of it. With them the planner
 * might use an index of the exam or the state, and read all papers of the exam for each candidate: it plans with statistics from before the exam,
 * and a connection keeps its plans.
 * @param userId an id or a column
 */
export const papersOf = (userId: string | RawBuilder<string>) =>
  sql<Selectable<DB['paper']>>`(select own.* from paper own where own.user_id = ${userId} offset 0)`
