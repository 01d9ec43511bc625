// The uses of a coupon. Each is an order that is open or paid; one that is closed has given its use back.
import { sql } from 'kysely'
import type { Database } from '../../../kernel/database.ts'
import { openStates } from './open-order.service.ts'

type Order = { userId: string; goodsType: string; goodsId: string; couponCode: string }

/**
 * Takes the use of a closed order's coupon again, for a payment that arrives late. A newer open order for the same goods that has the coupon
 * is closed by this payment and gives its use back.
 * @returns false when the coupon is used up elsewhere
 */
export async function retakeCoupon(db: Database, { userId, goodsType, goodsId, couponCode }: Order): Promise<boolean> {
  if (couponCode === '') return true
  const { numUpdatedRows } = await db
    .updateTable('payCoupon')
    .set({ used: sql<number>`used + 1` })
    .where('code', '=', couponCode)
    .where((eb) =>
      eb.or([
        eb('used', '<', eb.ref('mostUses')),
        eb.exists(
          db
            .selectFrom('payOrder')
            .where('userId', '=', userId)
            .where('goodsType', '=', goodsType)
            .where('goodsId', '=', goodsId)
            .where('couponCode', '=', couponCode)
            .where('orderState', 'in', openStates)
            .select('id'),
        ),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
