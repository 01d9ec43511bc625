// Safe Exam Browser: download of the configuration of an exam, and the check that a call comes from a browser using it.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import type { seb } from '@shuyuan/contract/exam/seb/seb.ts'
import { configKeyHeader, quitPath, securedPageHeader } from '@shuyuan/contract/exam/seb/secured.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { newLru } from '../../../kernel/memo/lru.ts'
import { appPart } from '../../../kernel/part.ts'
import { fail } from '../../../kernel/fail.ts'
import { configKey, plistFile, provesKey, settingsFor } from './seb.rules.ts'

/** Cache time of the option: every save checks it, and a change may reach open pages this much later. */
const CACHE_MS = 5_000
const MOST_PAGES = 4

const requiredOf = appPart(() => newLru<string, { required: Promise<boolean>; at: number }>(5_000))

/** Saves that arrive while the option is being read wait for that answer. */
async function isRequired(app: App, examId: string): Promise<boolean> {
  const cache = requiredOf(app)
  const at = app.clock().getTime()
  const cached = cache.get(examId)
  if (cached && at - cached.at < CACHE_MS) return cached.required
  const entry = { required: readRequired(app, examId), at }
  cache.set(examId, entry)
  entry.required.catch(() => cache.get(examId) === entry && cache.delete(examId))
  return entry.required
}

async function readRequired({ db }: App, examId: string): Promise<boolean> {
  const row = await db.selectFrom('exam').where('id', '=', examId).select('seb').executeTakeFirst()
  return row?.seb === 'required'
}

const settingsOf = ({ request }: Pick<Ctx, 'request'>, examId: string) => settingsFor({ origin: request.origin, examId, quitPath })

/** The configuration file of an exam. Fails notFound if the exam does not require the browser. */
export async function sebConfig(ctx: Ctx, { examId }: Input<typeof seb.config>) {
  if (!(await isRequired(ctx.app, examId))) fail('notFound')
  return { name: `exam-${examId}.seb`, type: 'application/seb', body: new TextEncoder().encode(plistFile(settingsOf(ctx, examId))) }
}

/**
 * Whether a call carries the hash of this exam's Config Key with the called address or, from the browser's JavaScript API, with the address
 * of a page of this site.
 */
export function isSecured(ctx: Pick<Ctx, 'request'>, examId: string): boolean {
  const { request } = ctx
  const pages = request
    .header(securedPageHeader)
    .split(' ')
    .filter((page) => page.startsWith(`${request.origin}/`))
    .slice(0, MOST_PAGES)
  const hash = request.header(configKeyHeader)
  return hash !== '' && provesKey(hash, [request.origin + request.path, ...pages], configKey(settingsOf(ctx, examId)))
}

/** Fails sebNeeded if the exam requires Safe Exam Browser and the call does not come from it with this exam's configuration. */
export async function mustBeSecured(ctx: Ctx, examId: string): Promise<void> {
  if ((await isRequired(ctx.app, examId)) && !isSecured(ctx, examId)) fail('sebNeeded')
}
