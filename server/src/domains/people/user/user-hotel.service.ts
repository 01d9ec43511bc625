// The hotel block that an administrator fills in for a learner (admin.md §5; decisions.md 29).
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { HotelUserBlock, HotelUserForm } from '@shuyuan/contract/people/user/user-admin.ts'
import { derivedOfHotel, type HotelBlock } from '@shuyuan/contract/people/user/user-profile.ts'
import { id } from '@shuyuan/contract/kernel/field.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import * as z from 'zod'
import type { Ctx } from '../../../kernel/ctx.ts'
import { failField, failFields, issuesOf } from '../../../kernel/fail.ts'
import { site } from '../../site/config/config.service.ts'
import { backOfficeRoles } from '../role-menu/role.service.ts'
import { dicTree } from '../../site/setting/dic.service.ts'
import { mustFindHotel } from '../hotel/hotel.service.ts'
import { endOfPath, isPathOf } from './profile.rules.ts'

/** Empty: the columns stay unchanged. */
export type StoredBlock = Partial<HotelBlock & ReturnType<typeof endOfPath>>

const hasBlock = async (ctx: Ctx, roleType: unknown) => roleType === RoleType.learner && (await site(ctx)).props.hotelProfile

/**
 * The input of `user.save` for this body: with the block's fields where it applies. A body without a type is a learner's unless its roles
 * need a back-office user.
 */
export async function userInputOf(ctx: Ctx, body: unknown) {
  const { roleType, roles } = (body ?? {}) as { roleType?: unknown; roles?: unknown }
  const ids = z.array(id('角色')).safeParse(roles).data ?? []
  const derived = (await backOfficeRoles(ctx, ids)).length > 0 ? RoleType.staff : RoleType.learner
  return (await hasBlock(ctx, roleType ?? derived)) ? HotelUserForm : user.save.input
}

/**
 * The block's columns to store, or {} where the block does not apply: it is for learners, while the site has it enabled. The values that
 * follow from the hotel code are looked up unless the code is unchanged. Fails badInput at each field that is wrong, or as mustFindHotel.
 * May call a service: call it outside of transactions.
 */
export async function hotelBlockOf(ctx: Ctx, input: Input<typeof user.save> & { roleType: RoleType }): Promise<StoredBlock> {
  if (!(await hasBlock(ctx, input.roleType))) return {}
  const read = HotelUserBlock.safeParse(input)
  if (!read.success) return failFields(issuesOf(read.error))
  const block = read.data
  if (!(await isStored(ctx, input.id, block))) {
    const { zwmc, yyzzmc, fr } = await mustFindHotel(ctx, block.hotelCode)
    Object.assign(block, { signageName: zwmc, businessLicense: yyzzmc, legalPerson: fr })
  }
  if (!isPathOf(await dicTree(ctx, { dicCode: 'police_catalog' }), block.policeStation2)) failField('policeStation2', say('stationGone'))
  return { ...block, ...endOfPath(block.policeStation2) }
}

async function isStored({ db }: Ctx, id: string | undefined, block: HotelBlock): Promise<boolean> {
  if (id === undefined) return false
  const stored = await db
    .selectFrom('sysUser')
    .where('id', '=', id)
    .select(['hotelCode', ...derivedOfHotel])
    .executeTakeFirst()
  return stored !== undefined && (['hotelCode', ...derivedOfHotel] as const).every((name) => stored[name] === block[name])
}
