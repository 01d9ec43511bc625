// Who calls with an API token. Nothing is cached: a right that the owner loses is lost at the next call.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { say } from '@shuyuan/contract/account/account.server.texts.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'
import { createHash } from 'node:crypto'
import type { App } from '../../../kernel/ctx.ts'
import type { Asked, Authenticated } from '../../../kernel/endpoint.ts'
import { fail } from '../../../kernel/fail.ts'
import { isPermitted, readAllowList } from '../../../kernel/http/outgoing-allow.ts'
import { rightsOf } from '../../session/session-read.service.ts'

/** Precision of the time of the last use. */
const USED_MS = 60_000
const PATTERN = /^sk_[\w-]{43}$/

export const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** The ranges of a text, one a line or divided by commas; undefined for anything else than addresses and ranges. */
export function readAddresses(text: string): string[] | undefined {
  const all = text.split(/[\s,，;；]+/).filter((one) => one !== '')
  if (all.length === 0) return []
  const read = readAllowList(all.join(','))
  return read && read.hosts.length === 0 ? all : undefined
}

/** Whether an address lies in one of these ranges. */
export function isAddressWithin(addresses: readonly string[], ip: string): boolean {
  const list = readAllowList(addresses.join(','))
  return list !== undefined && isPermitted({ hosts: [], ranges: list.ranges }, ip, ip, true)
}

/**
 * The owner of an API token, with those of the token's permissions that the owner has now. Fails signedOut for an unknown or expired token
 * or an owner whose account is not active, forbidden for a foreign address and for calls that are not for tokens, secondFactor while a
 * role of the owner requires a second factor that they have not set up, mustChangePass while they have to choose a new password.
 */
export async function authenticateBearer(app: App, token: string, { endpoint }: Asked, ip: string): Promise<Authenticated> {
  if (!PATTERN.test(token)) fail('signedOut', say('apiTokenWrong'))
  const row = await app.db
    .selectFrom('sysApiToken as t')
    .innerJoin('sysUser', 'sysUser.id', 't.userId')
    .leftJoin('sysTotp', 'sysTotp.userId', 't.userId')
    .where('hash', '=', hashOf(token))
    .select(['t.id as tokenId', 'title', 'tags', 'addresses', 't.expireTime', 'lastUsed', 'enabledTime'])
    .select(['sysUser.id', 'userName', 'realName', 'roleType', 'deptCode', 'state', 'mustChangePass', 'sysUser.expireTime as accountUntil'])
    .executeTakeFirst()
  if (!row) return fail('signedOut', say('apiTokenWrong'))
  const now = app.clock()
  if (row.expireTime <= now) fail('signedOut', say('apiTokenExpired'))
  const isOpen = row.state === UserState.active && row.roleType === RoleType.staff && (row.accountUntil === null || row.accountUntil > now)
  if (!isOpen) fail('signedOut', say('apiTokenOwner'))
  if (row.addresses.length > 0 && !isAddressWithin(row.addresses, ip)) fail('forbidden', say('apiTokenAddress'))
  if (!(endpoint.apiToken ?? endpoint.permit !== 'any')) fail('forbidden', sayServer('tokenCall'))
  const { roles, permissions, needTotp } = await rightsOf(app.db, row.id)
  if (needTotp && row.enabledTime === null) fail('secondFactor')
  if (row.mustChangePass) fail('mustChangePass')
  await recordUse(app, row, now, ip)
  const { id, userName, realName, roleType, deptCode } = row
  const left = new Set(row.tags.filter((tag) => permissions.has(tag)))
  const apiToken = { id: row.tokenId, title: row.title }
  return { user: { id, userName, realName, roleType, deptCode, sessionId: '', roles, permissions: left, apiToken } }
}

async function recordUse({ db }: App, { tokenId, lastUsed }: { tokenId: string; lastUsed: Date | null }, now: Date, ip: string) {
  if (lastUsed !== null && now.getTime() - lastUsed.getTime() < USED_MS) return
  await db.updateTable('sysApiToken').set({ lastUsed: now, lastIp: ip }).where('id', '=', tokenId).execute()
}
