// The user centre: the account above, its data in tabs below; the address contains the tab (`to`).
import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { t } from '../../kernel/i18n.ts'
import { useMe, useSite } from '../../shared/session.ts'
import { PageLoading } from '../../kernel/PageState.tsx'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserBanner } from '../../domains/sys/account/UserBanner.tsx'
import textStyles from '../../kernel/plain/text.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import panelStyles from '../../kernel/plain/panel.module.css'
import styles from './user-center.module.css'

const tab = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) =>
  lazy(async () => ({ default: (await load())[name] }))

const accounts = <Link to="?to=account">{t('账号绑定')}</Link>
const Profile = lazy(async () => {
  const { OwnProfile } = await import('../../domains/sys/account/OwnProfile.tsx')
  return { default: () => <OwnProfile accounts={accounts} /> }
})

const Trainings = lazy(async () => ({ default: (await import('../../domains/train/TrainHistory.tsx')).TrainHistory }))

/** Each tab is loaded when it is opened. */
const tabs = {
  profile: ['个人资料', Profile],
  password: ['修改密码', tab(() => import('../../domains/sys/account/OwnPassword.tsx'), 'OwnPassword')],
  msg: ['我的消息', tab(() => import('../../domains/sys/notice/MyMessages.tsx'), 'MyMessages')],
  account: ['账号绑定', tab(() => import('../../domains/sys/account/Accounts.tsx'), 'Accounts')],
  totp: ['两步验证', tab(() => import('../../domains/sys/account/TwoFactor.tsx'), 'TwoFactor')],
  session: ['登录设备', tab(() => import('../../domains/sys/session/Sessions.tsx'), 'Sessions')],
  learn: ['学习记录', tab(() => import('../../domains/course/learn/LearnHistory.tsx'), 'LearnHistory')],
  train: ['训练历史', Trainings],
  pay: ['付款记录', tab(() => import('../../domains/pay/Payments.tsx'), 'Payments')],
  points: ['积分明细', tab(() => import('../../domains/points/PointsLog.tsx'), 'PointsLog')],
  cert: ['我的证书', tab(() => import('../../domains/cert/MyCerts.tsx'), 'MyCerts')],
  real: ['实名认证', tab(() => import('../../domains/sys/realname/RealName.tsx'), 'RealName')],
} as const
type Tab = keyof typeof tabs
const isTab = (name: string | null): name is Tab => name !== null && Object.hasOwn(tabs, name)

export default function UserCenterPage() {
  const [query] = useSearchParams()
  const to = query.get('to')
  const staff = useMe().roleType === RoleType.staff
  const certs = useSite()?.props.moduleCert === true
  const isShown = (name: Tab) => (name !== 'totp' || staff) && (name !== 'cert' || certs)
  const open = isTab(to) && isShown(to) ? to : 'profile'
  const [title, Panel] = tabs[open]
  return (
    <>
      <h1 className={textStyles.visuallyHidden}>{t('用户中心')}</h1>
      <UserBanner />
      <div className={styles.uc}>
        <TabNav open={open} query={query} shown={(Object.keys(tabs) as Tab[]).filter(isShown)} />
        <section className={classes(panelStyles.panel, styles.ucPanel)} aria-labelledby="uc-title">
          <h2 id="uc-title">{t(title)}</h2>
          <Suspense fallback={<PageLoading shape="form" />}>
            <Panel />
          </Suspense>
        </section>
      </div>
    </>
  )
}

/** The second factor is for users of the back office, certificates are a module. */
function TabNav({ open, query, shown }: { open: Tab; query: URLSearchParams; shown: Tab[] }) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // on phones the tabs scroll sideways
    const [row, link] = [nav.current, nav.current?.querySelector<HTMLElement>(`[data-tab="${open}"]`)]
    if (row && link) row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2
  }, [open])
  return (
    <nav className={classes(panelStyles.panel, styles.ucTabs)} ref={nav} aria-label={t('用户中心')}>
      {shown.map((name) => (
        <Link key={name} data-tab={name} to={addressOf(name, query)} aria-current={name === open ? 'page' : undefined} replace>
          {t(tabs[name][0])}
        </Link>
      ))}
    </nav>
  )
}

/** The address of a tab: it contains the page of origin, not the filters of the tab before. */
function addressOf(name: Tab, query: URLSearchParams) {
  const back = query.get('redirected')
  return `?${new URLSearchParams({ to: name, ...(back === null ? {} : { redirected: back }) }).toString()}`
}
