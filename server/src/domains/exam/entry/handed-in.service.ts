// Whether the caller has handed in an exam: papers belong to a domain above, which says it when the server starts.
import { type RawBuilder, sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'

/** A condition on a row of `exam`. */
type HandedIn = (userId: string) => RawBuilder<boolean>

const saidOf = appPart((): { of: HandedIn } => ({ of: () => sql<boolean>`false` }))

export const sayHandedIn = (app: App, of: HandedIn): void => void (saidOf(app).of = of)

/** True for exams of which the caller has a paper that is handed in, and none that is open. */
export const handedIn = ({ app, user }: Ctx): RawBuilder<boolean> => saidOf(app).of(user.id)
