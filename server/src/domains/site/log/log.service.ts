// The audit log: one row per command with caller, endpoint and input, without secrets.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'

const MAX_TEXT = 2_000
const MAX_ITEMS = 200
const NUL = String.fromCharCode(0)
const secret =
  /password|token|secret|smscode|captchavalue|(app|access|push|pull|private|public|encode|aes|v3)key|(encode|aes)iv|base64|idcard/i

/** Writes the audit row of a command in its transaction. */
export const audit = (ctx: Ctx, endpoint: Endpoint, input: unknown): Promise<void> => auditTitled(ctx, endpoint, input)

/** As audit, for what is no call: a command of the machine. */
export async function auditTitled(ctx: Ctx, endpoint: { path: string; title: string }, input: unknown): Promise<void> {
  const { change, request, user, now } = ctx
  await ctx.db
    .insertInto('sysLog')
    .values({
      userId: user.id === '0' ? null : user.id,
      userName: user.userName,
      apiToken: user.apiToken?.title ?? '',
      path: endpoint.path,
      title: endpoint.title,
      input: json(withoutSecrets(input)),
      before: change.before === undefined ? null : json(withoutSecrets(change.before)),
      after: change.after === undefined ? null : json(withoutSecrets(change.after)),
      ip: request.ip,
      userAgent: request.userAgent.slice(0, 300).toWellFormed(),
      createTime: now,
    })
    .execute()
}

/** A copy to store: secrets masked whatever their type, long texts and lists cut. */
export function withoutSecrets(value: unknown): unknown {
  if (typeof value === 'string') return storable(value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value)
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map(withoutSecrets)
    return value.length > MAX_ITEMS ? [...items, `… ${value.length - MAX_ITEMS}`] : items
  }
  if (value === null || typeof value !== 'object' || value instanceof Date) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [storable(key), secret.test(key) && isGiven(one) ? '***' : withoutSecrets(one)]),
  )
}

/** jsonb accepts neither NUL nor lone surrogates, and a call must not fail because of its audit row. */
const storable = (text: string) => text.replaceAll(NUL, '').toWellFormed()
const isGiven = (value: unknown) => value !== '' && value !== undefined && value !== null && typeof value !== 'boolean'

/** Runs `act` in its own transaction with the audit row in it: for calls whose record must stay even when they refuse. */
export function recorded<T>(ctx: Ctx, endpoint: Endpoint, input: unknown, act: (ctx: Ctx) => Promise<T>): Promise<T> {
  return ctx.app.db.transaction().execute(async (transaction) => {
    const inner = { ...ctx, db: transaction }
    const value = await act(inner)
    await audit(inner, endpoint, input)
    return value
  })
}
