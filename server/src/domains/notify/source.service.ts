// Notification sources: a domain registers the variables of its things and the users whom they concern.
import { NO_LIMIT } from '@shuyuan/contract/notify/event.ts'
import { say } from '@shuyuan/contract/notify/notify.server.texts.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { RawBuilder } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import { failField, must } from '../../kernel/fail.ts'

export type NotifySource = {
  /** the event's own variables, name → text; fails notFound for an unknown id */
  values: (ctx: Ctx, refId: string) => Promise<Record<string, string>>
  /** rows (user_id) of the users whom it concerns */
  people: (refId: string) => RawBuilder<{ userId: string }>
  /** whether the caller made the thing; false for an unknown id */
  isOwn: (ctx: Ctx, refId: string) => Promise<boolean>
  /** what its inbox messages open; without it the thing itself */
  opens?: (ctx: Ctx, refId: string) => Promise<Ref>
}

/** A time in a text, to the minute; null means no limit. */
export const limitText = (at: Date | null): string => (at ? toWallClock(at).slice(0, 16) : NO_LIMIT)

const sourcesOf = appPart(() => new Map<string, NotifySource>())

/** Registers the source of a reference type; once, at the start of the server. */
export const addSource = (app: App, refType: string, source: NotifySource): void => void sourcesOf(app).set(refType, source)

export type Ref = { refType: string; refId: string }

/** The source of a reference; undefined without a reference. Fails at the field for an unknown type, notFound without an id. */
export function sourceOf({ app }: Pick<Ctx, 'app'>, { refType, refId }: Ref): NotifySource | undefined {
  if (refType === '') return undefined
  const source = sourcesOf(app).get(refType)
  if (!source) failField('refType', say('refTypeUnknown'))
  must(/^\d{1,18}$/.test(refId) ? refId : undefined)
  return source
}
