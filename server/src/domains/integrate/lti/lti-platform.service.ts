// The learning platforms whose users open exams and courses here.
import type { ltiPlatform, LtiRosterUse } from '@shuyuan/contract/integrate/lti.ts'
import { say } from '@shuyuan/contract/integrate/integrate.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { App, Ctx, SlowCtx } from '../../../kernel/ctx.ts'
import { violates } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { namesOfDepts } from '../../people/org/depart.service.ts'
import { departsWithinScope, mustReachDepart } from '../../people/user/data-scope.service.ts'
import { platformsChanged } from './lti-grade.service.ts'
import { deliverSoon } from '../outbox/outbox.service.ts'

const DIVIDER = ', '

/** Those whose accounts join a department within the caller's data scope. */
export async function pagePlatforms(
  ctx: Ctx,
  { params: _none, ...paging }: Input<typeof ltiPlatform.paging>,
): Promise<Output<typeof ltiPlatform.paging>> {
  const query = ctx.db
    .selectFrom('integrateLtiPlatform as p')
    .where(await withinScope(ctx))
    .select([
      'id',
      'title',
      'issuer',
      'clientId',
      'deployments',
      'authUrl',
      'keysUrl',
      'tokenUrl',
      'tokenAudience',
      'deptCode',
      'roster',
      'enabled',
    ])
    .$narrowType<{ roster: LtiRosterUse }>()
    .select(sql<number>`(select count(*)::int from integrate_lti_user u where u.platform_id = p.id)`.as('users'))
  const page = await pageOf(query, paging, { title: 'title' }, [['id', 'desc']])
  const names = await namesOfDepts(
    ctx,
    page.records.map((row) => row.deptCode),
  )
  const records = page.records.map(({ deployments, ...row }) => ({
    ...row,
    deployments: deployments.join(DIVIDER),
    deptCode_dictText: names.get(row.deptCode) ?? '',
  }))
  return { ...page, records }
}

/** A condition on platforms: the stored department lies within the caller's data scope. */
export async function withinScope(ctx: Pick<Ctx, 'db' | 'user'>) {
  const codes = await departsWithinScope(ctx)
  return codes === null ? sql<boolean>`true` : sql<boolean>`dept_code = any(${codes}::text[])`
}

/** Fails at authUrl, keysUrl and tokenUrl for addresses that may not be called, at deptCode as mustReachDepart, at clientId for a platform that exists, notFound, also for one of a department beyond the caller's data scope. */
export async function savePlatform(
  ctx: SlowCtx,
  { id, ...form }: Input<typeof ltiPlatform.save>,
): Promise<Output<typeof ltiPlatform.save>> {
  await mustReach(ctx.app, 'authUrl', form.authUrl)
  await mustReach(ctx.app, 'keysUrl', form.keysUrl)
  if (form.tokenUrl !== '') await mustReach(ctx.app, 'tokenUrl', form.tokenUrl)
  const deployments = [...new Set(form.deployments.split(',').flatMap((one) => one.trim() || []))]
  try {
    return await ctx.transaction(async (inner) => {
      await mustReachDepart(inner, form.deptCode)
      inner.afterCommit(() => changed(inner))
      const row = { ...form, deployments, pauseUntil: null, updateTime: inner.now }
      if (id === undefined) {
        const added = inner.db.insertInto('integrateLtiPlatform').values({ ...row, createTime: inner.now })
        return added.returning('id').executeTakeFirstOrThrow()
      }
      const stored = inner.db
        .selectFrom('integrateLtiPlatform')
        .where('id', '=', id)
        .where(await withinScope(inner))
      const before = await stored.selectAll().forUpdate().executeTakeFirst()
      inner.change.before = must(before)
      await inner.db.updateTable('integrateLtiPlatform').set(row).where('id', '=', id).execute()
      return { id }
    })
  } catch (error) {
    if (violates(error, 'unique')) failField('clientId', say('ltiTaken'))
    throw error
  }
}

async function mustReach({ outgoing }: App, field: 'authUrl' | 'keysUrl' | 'tokenUrl', url: string) {
  if ((await outgoing.problemOf(url)) !== null) failField(field, say('ltiAddress'))
}

/** After the commit: every node knows which platforms take scores, and what waits for them is sent. */
async function changed({ app }: Pick<Ctx, 'app'>) {
  await platformsChanged(app)
  await deliverSoon(app)
}

/** Accounts of its users stay; scores that wait for it are gone. Fails notFound as savePlatform. */
export async function deletePlatforms(ctx: Ctx, { ids }: Input<typeof ltiPlatform.delete>): Promise<true> {
  const gone = await ctx.db
    .deleteFrom('integrateLtiPlatform')
    .where('id', 'in', ids)
    .where(await withinScope(ctx))
    .returning(['id', 'title', 'issuer'])
    .execute()
  if (gone.length < new Set(ids).size) fail('notFound')
  ctx.change.before = gone
  await ctx.db.deleteFrom('integrateDelivery').where('platformId', 'in', ids).execute()
  ctx.afterCommit(() => changed(ctx))
  return true
}
