// The tools of other makers that courses may open.
import { withoutSlash } from '@shuyuan/contract/kernel/without-slash.ts'
import { say } from '@shuyuan/contract/integrate/integrate.server.texts.ts'
import type { tool, ToolProblem } from '@shuyuan/contract/integrate/tool.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import type { App, Ctx, SlowCtx } from '../../../kernel/ctx.ts'
import { violates } from '../../../kernel/database.ts'
import { Failure, failField, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { holdersOf } from '../../../kernel/postgres/holders.ts'
import { mustSeeAll } from '../outbox/see-all.service.ts'
import { publicKeyOf } from '../../../providers/login/lti-verify.ts'
import { customOf } from './custom.rules.ts'

type Form = Input<typeof tool.save>
const MOST_REDIRECTS = 10

export async function pageTools(ctx: Ctx, { params: _none, ...paging }: Input<typeof tool.paging>): Promise<Output<typeof tool.paging>> {
  const query = ctx.db
    .selectFrom('integrateTool as t')
    .select([
      'id',
      'title',
      'issuer',
      'clientId',
      'deploymentId',
      'loginUrl',
      'targetUrl',
      'redirectUris',
      'keysUrl',
      'publicKey',
      'roster',
      'enabled',
      'custom',
      'problem',
      'problemDetail',
      'problemTime',
    ])
    .select(sql<number>`(select count(*)::int from integrate_tool_link l where l.tool_id = t.id)`.as('links'))
  const page = await pageOf(query, paging, { title: 'title' }, [['id', 'desc']])
  return { ...page, records: page.records.map(shown) }
}

type Row = { redirectUris: string[]; problem: string }
const shown = <T extends Row>(row: T) => ({
  ...row,
  redirectUris: row.redirectUris.join('\n'),
  problem: row.problem === '' ? null : (row.problem as ToolProblem),
})

/** A web address without a password; browsers go there, the server does not. */
const isWebAddress = (text: string) => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

/**
 * Adds a tool, with a client id and a deployment id of its own, or changes one. Fails at the address or key that cannot be used, and
 * notFound; forbidden for callers who do not see all users, because a tool serves courses of everybody.
 */
export async function saveTool(ctx: SlowCtx, { id, ...form }: Form): Promise<Output<typeof tool.save>> {
  await ctx.read(mustSeeAll)
  const redirectUris = [...new Set(form.redirectUris.split(/\s+/).filter((one) => one !== ''))]
  await check(ctx.app, form, redirectUris)
  return ctx.transaction(async (inner) => {
    const issuer = withoutSlash(form.issuer)
    const row = { ...form, issuer, redirectUris, updateTime: inner.now }
    if (id === undefined) {
      const added = { ...row, clientId: randomUUID(), deploymentId: randomUUID(), createTime: inner.now }
      return inner.db.insertInto('integrateTool').values(added).returning('id').executeTakeFirstOrThrow()
    }
    inner.change.before = must(await inner.db.selectFrom('integrateTool').where('id', '=', id).selectAll().forUpdate().executeTakeFirst())
    await inner.db.updateTable('integrateTool').set(row).where('id', '=', id).execute()
    return { id }
  })
}

async function check({ outgoing }: App, form: Form, redirectUris: string[]) {
  for (const field of ['loginUrl', 'targetUrl'] as const) if (!isWebAddress(form[field])) failField(field, say('toolAddress'))
  const { issuer } = form
  if (!isWebAddress(issuer) || new URL(issuer).origin !== withoutSlash(issuer)) failField('issuer', say('toolIssuer'))
  if (redirectUris.length === 0 || redirectUris.length > MOST_REDIRECTS || !redirectUris.every(isWebAddress))
    failField('redirectUris', say('toolAddress'))
  if (!customOf(form.custom)) failField('custom', say('toolCustom'))
  if (form.keysUrl !== '' && (await outgoing.problemOf(form.keysUrl)) !== null) failField('keysUrl', say('ltiAddress'))
  if (form.publicKey !== '' && !publicKeyOf(form.publicKey)) failField('publicKey', say('toolKey'))
}

/** Fails at ids for a tool that a course file opens, and forbidden as saveTool. */
export async function deleteTools(ctx: Ctx, { ids }: Input<typeof tool.delete>): Promise<true> {
  await mustSeeAll(ctx)
  const holders = await holdersOf(ctx, 'integrate_tool', ids)
  try {
    ctx.change.before = await ctx.db.deleteFrom('integrateTool').where('id', 'in', ids).returning(['id', 'title', 'clientId']).execute()
  } catch (error) {
    const message = say('toolInUse')
    if (violates(error, 'reference')) throw new Failure('badInput', message, { holders }, [{ field: 'ids', message }])
    throw error
  }
  return true
}
