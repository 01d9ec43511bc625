// The library of faces as administrators see it, and the own entry.
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { faceSource, faceState, FaceState, type sysFace } from '@shuyuan/contract/face/face.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { wording } from '../../kernel/localized.ts'
import { addressHours, fileAddresses } from '../../kernel/files/signed-file.ts'
import { briefly } from '../../kernel/memo/briefly.ts'
import { pageByKey } from '../../kernel/page.ts'
import { scopeOf } from '../people/role-menu/scope.service.ts'
import type { FaceProblem } from '../../providers/face/face.ts'
import { inDepartBranches } from '../people/org/depart.service.ts'
import { ofUsersWithinDataScope, withinDataScope } from '../people/user/data-scope.service.ts'
import { usersNamed } from '../people/user/name-search.service.ts'
import { activeFace, comparesFaces } from '../site/provider/compare.service.ts'
import { pictureAddresses } from '../site/provider/evidence.service.ts'
import { consentTimes, faceRules } from './consent.service.ts'
import type { FaceSource } from './library.service.ts'
import { faceMessage } from './match.service.ts'

/** while no provider is active */
const none = { name: '', model: '' }
const sortable = { updateTime: 'sysFace.updateTime' }

/** Addresses of pictures, which are captures or uploads. */
async function imageAddresses(ctx: Ctx): Promise<(stored: string) => string> {
  const [picture, upload] = [await pictureAddresses(ctx.app), await fileAddresses(ctx.app, addressHours.personal)]
  return (stored) => (stored.startsWith('/') || stored.startsWith('http') ? upload(stored) : picture(stored))
}

const problemText = (ctx: Ctx, problem: string) => (problem === '' ? '' : wording(ctx, faceMessage(problem as FaceProblem)))

/** Stored faces within the caller's data scope. */
export async function pageFaces(ctx: Ctx, { params, ...paging }: Input<typeof sysFace.paging>): Promise<Output<typeof sysFace.paging>> {
  let found = ctx.db
    .selectFrom('sysFace')
    .leftJoin('sysUser', 'sysUser.id', 'sysFace.id')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where(await ofUsersWithinDataScope(ctx, 'sysFace.id'))
  if (params.state !== undefined) found = found.where('sysFace.state', '=', params.state)
  if (params.realName) found = found.where('sysFace.id', '=', usersNamed(params.realName))
  if (params.deptCode) found = found.where(inDepartBranches('sysUser.deptCode', [params.deptCode]))
  const columns = [
    'sysFace.id',
    // the account may be gone before its picture is
    sql<string>`coalesce(user_name, '')`.as('userName'),
    sql<string>`coalesce(real_name, '')`.as('realName'),
    sql<string>`coalesce(dept_name, '')`.as('deptName'),
    'url',
    'sysFace.state',
    'source',
    'problem',
    'provider',
    'sysFace.updateTime',
  ] as const
  const page = await pageByKey(ctx.db, found.select(columns), paging, { key: 'sysFace.id', sortable, fallback: [['sysFace.id', 'desc']] })
  const agreed = await consentTimes(
    ctx.db,
    page.records.map((row) => row.id),
  )
  const addressOf = await imageAddresses(ctx)
  const records = page.records.map(({ deptName, url, ...row }) => ({
    ...row,
    deptCode_dictText: deptName,
    image: addressOf(url),
    state: row.state,
    state_dictText: faceState[row.state as FaceState],
    source: row.source as FaceSource,
    source_dictText: faceSource[row.source as FaceSource],
    problem: problemText(ctx, row.problem),
    consentTime: agreed.get(row.id) ?? null,
  }))
  return { ...page, records }
}

/** The coverage of so many people is remembered for half a minute. */
const LARGE = 2_000

/** People and faces that the active provider can compare, by department, the departments with the most people first. */
export async function faceCoverage(ctx: Ctx): Promise<Output<typeof sysFace.coverage>> {
  const { name, model } = (await activeFace(ctx.app)) ?? none
  const key = JSON.stringify(['faces', name, model, ctx.user.id, (await scopeOf(ctx)).key])
  const isDear = (departs: Output<typeof sysFace.coverage>) => departs.reduce((sum, { people }) => sum + people, 0) >= LARGE
  return briefly(ctx, key, () => countFaces(ctx, name, model), { isDear })
}

async function countFaces(ctx: Ctx, name: string, model: string): Promise<Output<typeof sysFace.coverage>> {
  return ctx.db
    .selectFrom('sysUser')
    .innerJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .leftJoin('sysFace', (join) =>
      join
        .onRef('sysFace.id', '=', 'sysUser.id')
        .on('sysFace.state', '=', FaceState.used)
        .on('sysFace.provider', '=', name)
        .on('sysFace.model', '=', model),
    )
    .where(await withinDataScope(ctx))
    .where('sysUser.state', '=', UserState.active)
    .groupBy(['sysUser.deptCode', 'deptName'])
    .orderBy(sql`count(*) desc`)
    .orderBy('sysUser.deptCode')
    .limit(1_000)
    .select(['sysUser.deptCode', 'deptName', sql<number>`count(*)::int`.as('people'), sql<number>`count(sys_face.id)::int`.as('enrolled')])
    .execute()
}

/** The caller's own face and consent. */
export async function ownFace(ctx: Ctx): Promise<Output<typeof sysFace.mine>> {
  const row = await ctx.db
    .selectFrom('sysFace')
    .where('id', '=', ctx.user.id)
    .select(['url', 'state', 'problem', 'provider', 'model', 'updateTime'])
    .executeTakeFirst()
  const { consentText } = await faceRules(ctx)
  const consentTime = (await consentTimes(ctx.db, [ctx.user.id])).get(ctx.user.id) ?? null
  const common = { compares: await comparesFaces(ctx.app), consentText, consentTime }
  if (!row) return { ...common, enrolled: false, state: null, problem: '', image: '', updateTime: null }
  const addressOf = await imageAddresses(ctx)
  const { url, problem, updateTime } = row
  const { name, model } = (await activeFace(ctx.app)) ?? none
  // what another provider or model enrolled waits, whether the job has come to it or not
  const state = row.provider === name && row.model === model ? row.state : FaceState.waiting
  return {
    ...common,
    enrolled: state === FaceState.used,
    state: state,
    problem: state === FaceState.refused ? problemText(ctx, problem) : '',
    image: addressOf(url),
    updateTime,
  }
}
