// The step after a way to pay is chosen: QR code, form, window, or a button.
import type { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { payTrade } from '@shuyuan/contract/pay/order/trade.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { PayMethod } from '@shuyuan/contract/pay/order-state.ts'
import { lazy, Suspense, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './pay-dialog.module.css'

// Ant Design draws the code, and is loaded only for it
const PayCode = lazy(() => import('./PayCode.tsx'))
/** learner.md, *Times*: the page is loaded again 2 s after a failed trade */
const FAILED_MS = 2_000

type StepProps = { orderId: string; method: PayMethod; order: Data<typeof payOrder.detail>; onPaid: () => void; onBack: () => void }

const big = classes(buttonStyles.btn, buttonStyles.btnPrimary, buttonStyles.btnBlock)
/** The message is shown already. */
const failed = () => void setTimeout(() => window.location.reload(), FAILED_MS)

/** Whether the buyer pays at a payment service, so that this page has to learn of it. */
export const isElsewhere = (method: PayMethod) => method !== 'points' && method !== 'local'

export function PayStep(props: StepProps) {
  if (props.method === 'wechat') return <Wechat {...props} />
  if (props.method === 'alipay') return <Alipay {...props} />
  if (props.method === 'paypal') return <Paypal {...props} />
  return <AtOnce {...props} />
}

function Wechat({ orderId }: StepProps) {
  const { data, error } = useCall(payTrade['wechat/trade'], { id: orderId }, { staleTime: Infinity, noRetry: true })
  if (error && !data) return <Failed />
  return (
    <figure className={styles.code}>
      {data ? (
        <Suspense fallback={<span className={styles.dim}>{t('加载中…')}</span>}>
          <PayCode text={data.codeUrl} />
        </Suspense>
      ) : (
        <span className={styles.dim}>{t('加载中…')}</span>
      )}
      <figcaption>{t('请用微信“扫一扫”付款')}</figcaption>
    </figure>
  )
}

function Failed() {
  useState(failed)
  return <p role="alert">{t('下单失败，页面即将刷新')}</p>
}

/** Sends the signed fields in a window of its own; the page stays and waits. */
function submitForm(action: string, inputs: Record<string, string>) {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action, target: '_blank', acceptCharset: 'utf-8' })
  for (const [name, value] of Object.entries(inputs))
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }))
  document.body.append(form)
  form.submit()
  form.remove()
}

function Alipay({ orderId }: StepProps) {
  const { data, error } = useCall(payTrade['alipay/trade'], { id: orderId }, { staleTime: Infinity, noRetry: true })
  if (error && !data) return <Failed />
  return (
    <button type="button" className={big} disabled={!data} onClick={() => data && submitForm(data.action, data.inputs)}>
      {t('打开支付宝付款')}
    </button>
  )
}

function Paypal({ orderId }: StepProps) {
  const { data, error } = useCall(payTrade['paypal/trade'], { id: orderId }, { staleTime: Infinity, noRetry: true })
  if (error && !data) return <Failed />
  return (
    <a className={big} aria-disabled={!data} href={data?.url} target="_blank" rel="noopener">
      {t('打开 PayPal 付款')}
    </a>
  )
}

function AtOnce({ orderId, method, order, onPaid }: StepProps) {
  const isPoints = method === 'points'
  const pay = useCommand(isPoints ? payTrade['points/trade'] : payTrade['local/trade'], { onDone: onPaid })
  return (
    <>
      <p>{isPoints ? t('将从您的账户扣除 {{n}} 积分', { n: order.costPoints }) : t('这是演示网站的测试支付，不会真实扣款')}</p>
      <button type="button" className={big} disabled={pay.isPending} onClick={() => pay.mutate({ id: orderId })}>
        {isPoints ? t('确认用积分支付') : t('模拟支付成功')}
      </button>
    </>
  )
}
