// Lists of granted certificates: one's own, and those of the back office; files of many as an archive.
import { say } from '@shuyuan/contract/cert/cert.server.texts.ts'
import { FileState, type grant, type GrantSource, grantSources, GrantState, mostInZip } from '@shuyuan/contract/cert/grant.ts'
import type { FileReply, Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { sql } from 'kysely'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { containing, among } from '../../kernel/database.ts'
import { writeArchiveTo } from '../../kernel/archive.ts'
import { failField } from '../../kernel/fail.ts'
import { addressHours, fileAddresses } from '../../kernel/files/signed-file.ts'
import { halfMinute } from '../../kernel/memo/counted.ts'
import { keyedPageOf, pageByKey } from '../../kernel/page.ts'
import { ofUsersWithinDataScope, withinDataScope } from '../people/user/data-scope.service.ts'
import { rowsNamed } from '../people/user/name-search.service.ts'
import { scopeOf } from '../people/role-menu/scope.service.ts'
import { isGrantNo, normalNo, statusOf } from './grant.rules.ts'
import { verifyAddress } from './pdf.service.ts'
import { mustSee } from './revoke.service.ts'

type Calls = typeof grant
const LIST = 'cert:grant:list'
const MOST_BYTES = 30 * 1024 * 1024
const plan = {
  key: 'certGrant.id',
  // ids grow with the time
  sortable: { createTime: 'certGrant.id', expireTime: 'certGrant.expireTime' },
  fallback: [['certGrant.id', 'desc']] as [string, 'asc' | 'desc'][],
}

const listed = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .selectFrom('certGrant')
    .leftJoin('sysUser', 'sysUser.id', 'certGrant.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .leftJoin('certVersion', (on) =>
      on.onRef('certVersion.certId', '=', 'certGrant.certId').onRef('certVersion.version', '=', 'certGrant.version'),
    )
    .select(['certGrant.id', 'certGrant.certId', 'certGrant.userId', 'title', 'grantNo', 'authority', 'certGrant.createTime'])
    .select(['certGrant.expireTime', 'certGrant.state', 'revokeReason', 'fileState', 'file', 'refType'])
    // the name as it is on the certificate
    .select(['certGrant.realName', sql<string>`coalesce(sys_user.user_name, '')`.as('userName'), 'deptName', 'origin'])
type Listed = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

async function shown(ctx: Ctx, rows: readonly Listed[]): Promise<Output<Calls['paging']>['records']> {
  const address = await fileAddresses(ctx.app, addressHours.personal)
  const byOrigin = new Map<string, (no: string) => string>()
  for (const origin of new Set(rows.map((row) => row.origin ?? ''))) byOrigin.set(origin, await verifyAddress(ctx, origin))
  return rows.map(({ grantNo, file, fileState, refType, deptName, origin, state, ...row }) => ({
    ...row,
    certGrantNo: grantNo,
    status: statusOf({ state, expireTime: row.expireTime }, ctx.now),
    fileState: fileState,
    certFilePdf: fileState === FileState.ready && state !== GrantState.revoked ? address(`/files/${file}`) : '',
    verifyUrl: byOrigin.get(origin ?? '')?.(grantNo) ?? '',
    source_dictText: grantSources[refType as GrantSource] ?? '',
    deptCode_dictText: deptName ?? '',
  }))
}

/** Newest first; one that a newer one replaced is left out. */
export async function pageOwnGrants(ctx: Ctx, { params, ...paging }: Input<Calls['my-paging']>): Promise<Output<Calls['my-paging']>> {
  const { title, refType, refId } = params
  const query = own(ctx)
    .$if(!!title, (q) => q.where('title', 'ilike', containing(title ?? '')))
    .$if(refType !== undefined, (q) => q.where('refType', '=', refType!))
    .$if(refId !== undefined, (q) => q.where('refId', '=', refId!))
  const page = await pageByKey(ctx.db, query, paging, plan)
  return { ...page, records: await shown(ctx, page.records) }
}

const own = (ctx: Ctx) => listed(ctx).where('certGrant.userId', '=', ctx.user.id).where('certGrant.state', '!=', GrantState.renewed)

export const listOwnGrants = async (ctx: Ctx): Promise<Output<Calls['my-list']>> =>
  shown(ctx, await own(ctx).orderBy('certGrant.id', 'desc').limit(500).execute())

/** Fails notFound for another user's one, except for callers who list them, within their data scope. */
export async function findGrant(ctx: Ctx, { id }: Input<Calls['detail']>): Promise<Output<Calls['detail']>> {
  await mustSee(ctx, id, can(ctx, LIST))
  const [row] = await shown(ctx, [await listed(ctx).where('certGrant.id', '=', id).executeTakeFirstOrThrow()])
  return row!
}

/** Certificates of users within the caller's data scope, newest first. */
export async function pageGrants(ctx: Ctx, { params, ...paging }: Input<Calls['paging']>): Promise<Output<Calls['paging']>> {
  const { realName, title, certGrantNo, certId, status, expireBefore } = params
  const no = normalNo(certGrantNo ?? '')
  const now = halfMinute(ctx.now)
  // without the joins of `listed`: even one that is left out keeps the database from reading an index alone
  const found = ctx.db
    .selectFrom('certGrant')
    .where(await ofUsersWithinDataScope(ctx, 'certGrant.userId'))
    .$if(!!realName, (q) => q.where('certGrant.id', '=', rowsNamed('cert_grant', realName ?? '')))
    .$if(!!title, (q) => q.where('title', 'ilike', containing(title ?? '')))
    .$if(no !== '' && isGrantNo(no), (q) => q.where('grantNo', '=', no))
    .$if(no !== '' && !isGrantNo(no), (q) => q.where('grantNo', 'ilike', containing(no)))
    .$if(certId !== undefined, (q) => q.where('certGrant.certId', '=', certId!))
    .$if(status === 'revoked', (q) => q.where('certGrant.state', '=', GrantState.revoked))
    .$if(status === 'expired', (q) => q.where('certGrant.state', '!=', GrantState.revoked).where('certGrant.expireTime', '<=', now))
    .$if(status === 'valid', (q) =>
      q
        .where('certGrant.state', '!=', GrantState.revoked)
        .where((eb) => eb.or([eb('certGrant.expireTime', 'is', null), eb('certGrant.expireTime', '>', now)])),
    )
    .$if(expireBefore !== undefined, (q) => q.where('certGrant.expireTime', '<=', expireBefore!))
  // no index has the title or a part of the number: each row before the page is read
  const few = { most: 1_000, deepest: 10_000 }
  // those of all other people are passed on the way
  const ofBranch = (await scopeOf(ctx)).width === 'departs' && { most: 2_000, deepest: 5_000 }
  const read = async (ids: string[]) => {
    const rows = await listed(ctx).where(among('certGrant.id', ids)).execute()
    return shown(ctx, rows)
  }
  return keyedPageOf(ctx.db, found, paging, { ...plan, ...ofBranch, ...((title || no !== '') && few), read })
}

/** An archive of the PDFs of these certificates. Fails at `ids` for too many, for unknown ones, and for ones without a file. */
export async function zipGrants(ctx: Ctx, { ids }: Input<Calls['zip']>): Promise<FileReply> {
  const wanted = [...new Set(ids)]
  if (wanted.length > mostInZip) failField('ids', say('certZipMany', { n: String(mostInZip) }))
  const rows = await ctx.db
    .selectFrom('certGrant')
    .innerJoin('sysUser', 'sysUser.id', 'certGrant.userId')
    .where(among('certGrant.id', wanted))
    .where(await withinDataScope(ctx))
    .where('fileState', '=', FileState.ready)
    .where('certGrant.state', '!=', GrantState.revoked)
    .orderBy('certGrant.id')
    .select(['file', 'grantNo', 'certGrant.realName'])
    .execute()
  if (rows.length < wanted.length) failField('ids', say('certZipWaiting', { n: String(wanted.length - rows.length) }))
  const path = join(ctx.app.runtime.tmpDir || tmpdir(), `certs-${randomUUID()}.zip`)
  try {
    await writeArchiveTo(path, async (zip) => {
      for (const { file, grantNo, realName } of rows) {
        const bytes = await ctx.app.storage.readPrivate(file, MOST_BYTES)
        if (bytes) await zip.add(`${realName.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')}_${grantNo}.pdf`, bytes)
      }
    })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  const body = createReadStream(path)
  body.once('close', () => void rm(path, { force: true }))
  return { name: `证书_${toWallClock(ctx.now).slice(0, 10)}.zip`, type: 'application/zip', body }
}
