// Courses of learning platforms from which launches came, and what their rosters said.
import type { ltiRoster, LtiMemberState, LtiRosterProblem } from '@shuyuan/contract/integrate/lti.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import type { LtiLaunch } from '../../../providers/login/lti-token.ts'
import { withinScope } from './lti-platform.service.ts'

const MOST_TITLE = 200

/** Stores where the roster of this course is, at each launch: platforms may change the address. */
export async function keepContext({ db, clock }: App, platformId: string, { deployment, context }: LtiLaunch): Promise<void> {
  if (!context) return
  const row = {
    title: context.title.toWellFormed().trim().slice(0, MOST_TITLE) || context.id,
    url: context.rosterUrl,
    launchTime: clock(),
  }
  await db
    .insertInto('integrateLtiContext')
    .values({ ...row, platformId, deployment, context: context.id })
    .onConflict((conflict) => conflict.columns(['platformId', 'deployment', 'context']).doUpdateSet(row))
    .execute()
}

const counts = ['people', 'added', 'gone', 'accounts'] as const

/** Those of platforms within the caller's data scope. */
export async function pageContexts(
  ctx: Ctx,
  { params, ...paging }: Input<typeof ltiRoster.paging>,
): Promise<Output<typeof ltiRoster.paging>> {
  const query = ctx.db
    .selectFrom('integrateLtiContext as c')
    .innerJoin('integrateLtiPlatform as p', 'p.id', 'c.platformId')
    .where(await withinScope(ctx))
    .$if(params.platformId !== undefined, (q) => q.where('c.platformId', '=', params.platformId!))
    .$if(!!params.title, (q) => q.where('c.title', 'ilike', containing(params.title ?? '')))
    .select(['c.id', 'p.title as platformTitle', 'c.title', ...counts, 'problem', 'problemDetail', 'readTime'])
  const page = await pageOf(query, paging, { title: 'c.title', readTime: 'readTime' }, [['c.id', 'desc']])
  return {
    ...page,
    records: page.records.map((row) => ({ ...row, problem: row.problem === '' ? null : (row.problem as LtiRosterProblem) })),
  }
}

/** The members of a course, those who are gone too. Fails notFound for a course of a platform beyond the caller's data scope. */
export async function pageMembers(
  ctx: Ctx,
  { params, ...paging }: Input<typeof ltiRoster.members>,
): Promise<Output<typeof ltiRoster.members>> {
  const { platformId } = must(
    await ctx.db
      .selectFrom('integrateLtiContext as c')
      .innerJoin('integrateLtiPlatform as p', 'p.id', 'c.platformId')
      .where('c.id', '=', params.contextId ?? '0')
      .where(await withinScope(ctx))
      .select('c.platformId')
      .executeTakeFirst(),
  )
  const state = sql<LtiMemberState>`case when m.gone_time is not null then 'gone' when m.first_time = c.read_time then 'added' else 'present' end`
  const query = ctx.db
    .selectFrom('integrateLtiMember as m')
    .innerJoin('integrateLtiContext as c', 'c.id', 'm.contextId')
    .leftJoin('integrateLtiUser as own', (join) => join.on('own.platformId', '=', platformId).onRef('own.subject', '=', 'm.subject'))
    .leftJoin('sysUser as account', 'account.id', 'own.userId')
    .where('m.contextId', '=', params.contextId ?? '0')
    .$if(params.state !== undefined, (q) => q.where(sql<boolean>`${state} = ${params.state}`))
    .$if(!!params.name, (q) => q.where('m.name', 'ilike', containing(params.name ?? '')))
    .select(['m.subject as id', 'm.name', 'teaches', 'active', 'account.userName', 'firstTime', 'goneTime'])
    .select(state.as('state'))
  return pageOf(query, paging, { name: 'm.name', firstTime: 'firstTime' }, [
    ['m.name', 'asc'],
    ['m.subject', 'asc'],
  ])
}
