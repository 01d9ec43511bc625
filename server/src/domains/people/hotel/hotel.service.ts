// Hotels by code: from the site's own table, or from a service that an administrator configured (setting of type hotel).
import { foreign } from '@shuyuan/contract/kernel/message.ts'
import type { hotel } from '@shuyuan/contract/people/hotel/hotel.ts'
import type { user } from '@shuyuan/contract/account/user.ts'
import type { HotelInfo } from '@shuyuan/contract/people/user/user-profile.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { pageOf } from '../../../kernel/page.ts'
import { requestHotel } from '../../../providers/hotel.ts'
import { activeProp } from '../../site/provider/prop.service.ts'

/** Facts about a hotel; some may be empty. Fails hotelUnknown, or hotelServiceDown where the service gave no answer. */
export async function findHotel(ctx: Ctx, { hotelCode }: Input<typeof user.queryHotelInfo>): Promise<HotelInfo> {
  const active = await activeProp(ctx, 'hotel')
  if (!active || active.provider === 'local') return findLocally(ctx, hotelCode)
  const { url } = active.data
  const answer = await requestHotel(ctx.app.outgoing, typeof url === 'string' ? url : '', hotelCode)
  if ('found' in answer) return answer.found
  ctx.log.warn({ hotelCode, reason: answer.reason }, 'hotel lookup')
  return answer.missing === 'down'
    ? fail('hotelServiceDown')
    : fail('hotelUnknown', answer.msg === undefined ? undefined : foreign(answer.msg))
}

async function findLocally({ app }: Ctx, hotelCode: string): Promise<HotelInfo> {
  const row = await app.db.selectFrom('sysHotel').where('hotelCode', '=', hotelCode).select(['zwmc', 'yyzzmc', 'fr']).executeTakeFirst()
  return row ?? fail('hotelUnknown')
}

/** As findHotel, for callers that need all three facts: fails hotelIncomplete too. */
export async function mustFindHotel(ctx: Ctx, hotelCode: string): Promise<HotelInfo> {
  const found = await findHotel(ctx, { hotelCode })
  if (!found.zwmc || !found.yyzzmc || !found.fr) fail('hotelIncomplete')
  return found
}

const sortable = { hotelCode: 'hotelCode', zwmc: 'zwmc', updateTime: 'updateTime' }

/** The site's own table, by code. */
export function pageHotels({ db }: Ctx, { params, ...paging }: Input<typeof hotel.paging>): Promise<Output<typeof hotel.paging>> {
  let found = db.selectFrom('sysHotel')
  if (params.hotelCode) found = found.where('hotelCode', 'ilike', containing(params.hotelCode))
  if (params.zwmc) found = found.where('zwmc', 'ilike', containing(params.zwmc))
  return pageOf(found.select(['hotelCode', 'zwmc', 'yyzzmc', 'fr', 'updateTime']), paging, sortable, [['hotelCode', 'asc']])
}

/** Removes hotels from the site's own table; profiles that name them stay unchanged. */
export async function deleteHotels(ctx: Ctx, { ids }: Input<typeof hotel.delete>): Promise<true> {
  await ctx.db.deleteFrom('sysHotel').where('hotelCode', 'in', ids).execute()
  return true
}
