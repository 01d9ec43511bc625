// A sign-in from elsewhere while another session lives: asks which account this browser is to use.
import { ownUser } from '@shuyuan/contract/account/own/user-me.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../kernel/call/api.ts'
import { t } from '../../kernel/i18n.ts'
import { signIn, useMe } from '../../shared/session/session.ts'
import { Screen } from './Screen.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import screenStyles from '../frame/screen.module.css'

type SwitchAccountProps = { token: string; back: string }

const accountOf = ({ realName, userName }: { realName: string; userName: string }) => `${realName}（${userName}）`

export function SwitchAccount({ token: given, back }: SwitchAccountProps) {
  const me = useMe()
  const navigate = useNavigate()
  // the token leaves the address, the history and the next render's props
  const [token] = useState(given)
  useEffect(() => window.history.replaceState(window.history.state, '', '/sync'), [])
  const other = useQuery({
    queryKey: ['sync', token],
    queryFn: () => call(ownUser.info, {}, { quiet: true, token }),
    retry: false,
    staleTime: Infinity,
  })
  const sameUser = other.data?.id === me.id
  const change = () => {
    signIn(token)
    void navigate(back, { replace: true })
  }
  useEffect(() => {
    if (sameUser) void navigate(back, { replace: true })
  }, [sameUser, back, navigate])
  if (other.isPending || sameUser)
    return (
      <VisitorLayout title={t('登录')}>
        <p className={screenStyles.screen} role="status">
          {t('登录中…')}
        </p>
      </VisitorLayout>
    )
  if (!other.data)
    return (
      <VisitorLayout title={t('登录')}>
        <Screen title={t('登录未完成')} text={other.error?.message} />
      </VisitorLayout>
    )
  return (
    <VisitorLayout title={t('切换账号')}>
      <Screen
        title={t('要切换账号吗？')}
        text={t('您已登录为{{mine}}，新的登录属于{{other}}。', { mine: accountOf(me), other: accountOf(other.data) })}
      >
        <button type="button" className={classes(buttonStyles.btn, buttonStyles.btnPrimary)} onClick={change}>
          {t('切换为{{other}}', { other: accountOf(other.data) })}
        </button>
        <button type="button" className={buttonStyles.btn} onClick={() => void navigate('/', { replace: true })}>
          {t('继续使用{{mine}}', { mine: accountOf(me) })}
        </button>
      </Screen>
    </VisitorLayout>
  )
}
