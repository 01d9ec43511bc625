// The ways to pay that are enabled, with their gateways.
import type { Channel, PayMethod } from '@shuyuan/contract/pay/order-state.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { listProps, openProp } from '../../site/provider/prop-store.service.ts'
import { listPayConfig } from '../setting/config.service.ts'
import { type AlipaySettings, alipayGateway } from './alipay.service.ts'
import { type Gateway, GatewayRefused } from './gateway.service.ts'
import { paypalGateway, type PaypalSettings } from './paypal.service.ts'
import { wechatGateway, type WechatSettings } from './wechat.service.ts'

/** A payment service: `local` has none. */
export type Vendor = Exclude<Channel, 'local'>
export const vendors: readonly Vendor[] = ['wechat', 'alipay', 'paypal']

type Account = { enabled: boolean; gateway: Gateway; currency: string; rate: string }

/** The account at a payment service, also while it is disabled: open trades and refunds go on. Undefined without one. */
export async function accountOf(app: App, vendor: Vendor): Promise<Account | undefined> {
  const row = (await listProps(app, 'pay')).find((one) => one.provider === vendor)
  if (!row || Object.keys(row.data).length === 0) return undefined
  const data: unknown = openProp(app, 'pay', row)
  const makers = {
    wechat: () => wechatGateway(app, data as WechatSettings),
    alipay: () => alipayGateway(app, data as AlipaySettings),
    paypal: () => paypalGateway(app, data as PaypalSettings),
  }
  try {
    const { currency = 'USD', rate = '7.2' } = data as { currency?: string; rate?: string }
    return {
      enabled: row.active,
      gateway: makers[vendor](),
      ...(vendor === 'paypal' ? { currency, rate } : { currency: 'CNY', rate: '1' }),
    }
  } catch (error) {
    if (error instanceof GatewayRefused) return undefined
    throw error
  }
}

/** Fails payWayOff without an account. */
export const mustHaveAccount = async (app: App, vendor: Vendor): Promise<Account> => (await accountOf(app, vendor)) ?? fail('payWayOff')

/** The enabled ways in which something of this price can be paid. */
export async function methodsFor(
  ctx: Pick<Ctx, 'app' | 'db'>,
  { price, costPoints }: { price: number; costPoints: number },
): Promise<PayMethod[]> {
  const enabled = (await listPayConfig(ctx)).filter((one) => one.enabled).map((one) => one.name)
  return enabled.filter((name) => (name === 'points' ? costPoints > 0 : price > 0))
}
