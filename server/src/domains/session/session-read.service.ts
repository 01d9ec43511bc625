// Reads stored sessions with their users and rights: one statement for all that are asked for at the same moment.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { FactorStep } from '@shuyuan/contract/account/code/user-totp.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { App, CurrentUser } from '../../kernel/ctx.ts'
import { among, type Database } from '../../kernel/database.ts'
import { gatheredValues } from '../../kernel/memo/gathered.ts'
import { appPart } from '../../kernel/part.ts'
import type { DB } from '../../kernel/tables.ts'
import { site } from '../site/config/config.service.ts'
import type { Life } from './session-life.rules.ts'

export type ReadSession = {
  userId: string
  user: CurrentUser
  life: Life
  accountUntil: Date | null
  /** the idle limit; 0 for a learner */
  idleMs: number
  seenAt: number
}
export type EndedSession = { userId: string; ended: string }

export const hashOf = (token: string) => createHash('sha256').update(token).digest()

const readerOf = appPart((app) => gatheredValues((hashes: readonly string[]) => readRows(app.db, hashes)))

type Row = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number]
/** As long as the entries of the cache of sessions. */
const AHEAD_MS = 30_000
/** Rows that were read before a call asked for them, by their hash; undefined where no process has just started, and after a change. */
const aheadOf = appPart((): { rows?: Map<string, Row> | undefined } => ({}))

/** Reads sessions before their calls come. */
export async function readSessionsAhead(app: App, ids: readonly string[]): Promise<void> {
  const ahead = aheadOf(app)
  // a change that comes before they are read takes this map away
  const rows = (ahead.rows = new Map<string, Row>())
  setTimeout(() => ahead.rows === rows && forgetAhead(app), AHEAD_MS).unref()
  for (const row of await selectRows(app.db).where(among('sysSession.id', ids)).execute()) rows.set(row.tokenHash.toString('hex'), row)
}

/** After a change: calls read their sessions. */
export function forgetAhead(app: App): void {
  aheadOf(app).rows = undefined
}

/** The session of a token: after a start every candidate's next call asks for theirs. */
export async function readSession(app: App, token: string): Promise<ReadSession | EndedSession> {
  const hash = hashOf(token).toString('hex')
  const { rows } = aheadOf(app)
  const row = rows?.get(hash) ?? (await readerOf(app)(hash))
  rows?.delete(hash)
  if (!row) return { userId: '0', ended: 'unknown' }
  if (row.ended !== null) return { userId: row.id, ended: row.ended }
  if (row.state !== UserState.active) return { userId: row.id, ended: 'disabled' }
  const { id, userName, realName, roleType, deptCode, sessionId, accountUntil, keepUntil, roles, permissions, needTotp } = row
  const isStaff = roleType === RoleType.staff
  const idleMs = isStaff ? (await site({ app })).props.staffIdleMinutes * 60_000 : 0
  // a session of an older program has no limit stored
  const idleUntil = isStaff ? (row.idleUntil ?? new Date(row.lastSeen.getTime() + idleMs)) : null
  const factorStep = isStaff ? stepOf(row.enabledTime !== null, row.factorPassed, needTotp) : undefined
  const user: CurrentUser = { id, userName, realName, roleType, deptCode, sessionId, roles, permissions: new Set(permissions) }
  if (factorStep !== undefined) Object.assign(user, { factorStep, roles: [], permissions: new Set() })
  const lastsUntil = isStaff ? keepUntil : row.sessionExpire
  if (lastsUntil !== null) user.lastsUntil = lastsUntil
  if (row.mustChangePass) Object.assign(user, { mustChangePass: true, roles: [], permissions: new Set() })
  return {
    userId: id,
    user,
    life: { expireTime: row.sessionExpire, idleUntil, keepUntil },
    accountUntil,
    idleMs,
    seenAt: row.lastSeen.getTime(),
  }
}

async function readRows(db: Database, hashes: readonly string[]) {
  // the planner does not see the values, so that the statement is planned once and not for each set of them
  const given = sql<Buffer>`any((select ${hashes.map((one) => `\\x${one}`)}::bytea[])::bytea[])`
  const rows = await selectRows(db).where('tokenHash', '=', given).execute()
  return new Map(rows.map((row) => [row.tokenHash.toString('hex'), row]))
}

const selectRows = (db: Database) =>
  db
    .selectFrom('sysSession')
    .innerJoin('sysUser', 'sysUser.id', 'sysSession.userId')
    .leftJoin('sysTotp', 'sysTotp.userId', 'sysSession.userId')
    .select(['sysSession.id as sessionId', 'sysSession.ended', 'sysSession.expireTime as sessionExpire', 'lastSeen', 'tokenHash'])
    .select(['idleUntil', 'keepUntil', 'factorPassed', 'enabledTime'])
    .select(['sysUser.id', 'userName', 'realName', 'roleType', 'deptCode', 'state', 'mustChangePass', 'sysUser.expireTime as accountUntil'])
    .select(rights)

function stepOf(enabled: boolean, passed: boolean, required: boolean): FactorStep | undefined {
  if (enabled) return passed ? undefined : FactorStep.code
  return required ? FactorStep.enrol : undefined
}

/** Role ids and permission tags of the row's user, and whether one of the roles requires a second factor. */
const rights = (eb: ExpressionBuilder<DB, 'sysUser'>) => {
  const ofUser = eb.selectFrom('sysUserRole').whereRef('sysUserRole.userId', '=', 'sysUser.id')
  const tags = ofUser
    .innerJoin('sysRoleMenu', 'sysRoleMenu.roleId', 'sysUserRole.roleId')
    .innerJoin('sysMenu', 'sysMenu.id', 'sysRoleMenu.menuId')
    .where('permissionTag', '!=', '')
    .select('permissionTag')
    .distinct()
  const demanding = ofUser.innerJoin('sysRole', 'sysRole.id', 'sysUserRole.roleId').where('needTotp', '=', true).select('roleId')
  return [
    sql<string[]>`array(${ofUser.select(sql`role_id::text`.as('role'))})`.as('roles'),
    sql<string[]>`array(${tags})`.as('permissions'),
    eb.exists(demanding).$castTo<boolean>().as('needTotp'),
  ]
}

/** Role ids and permission tags of a user, and whether one of the roles requires a second factor. */
export async function rightsOf(db: Database, userId: string) {
  const { roles, permissions, needTotp } = await db.selectFrom('sysUser').where('id', '=', userId).select(rights).executeTakeFirstOrThrow()
  return { roles, permissions: new Set(permissions), needTotp }
}
