// The user's sign-in accounts: bind and unbind phone and third-party accounts.
import { type BindRow, bind, bindTypes } from '@shuyuan/contract/sys/account/bind.ts'
import { loginTypes, type LoginType } from '@shuyuan/contract/sys/provider/prop-login.ts'
import { configSwitch } from '@shuyuan/contract/sys/site/switch.ts'
import { user } from '@shuyuan/contract/sys/user.ts'
import { Button, Flex, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { useConfirm } from '../../../kernel/confirm.tsx'
import { CallFailure } from '../../../kernel/call/failure.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { leaveFor, thirdSignInMethods } from './third-journey.ts'
import { MobileDialog, type MobileTask } from './MobileDialog.tsx'
import styles from '../session/own.module.css'

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
            <Typography.Text type="secondary">{t('本站没有启用短信服务，不能绑定或解绑')}</Typography.Text>
          ) : phone ? (
            <Button danger onClick={() => setTask({ kind: 'unbind', mobile: phone.openId })} aria-label={t('解绑手机号')}>
              {t('解绑')}
            </Button>
          ) : (
            <Button type="primary" onClick={() => setTask({ kind: 'bind' })} aria-label={t('绑定手机号')}>
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
      <MobileDialog task={task} onClose={() => setTask(undefined)} />
    </>
  )
}

type RowProps = { way: Way; row: BindRow | undefined; children: ReactNode }

function AccountRow({ way, row, children }: RowProps) {
  return (
    <li className={styles.ownRow}>
      <div className={styles.ownMain}>
        <Flex gap={8} align="center" wrap>
          <strong>{tLabel(bindTypes[way])}</strong>
          {row ? <span>{row.nickName || row.openId}</span> : <Typography.Text type="secondary">{t('未绑定')}</Typography.Text>}
        </Flex>
        {row?.createTime && (
          <Typography.Text type="secondary">
            {t('绑定时间')} <time>{row.createTime}</time>
          </Typography.Text>
        )}
      </div>
      {children}
    </li>
  )
}

function UnbindButton({ row }: { row: BindRow }) {
  const confirm = useConfirm()
  const unbind = useCommand(bind.unbind, { done: t('解绑成功!'), refresh: [bind['bind-list'], bind['bind-info'], user.info] })
  const ask = () => confirm({ content: t('确实要解除绑定吗?'), danger: true }, () => unbind.mutateAsync({ id: row.id }))
  return (
    <Button danger onClick={() => void ask()} aria-label={t('解绑{{way}}', { way: tLabel(bindTypes[row.loginType]) })}>
      {t('解绑')}
    </Button>
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
    <Button type="primary" loading={busy} onClick={() => void leave()} aria-label={t('绑定{{way}}', { way: tLabel(loginTypes[way]) })}>
      {t('绑定')}
    </Button>
  )
}
