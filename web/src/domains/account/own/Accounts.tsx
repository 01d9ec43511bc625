// The user's sign-in accounts: bind and unbind phone and third-party accounts.
import { type BindRow, bind, bindTypes } from '@shuyuan/contract/account/bind.ts'
import { loginTypes, type LoginType } from '@shuyuan/contract/site/provider/prop-login.ts'
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { leaveFor, thirdSignInMethods } from '../sign-in/third-journey.ts'
import { Button } from '../../../kernel/plain/Button.tsx'
import { useAsk } from '../../../kernel/plain/useAsk.tsx'
import { InAnt } from '../../../shared/page/ant-frame.tsx'
import type { MobileTask } from './MobileDialog.tsx'
import styles from '../../session/own.module.css'

const MobileDialog = lazy(async () => ({ default: (await import('./MobileDialog.tsx')).MobileDialog }))

type Way = keyof typeof bindTypes

export function Accounts() {
  const list = useCall(bind['bind-list'], {})
  // bound accounts can be seen and unbound even if the switches could not be loaded
  const switches = useCall(configSwitch.detail, {}, { quiet: true, staleTime: 60_000 })
  const [task, setTask] = useState<MobileTask>()
  if (list.error && !list.data) return <PageError error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data || switches.isPending) return <PageLoading shape="table" rows={4} columns={3} />
  const on = thirdSignInMethods(switches.data)
  const bound = new Map<Way, BindRow>(list.data.map((row) => [row.loginType, row]))
  const thirds = (Object.keys(loginTypes) as LoginType[]).filter((way) => on.includes(way) || bound.has(way))
  const phone = bound.get('mobile')
  return (
    <>
      <ul className={styles.ownList} aria-label={t('账号绑定')}>
        <AccountRow way="mobile" row={phone}>
          {!switches.data?.ready.sms ? (
            <span className={styles.ownFacts}>{t('本站没有启用短信服务，不能绑定或解绑')}</span>
          ) : phone ? (
            <Button small onClick={() => setTask({ kind: 'unbind', mobile: phone.openId })} aria-label={t('解绑手机号')}>
              {t('解绑')}
            </Button>
          ) : (
            <Button small strong onClick={() => setTask({ kind: 'bind' })} aria-label={t('绑定手机号')}>
              {t('绑定')}
            </Button>
          )}
        </AccountRow>
        {thirds.map((way) => {
          const row = bound.get(way)
          return (
            <AccountRow key={way} way={way} row={row}>
              {row ? <UnbindButton row={row} /> : <BindButton way={way} />}
            </AccountRow>
          )
        })}
      </ul>
      {task && (
        <Suspense>
          <InAnt>
            <MobileDialog task={task} onClose={() => setTask(undefined)} />
          </InAnt>
        </Suspense>
      )}
    </>
  )
}

type RowProps = { way: Way; row: BindRow | undefined; children: ReactNode }

function AccountRow({ way, row, children }: RowProps) {
  return (
    <li className={styles.ownRow}>
      <div className={styles.ownMain}>
        <div className={styles.ownName}>
          <strong>{tLabel(bindTypes[way])}</strong>
          {row ? <span>{row.nickName || row.openId}</span> : <span className={styles.ownFacts}>{t('未绑定')}</span>}
        </div>
        {row?.createTime && (
          <span className={styles.ownFacts}>
            {t('绑定时间')} <time>{row.createTime}</time>
          </span>
        )}
      </div>
      {children}
    </li>
  )
}

function UnbindButton({ row }: { row: BindRow }) {
  const { ask: question, dialog } = useAsk()
  const unbind = useCommand(bind.unbind, { done: t('解绑成功!'), refresh: [bind['bind-list'], bind['bind-info'], user.info] })
  const ask = async () => {
    if (await question({ content: t('确实要解除绑定吗?') })) unbind.mutate({ id: row.id })
  }
  return (
    <>
      {dialog}
      <Button
        small
        busy={unbind.isPending}
        onClick={() => void ask()}
        aria-label={t('解绑{{way}}', { way: tLabel(bindTypes[row.loginType]) })}
      >
        {t('解绑')}
      </Button>
    </>
  )
}

function BindButton({ way }: { way: LoginType }) {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      const { pathname, search } = window.location
      await leaveFor(way, 'bind', pathname + search)
    } catch (error) {
      setBusy(false)
      if (!(error instanceof CallFailure)) throw error
    }
  }
  return (
    <Button small strong busy={busy} onClick={() => void leave()} aria-label={t('绑定{{way}}', { way: tLabel(loginTypes[way]) })}>
      {t('绑定')}
    </Button>
  )
}
