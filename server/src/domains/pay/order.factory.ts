// Orders for tests and demo data.
import { OrderState } from '@shuyuan/contract/pay/order-state.ts'
import type { Insertable } from 'kysely'
import type { Database } from '../../kernel/database.ts'
import type { PayOrder } from '../../kernel/tables.ts'

/** An order, paid with WeChat a moment ago by default; prices in hundredths. @returns its id */
export async function makeOrder(
  db: Database,
  order: Pick<Insertable<PayOrder>, 'userId'> & Partial<Insertable<PayOrder>>,
): Promise<string> {
  const at = (order.createTime ?? new Date()) as Date
  const { count } = await db
    .selectFrom('payOrder')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const orderNo = `${at.toISOString().replaceAll(/\D/g, '').slice(0, 14)}${String(Number(count) + 1).padStart(6, '0')}`
  const { id } = await db
    .insertInto('payOrder')
    .values({
      orderNo,
      goodsType: 'course',
      goodsId: '1',
      goodsTitle: '酒店安全管理',
      price: 9_900,
      payMethod: 'wechat',
      orderState: OrderState.paid,
      payTime: at,
      createTime: at,
      updateTime: at,
      ...(order.payMethod === 'points' ? { paidPoints: order.costPoints ?? 0 } : { paidAmount: order.price ?? 9_900 }),
      ...order,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
