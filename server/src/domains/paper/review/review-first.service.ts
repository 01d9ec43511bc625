// Which waiting answers a chief marker gets first: opinions on them belong to a domain above, which says it when the server starts.
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'

/** Of a task `t`: whether it comes first, and by how much, in any unit. */
export type First = { isFirst: RawBuilder<boolean>; weight: RawBuilder<number> }

const saidOf = appPart((): { first: First } => ({ first: { isFirst: sql<boolean>`false`, weight: sql<number>`0` } }))

export const sayFirst = (app: App, first: First): void => void (saidOf(app).first = first)

export const firstOf = (app: App): First => saidOf(app).first
