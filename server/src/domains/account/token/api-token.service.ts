// API tokens: made with permissions of their owner, listed and revoked.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import { MenuType } from '@shuyuan/contract/people/role-menu/menu-type.ts'
import { API_TOKEN_ADDRESSES, API_TOKEN_DAYS, type apiToken } from '@shuyuan/contract/account/token/api-token.ts'
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing, among } from '../../../kernel/database.ts'
import { fail, failField, must } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { ofUsersWithinDataScope } from '../../people/user/data-scope.service.ts'
import { callerRightsOf } from '../../people/role-menu/role.service.ts'
import { hashOf, readAddresses } from './bearer.service.ts'

const HINT = 9
const DAY_MS = 86_400_000
const sortable = { title: 'title', expireTime: 't.expireTime', lastUsed: 'lastUsed', createTime: 't.createTime' }

/** The tokens of users within the caller's data scope, newest first. */
export async function pageTokens(ctx: Ctx, { params, ...paging }: Input<typeof apiToken.paging>): Promise<Output<typeof apiToken.paging>> {
  const query = ctx.db
    .selectFrom('sysApiToken as t')
    .innerJoin('sysUser', 'sysUser.id', 't.userId')
    .where(await ofUsersWithinDataScope(ctx, 't.user_id'))
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .select(['t.id', 'title', 'hint', 'userName', 'realName', 'tags', 'addresses', 't.expireTime', 'lastUsed', 'lastIp', 't.createTime'])
  return pageOf(query, paging, sortable, [['t.id', 'desc']])
}

/** The caller's permissions with the titles of their menus, in the order of the menus. */
export async function grantableTags(ctx: Ctx): Promise<Output<typeof apiToken.tags>> {
  const { tags } = await callerRightsOf(ctx)
  const rows = await ctx.db
    .selectFrom('sysMenu as m')
    .leftJoin('sysMenu as p', 'p.id', 'm.parentId')
    .where('m.permissionTag', '=', sql<string>`any(${[...tags]}::text[])`)
    .orderBy((eb) => eb.fn.coalesce('p.sort', eb.lit(0)))
    .orderBy('m.sort')
    .orderBy('m.id')
    .select(['m.permissionTag as tag', 'm.metaTitle as title', 'm.menuType', 'p.metaTitle as parent'])
    .execute()
  const byTag = new Map<string, { tag: string; title: string; page: string }>()
  for (const { tag, title, menuType, parent } of rows)
    if (!byTag.has(tag)) byTag.set(tag, { tag, title, page: menuType === MenuType.function ? (parent ?? title) : title })
  return [...byTag.values()]
}

/**
 * Makes a token of the caller. Fails at tags for a permission that the caller does not have, at addresses for text that is no address or
 * range, and at expireTime outside of the next 366 days.
 */
export async function addToken(ctx: Ctx, form: Input<typeof apiToken.add>): Promise<Output<typeof apiToken.add>> {
  const rights = await callerRightsOf(ctx)
  const beyond = form.tags.find((tag) => !rights.tags.has(tag))
  if (beyond !== undefined) failField('tags', say('apiTokenTag', { tag: beyond }))
  const addresses = readAddresses(form.addresses)
  if (!addresses || addresses.length > API_TOKEN_ADDRESSES)
    return failField('addresses', say('apiTokenAddresses', { n: API_TOKEN_ADDRESSES }))
  const until = ctx.now.getTime() + API_TOKEN_DAYS * DAY_MS
  if (form.expireTime <= ctx.now || form.expireTime.getTime() > until) failField('expireTime', say('apiTokenLife', { n: API_TOKEN_DAYS }))
  const token = `sk_${randomBytes(32).toString('base64url')}`
  const { id } = await ctx.db
    .insertInto('sysApiToken')
    .values({
      hash: hashOf(token),
      hint: token.slice(0, HINT),
      title: form.title,
      userId: ctx.user.id,
      tags: [...new Set(form.tags)],
      addresses,
      expireTime: form.expireTime,
      createTime: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  ctx.change.after = { id }
  return { id, token }
}

/** Fails notFound for a token that is gone or whose owner lies outside the caller's data scope. */
export async function deleteTokens(ctx: Ctx, { ids }: Input<typeof apiToken.delete>): Promise<true> {
  const gone = await ctx.db
    .deleteFrom('sysApiToken')
    .where(among('id', ids))
    .where(await ofUsersWithinDataScope(ctx, 'user_id'))
    .returning(['id', 'title', 'userId', 'tags'])
    .execute()
  if (gone.length < new Set(ids).size) fail('notFound')
  ctx.change.before = gone
  return true
}

/** The token of this call. Fails notFound for a call with a session. */
export async function ownToken({ db, user }: Ctx): Promise<Output<typeof apiToken.self>> {
  const row = await db.selectFrom('sysApiToken').where('id', '=', must(user.apiToken).id).select(['title', 'expireTime']).executeTakeFirst()
  return { ...must(row), userName: user.userName, tags: [...user.permissions] }
}
