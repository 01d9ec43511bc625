// Real-name requests as auditors read and decide them.
import { real, type RealRow, realState, RealState } from '@shuyuan/contract/account/realname/real.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { must } from '../../../kernel/fail.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { addressHours, fileAddresses } from '../../../kernel/files/signed-file.ts'
import { recorded } from '../../site/log/log.service.ts'
import { reviewByProvider } from './real-auto.service.ts'
import { passRecords, rejectRecords } from './real-pass.service.ts'
import { idCardOfReal, idCardPrint, openIdCard } from '../../people/user/id-card.service.ts'
import { maskIdCard } from './real.rules.ts'
import { mustBeOn } from './real.service.ts'
import { ofUsersWithinDataScope, withinDataScope } from '../../people/user/data-scope.service.ts'
import { among } from '../../../kernel/database.ts'
import { rowsNamed } from '../../people/user/name-search.service.ts'

const LIST = 'sys:user:real:list'
const REVIEW = 'sys:user:real:audit'

const records = ({ db }: Ctx) =>
  db
    .selectFrom('sysReal')
    .innerJoin('sysUser', 'sysUser.id', 'sysReal.userId')
    .innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .leftJoin('sysUser as auditor', 'auditor.id', 'sysReal.auditBy')
const columns = [
  ...([
    'sysReal.id',
    'sysReal.userId',
    'sysUser.userName',
    'sysDepart.deptName',
    'sysReal.realName',
    'sysReal.face',
    'sysReal.idCard',
  ] as const),
  ...(['sysReal.sex', 'age', 'birthday', 'domicileAddress', 'contactWay', 'sysUser.realPerson', 'sysReal.state', 'auditMsg'] as const),
  ...(['auditTime', 'autoResult', 'sysReal.createTime', 'sysUser.face as currentFace', 'auditor.realName as auditor'] as const),
]
type Stored = Omit<RealRow, 'state' | 'state_dictText' | 'deptCode_dictText' | 'auditBy_dictText'> & {
  state: number
  deptName: string
  auditor: string | null
}

/** Only auditors and the user see the whole number. */
function shown(ctx: Ctx, addressOf: (stored: string) => string, { deptName, auditor, idCard, currentFace, ...row }: Stored): RealRow {
  const isOpen = can(ctx, REVIEW) || row.userId === ctx.user.id
  const number = openIdCard(ctx.app, idCardOfReal, row.id, idCard)
  const state = row.state as keyof typeof realState
  return {
    ...row,
    state,
    state_dictText: realState[state],
    idCard: isOpen ? number : maskIdCard(number),
    face: addressOf(row.face),
    currentFace: currentFace === row.face ? '' : addressOf(currentFace),
    deptCode_dictText: deptName,
    auditBy_dictText: auditor ?? '',
  }
}

// ids grow with the time of the request
const sortable = { createTime: 'sysReal.id', auditTime: 'auditTime', realName: 'sysReal.realName' }

/**
 * Requests within the caller's data scope: waiting ones in order of arrival, else the newest first. A number is found
 * when it is entered completely.
 */
export async function pageReals(ctx: Ctx, { params, ...paging }: Input<typeof real.paging>): Promise<Output<typeof real.paging>> {
  const { state, realName, idCard } = params
  let found = ctx.db.selectFrom('sysReal').where(await ofUsersWithinDataScope(ctx, 'sysReal.userId'))
  if (state !== undefined) found = found.where('sysReal.state', '=', state)
  if (realName) found = found.where('sysReal.id', '=', rowsNamed('sys_real', realName))
  if (idCard) found = found.where('sysReal.idCardPrint', '=', idCardPrint(ctx.app, idCard.toUpperCase()))
  const page = await keyedPageOf(ctx.db, found, paging, {
    key: 'sysReal.id',
    read: (ids) => records(ctx).where(among('sysReal.id', ids)).select(columns).execute(),
    sortable,
    fallback: [['sysReal.id', state === RealState.waiting ? 'asc' : 'desc']],
  })
  const addressOf = await fileAddresses(ctx.app, addressHours.personal)
  return { ...page, records: page.records.map((row) => shown(ctx, addressOf, row)) }
}

/** One request; without an id the caller's own latest, null without one. Fails notFound for another user's without the tag. */
export async function findReal(ctx: Ctx, { id }: Input<typeof real.detail>): Promise<Output<typeof real.detail>> {
  if (!can(ctx, LIST)) await mustBeOn(ctx)
  let found = records(ctx).select(columns)
  if (id === undefined) found = found.where('sysReal.userId', '=', ctx.user.id).orderBy('sysReal.id', 'desc').limit(1)
  else if (can(ctx, LIST)) {
    const inScope = await withinDataScope(ctx)
    found = found.where('sysReal.id', '=', id).where((eb) => eb.or([eb('sysReal.userId', '=', ctx.user.id), inScope]))
  } else found = found.where('sysReal.id', '=', id).where('sysReal.userId', '=', ctx.user.id)
  const row = await found.executeTakeFirst()
  return row || id !== undefined ? shown(ctx, await fileAddresses(ctx.app, addressHours.personal), must(row)) : null
}

/** Checks that all of these requests lie within the caller's data scope. Fails notFound. */
async function mustReach(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await records(ctx)
    .where(await withinDataScope(ctx))
    .where(among('sysReal.id', wanted))
    .select('sysReal.id')
    .execute()
  must(rows.length === wanted.length || undefined)
}

/** Passes or rejects waiting requests, all or none. Fails notFound, realAudited where another auditor was first, realTaken. */
export async function auditReals(ctx: Ctx, { ids, state, auditMsg }: Input<typeof real.audit>): Promise<true> {
  await mustReach(ctx, ids)
  await (state === RealState.passed ? passRecords : rejectRecords)(ctx, ids, { auditMsg, auditBy: ctx.user.id })
  return true
}

/** Lets the face provider audit waiting requests. Fails notFound. */
export async function autoAuditReals(ctx: Ctx, { ids }: Input<(typeof real)['auto-audit']>): Promise<Output<(typeof real)['auto-audit']>> {
  await mustReach(ctx, ids)
  const result = await reviewByProvider(ctx, [...new Set(ids)])
  await recorded(ctx, real['auto-audit'], { ids, result }, async () => undefined)
  return result
}
