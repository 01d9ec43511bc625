// What notifications may be about: a domain that knows such things says here what their variables are and whom they concern.
import { say } from '@shuyuan/contract/notify/notify.server.texts.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import type { RawBuilder } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import { failField, must } from '../../kernel/fail.ts'

export type NotifySource = {
  /** the event's own variables, name → text; fails notFound for what does not exist */
  values: (ctx: Ctx, refId: string) => Promise<Record<string, string>>
  /** rows (user_id) of the people whom it concerns */
  people: (refId: string) => RawBuilder<{ userId: string }>
}

/** A time in a text, to the minute; null: none is set. */
export const limitText = (at: Date | null): string => (at ? toWallClock(at).slice(0, 16) : '不限')

const sourcesOf = appPart(() => new Map<string, NotifySource>())

/** Makes `refType` something that can be notified about; once, when the server is put together. */
export const addSource = (app: App, refType: string, source: NotifySource): void => void sourcesOf(app).set(refType, source)

export type Ref = { refType: string; refId: string }

/** The source behind a reference; undefined where there is no reference. Fails at the field for a kind that nobody knows, notFound for no id. */
export function sourceOf({ app }: Pick<Ctx, 'app'>, { refType, refId }: Ref): NotifySource | undefined {
  if (refType === '') return undefined
  const source = sourcesOf(app).get(refType)
  if (!source) failField('refType', say('refTypeUnknown'))
  must(/^\d{1,18}$/.test(refId) ? refId : undefined)
  return source
}
