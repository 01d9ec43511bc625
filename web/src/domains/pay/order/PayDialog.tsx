// Pays an order: choose a way, then a QR code, a form or a window; the way can be changed. Without Ant Design, because course pages are light.
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { coupon } from '@shuyuan/contract/pay/coupon/coupon.ts'
import { coursePayment } from '@shuyuan/contract/pay/order/course-payment.ts'
import { payOrder } from '@shuyuan/contract/pay/order/order.ts'
import { PAID, payChannel } from '@shuyuan/contract/pay/order/pay-hint.ts'
import { OrderState, payMethod, type PayMethod } from '@shuyuan/contract/pay/order-state.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { openChannel } from '../../../shared/page/open-channel.ts'
import { isElsewhere, PayStep } from './PayStep.tsx'
import { costOf, offeredCost } from './cost-text.ts'
import buttonStyles from '../../../kernel/plain/button.module.css'
import styles from './pay-dialog.module.css'

/** learner.md, *Times*: the page is loaded again 1.5 s after success */
const RELOAD_MS = 1_500
const [POLL_MS, SLOW_POLL_MS] = [3_000, 9_000]
const PER_MINUTE = 60

type Order = Data<typeof payOrder.detail>
type PayDialogProps = { orderId: string; onClose: () => void }

/** Unless another page has been opened meanwhile. The dialog may be gone by then: pages that learn of the payment show no button. */
function reloadSoon() {
  const { href } = window.location
  setTimeout(() => window.location.href === href && window.location.reload(), RELOAD_MS)
}

/** Seconds that are left, counted down from the server's answer. */
function useCountdown(order: Order | undefined, answeredAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return order ? Math.max(0, order.leftSeconds - Math.max(0, Math.floor((now - answeredAt) / 1_000))) : 0
}
const clock = (seconds: number) => `${Math.floor(seconds / PER_MINUTE)}:${String(seconds % PER_MINUTE).padStart(2, '0')}`

/** Open while it is mounted; Escape closes it. */
export function PayDialog({ orderId, onClose }: PayDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const [method, setMethod] = useState<PayMethod>()
  const [isLive, setLive] = useState(false)
  const [isPaid, setPaid] = useState(false)
  const { data, error, dataUpdatedAt, refetch } = useCall(
    payOrder.detail,
    { id: orderId },
    { quiet: true, refetchInterval: isPaid ? false : isLive ? SLOW_POLL_MS : POLL_MS },
  )
  const left = useCountdown(data, dataUpdatedAt)
  const done = isPaid || data?.orderState === OrderState.paid
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  useEffect(
    () => openChannel(payChannel, { orderId }, { onMessage: (text) => text === PAID && setPaid(true), onState: setLive }),
    [orderId],
  )
  useEffect(() => {
    if (!done) return
    notify.success(t('支付成功！'))
    reloadSoon()
  }, [done])
  const check = async () => {
    const { data: now } = await refetch()
    if (now && now.orderState !== OrderState.paid) notify.warning(t('订单尚未支付成功，请稍后刷新..'))
  }
  const isOver = data && !done && (data.orderState === OrderState.closed || left === 0)
  return (
    <dialog ref={dialog} className={styles.pay} aria-labelledby={titleId} onClose={onClose}>
      <header>
        <h2 id={titleId}>{t('支付订单')}</h2>
        <button type="button" className={buttonStyles.iconBtn} aria-label={t('关闭')} onClick={onClose}>
          ×
        </button>
      </header>
      {error && !data && <p role="alert">{error.message}</p>}
      {!data && !error && <p className={styles.dim}>{t('加载中…')}</p>}
      {data && (
        <>
          <p className={styles.goods}>{data.goodsTitle}</p>
          <p className={styles.cost}>
            {method === undefined ? offeredCost(data) : costOf(data, method)}
            {data.fullPrice !== data.price && <s className={styles.dim}>¥{data.fullPrice}</s>}
          </p>
          {done && (
            <p role="status" className={styles.done}>
              {t('支付成功！')}
            </p>
          )}
          {isOver && <p role="alert">{t('订单已过期，请关闭后重新购买')}</p>}
          {!done && !isOver && (
            <>
              {method === undefined ? (
                <Methods order={data} onChoose={setMethod} onPaid={() => setPaid(true)} onChange={() => void refetch()} />
              ) : (
                <>
                  <PayStep
                    orderId={orderId}
                    method={method}
                    order={data}
                    onPaid={() => setPaid(true)}
                    onBack={() => setMethod(undefined)}
                  />
                  <div className={styles.buttons}>
                    <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={() => setMethod(undefined)}>
                      {t('更换支付方式')}
                    </button>
                    {isElsewhere(method) && (
                      <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} onClick={() => void check()}>
                        {t('我已支付')}
                      </button>
                    )}
                  </div>
                </>
              )}
              <p className={styles.dim}>{t('请在 {{time}} 内完成支付', { time: clock(left) })}</p>
            </>
          )}
        </>
      )}
    </dialog>
  )
}

type MethodsProps = { order: Order; onChoose: (method: PayMethod) => void; onPaid: () => void; onChange: () => void }

function Methods({ order, onChoose, onPaid, onChange }: MethodsProps) {
  const { data: known } = useCall(payConfig.list, {}, { quiet: true, staleTime: 60_000 })
  if (order.methods.length === 0 && known)
    return (
      <>
        <p role="alert">{t('还没有可用的支付方式，请联系管理员')}</p>
        <Coupon order={order} onPaid={onPaid} onChange={onChange} />
      </>
    )
  return (
    <>
      <ul className={styles.methods} aria-label={t('支付方式')}>
        {order.methods.map((name) => (
          <li key={name}>
            <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnBlock)} onClick={() => onChoose(name)}>
              {tLabel(payMethod[name])}
              <span className={styles.dim}>{name === 'points' ? t('{{n}} 积分', { n: order.costPoints }) : `¥${order.price}`}</span>
            </button>
          </li>
        ))}
      </ul>
      <Coupon order={order} onPaid={onPaid} onChange={onChange} />
    </>
  )
}

function Coupon({ order, onPaid, onChange }: Omit<MethodsProps, 'onChoose'>) {
  const [code, setCode] = useState('')
  const use = useCommand(coupon.use, {
    // said below the field: a notice would lie over the head of the page
    quiet: true,
    refresh: [payOrder.detail, coursePayment.page],
    onDone: ({ paid }) => (paid ? onPaid() : onChange()),
  })
  if (order.couponCode !== '') return <p className={styles.dim}>{t('已使用优惠码 {{code}}', { code: order.couponCode })}</p>
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (code.trim() !== '') use.mutate({ orderId: order.id, code })
  }
  return (
    <>
      <form className={styles.coupon} onSubmit={submit}>
        <input
          value={code}
          maxLength={40}
          aria-invalid={use.isError}
          aria-label={t('优惠码')}
          placeholder={t('有优惠码或兑换码？')}
          onChange={(event) => setCode(event.target.value)}
        />
        <button type="submit" className={classes(buttonStyles.btn, buttonStyles.btnSmall)} disabled={use.isPending}>
          {t('使用')}
        </button>
      </form>
      {use.error && (
        <p role="alert" className={styles.couponProblem}>
          {use.error.message}
        </p>
      )}
    </>
  )
}
