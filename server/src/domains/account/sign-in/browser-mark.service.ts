// The cookie that binds a third-party sign-in to the browser that started it (RFC 6749, 10.12).
import { randomBytes } from 'node:crypto'
import type { Ctx } from '../../../kernel/ctx.ts'
import { cookieOf } from '../../../kernel/http/cookie.rules.ts'

const form = /^[\w-]{43}$/
const isSecure = ({ request }: Pick<Ctx, 'request'>) => request.origin.startsWith('https:')
// with this prefix no other host of the domain can set the cookie; browsers accept it over HTTPS only
const nameFor = (ctx: Pick<Ctx, 'request'>) => (isSecure(ctx) ? '__Host-third' : 'third')

/** The random mark in the caller's cookie; undefined without one. */
export function browserMark(ctx: Pick<Ctx, 'request'>): string | undefined {
  const mark = cookieOf(ctx.request.header('cookie'), nameFor(ctx))
  return form.test(mark) ? mark : undefined
}

/**
 * Sets the cookie for `lifeMs` milliseconds. A browser keeps the mark it has, because its tabs may sign in at the same time.
 * @returns the mark
 */
export function markBrowser(ctx: Pick<Ctx, 'request' | 'answerHeader'>, lifeMs: number): string {
  const mark = browserMark(ctx) ?? randomBytes(32).toString('base64url')
  const secure = isSecure(ctx) ? '; Secure' : ''
  ctx.answerHeader('set-cookie', `${nameFor(ctx)}=${mark}; Path=/; Max-Age=${lifeMs / 1_000}; HttpOnly; SameSite=Lax${secure}`)
  return mark
}
