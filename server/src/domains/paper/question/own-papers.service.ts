// The papers of one user, for what every candidate asks at the start of an exam.
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { DB } from '../../../kernel/tables.ts'

/**
 * The papers of a user as a table, found by an index that begins with the user. Beside conditions on the exam or the state the planner may take an
 * index of these, which reads the papers of the whole hall for each candidate: it chooses by sizes from before the exam, and keeps the choice.
 * `offset 0` keeps the other conditions out.
 * @param userId an id or a column
 */
export const papersOf = (userId: string | RawBuilder<string>) =>
  sql<Selectable<DB['paper']>>`(select own.* from paper own where own.user_id = ${userId} offset 0)`
