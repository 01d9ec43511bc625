// Return address of third-party sign-ins. The guard handles a token in the query; this page exchanges a code.
import { loginTypes } from '@shuyuan/contract/site/provider/prop-login.ts'
import { bind } from '@shuyuan/contract/account/bind.ts'
import { visitor } from '@shuyuan/contract/account/sign-in/user-sign-in.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { endJourney, type Journey, journeyOf, storeUnbound, type Unbound } from '../../domains/account/sign-in/third-journey.ts'
import { call } from '../../kernel/call/api.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import { signIn } from '../../shared/session/session.ts'
import { safePath } from '../../kernel/access/safe-path.ts'
import { Screen } from './Screen.tsx'
import { SwitchAccount } from './SwitchAccount.tsx'
import { useSwitches } from './switches.ts'
import { VisitorLayout } from './VisitorLayout.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import screenStyles from '../frame/screen.module.css'
import styles from './visitor.module.css'

type End = { kind: 'in'; token: string } | { kind: 'bound' } | { kind: 'unbound'; one: Unbound }

async function endOf({ loginType, purpose, state }: Journey, code: string, iss: string | null): Promise<End> {
  const body = { loginType, code, state, ...(iss === null ? {} : { iss }) }
  if (purpose === 'bind') {
    await call(bind['third-bind'], body, { quiet: true })
    return { kind: 'bound' }
  }
  const answer = await call(visitor['third-login'], body, { quiet: true })
  return 'token' in answer ? { kind: 'in', token: answer.token } : { kind: 'unbound', one: { loginType, ...answer } }
}

export function SyncPage() {
  const [query] = useSearchParams()
  // the guard left it there: another user's session lives
  const [token] = useState(query.get('token'))
  if (token !== null) return <SwitchAccount token={token} back={safePath(query.get('redirect')) ?? '/'} />
  return <CodeExchange query={query} />
}

function CodeExchange({ query }: { query: URLSearchParams }) {
  const navigate = useNavigate()
  const state = query.get('state')
  // DingTalk calls it authCode
  const code = query.get('code') ?? query.get('authCode')
  const journey = journeyOf(state)
  const way = journey ? tLabel(loginTypes[journey.loginType]) : ''
  const back = safePath(journey?.back) ?? '/'
  // the query key limits a code to one exchange, however often the page is rendered: a code is valid once
  const end = useQuery({
    queryKey: ['third', state],
    queryFn: () => endOf(journey as Journey, code ?? '', query.get('iss')),
    enabled: journey !== undefined && code !== null,
    staleTime: Infinity,
    retry: false,
  })
  const done = end.data
  useEffect(() => {
    if (!done || done.kind === 'unbound') {
      if (done) storeUnbound(done.one)
      return
    }
    endJourney()
    if (done.kind === 'in') signIn(done.token)
    else notify.success(t('绑定成功!'))
    void navigate(back, { replace: true })
  }, [done, back, navigate])

  if (done?.kind === 'unbound') return <Choice way={way} back={back} nickName={done.one.nickName} />
  if (journey && code !== null && !end.error)
    return (
      <VisitorLayout title={t('登录')}>
        <p className={screenStyles.screen} role="status">
          {journey.purpose === 'bind' ? t('正在绑定{{way}}账号…', { way }) : t('正在通过{{way}}登录…', { way })}
        </p>
      </VisitorLayout>
    )
  const binding = journey?.purpose === 'bind'
  return (
    <VisitorLayout title={t('登录')}>
      <Screen title={binding ? t('绑定未完成') : t('登录未完成')} text={end.error?.message ?? t('没有收到登录信息，请重新登录。')}>
        <Link className={buttonStyles.btn} to={binding ? back : '/login'}>
          {binding ? t('返回重试') : t('重新登录')}
        </Link>
      </Screen>
    </VisitorLayout>
  )
}

/** The third-party account is verified, but no user is bound to it yet. */
function Choice({ way, back, nickName }: { way: string; back: string; nickName: string }) {
  const userReg = useSwitches()?.userReg === true
  const query = back === '/' ? '' : `?redirect=${encodeURIComponent(back)}`
  return (
    <VisitorLayout title={t('绑定账号')}>
      <section className={styles.login}>
        <h1>{t('绑定账号')}</h1>
        <p className={styles.loginHint}>
          {t('{{way}}账号“{{nickName}}”还没有绑定本站账号，绑定后即可直接登录。', { way, nickName: nickName || t('未命名') })}
        </p>
        <div className={styles.form}>
          <Link className={classes(buttonStyles.btn, buttonStyles.btnPrimary, buttonStyles.btnBlock, styles.submit)} to={`/login${query}`}>
            {t('绑定已有账号')}
          </Link>
          {userReg && (
            <Link className={classes(buttonStyles.btn, buttonStyles.btnBlock)} to={`/register${query}`}>
              {t('注册新账号')}
            </Link>
          )}
        </div>
      </section>
    </VisitorLayout>
  )
}
