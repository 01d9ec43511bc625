// The user centre: the account above; on a desktop its parts beside their content, on phones a list, and one part per page. The address
// contains the part (`to`).
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { UserBanner } from '../../domains/sys/account/UserBanner.tsx'
import { type PlainText, t } from '../../kernel/i18n.ts'
import { PageLoading } from '../../kernel/PageState.tsx'
import panelStyles from '../../kernel/plain/panel.module.css'
import textStyles from '../../kernel/plain/text.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import { useMedia } from '../../kernel/useMedia.ts'
import { useMe, useSite } from '../../shared/session.ts'
import { SignOutButton } from './SignOutButton.tsx'
import { UcIcon, type UcIconName } from './UcIcon.tsx'
import styles from './user-center.module.css'

const plain = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) =>
  lazy(async () => ({ default: (await load())[name] }))

/** A part that uses Ant Design, whose frame is loaded with it. */
const framed = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) =>
  lazy(async () => {
    const [part, { default: AntFrame }] = await Promise.all([load(), import('../AntFrame.tsx')])
    const Part: ComponentType = part[name]
    return {
      default: () => (
        <AntFrame>
          <Part />
        </AntFrame>
      ),
    }
  })

const accounts = <Link to="?to=account">{t('账号绑定')}</Link>
const profile = async () => {
  const { OwnProfile } = await import('../../domains/sys/account/OwnProfile.tsx')
  return { Profile: () => <OwnProfile accounts={accounts} /> }
}
const trainings = async () => ({ Trainings: (await import('../../domains/train/TrainHistory.tsx')).TrainHistory as ComponentType })

type Part = { title: PlainText; icon: UcIconName; Panel: LazyExoticComponent<ComponentType> }
const part = (title: PlainText, icon: UcIconName, Panel: Part['Panel']): Part => ({ title, icon, Panel })

/** In the order of the list; each part is loaded when it is opened. */
const parts = {
  profile: part('个人资料', 'person', framed(profile, 'Profile')),
  msg: part(
    '我的消息',
    'mail',
    plain(() => import('../../domains/sys/notice/Inbox.tsx'), 'Inbox'),
  ),
  cert: part(
    '我的证书',
    'award',
    plain(() => import('../../domains/cert/MyCerts.tsx'), 'MyCerts'),
  ),
  real: part(
    '实名认证',
    'card',
    framed(() => import('../../domains/sys/realname/RealName.tsx'), 'RealName'),
  ),
  learn: part(
    '学习记录',
    'clock',
    plain(() => import('../../domains/course/learn/LearnHistory.tsx'), 'LearnHistory'),
  ),
  train: part('训练历史', 'list', plain(trainings, 'Trainings')),
  points: part(
    '积分明细',
    'star',
    plain(() => import('../../domains/points/PointsLog.tsx'), 'PointsLog'),
  ),
  pay: part(
    '付款记录',
    'purse',
    framed(() => import('../../domains/pay/Payments.tsx'), 'Payments'),
  ),
  password: part(
    '修改密码',
    'key',
    framed(() => import('../../domains/sys/account/OwnPassword.tsx'), 'OwnPassword'),
  ),
  account: part(
    '账号绑定',
    'link',
    framed(() => import('../../domains/sys/account/Accounts.tsx'), 'Accounts'),
  ),
  totp: part(
    '两步验证',
    'shield',
    framed(() => import('../../domains/sys/account/TwoFactor.tsx'), 'TwoFactor'),
  ),
  session: part(
    '登录设备',
    'phone',
    framed(() => import('../../domains/sys/session/Sessions.tsx'), 'Sessions'),
  ),
} satisfies Record<string, Part>
type PartName = keyof typeof parts
const isPart = (name: string | null): name is PartName => name !== null && Object.hasOwn(parts, name)

/** The part that is open; on phones none, until one is chosen or an incomplete profile has to be completed. */
function useOpen(shown: PartName[], wide: boolean): PartName | undefined {
  const [query] = useSearchParams()
  const to = query.get('to')
  if (isPart(to) && shown.includes(to)) return to
  return wide || query.has('redirected') ? 'profile' : undefined
}

export default function UserCenterPage() {
  const staff = useMe().roleType === RoleType.staff
  const certs = useSite()?.props.moduleCert === true
  const wide = useMedia('(min-width: 768px)')
  // the second factor is for users of the back office, certificates are a module
  const shown = (Object.keys(parts) as PartName[]).filter((name) => (name !== 'totp' || staff) && (name !== 'cert' || certs))
  const open = useOpen(shown, wide)
  return (
    <>
      <h1 className={textStyles.visuallyHidden}>{t('用户中心')}</h1>
      {(wide || open === undefined) && <UserBanner />}
      <div className={styles.uc}>
        {(wide || open === undefined) && <PartList open={open} shown={shown} />}
        {open !== undefined && <PartPanel open={open} back={!wide} />}
      </div>
      {!wide && open === undefined && <SignOutButton className={styles.ucLeave} />}
    </>
  )
}

function PartPanel({ open, back }: { open: PartName; back: boolean }) {
  const { title, Panel } = parts[open]
  return (
    <section className={classes(panelStyles.panel, styles.ucPanel)} aria-labelledby="uc-title">
      {back && (
        <Link className={styles.ucBack} to="/web/uc">
          <UcIcon of="back" />
          {t('用户中心')}
        </Link>
      )}
      <h2 id="uc-title">{t(title)}</h2>
      <Suspense fallback={<PageLoading shape="form" />}>
        <Panel />
      </Suspense>
    </section>
  )
}

function PartList({ open, shown }: { open: PartName | undefined; shown: PartName[] }) {
  const [query] = useSearchParams()
  return (
    <nav className={classes(panelStyles.panel, styles.ucTabs)} aria-label={t('用户中心')}>
      {shown.map((name) => (
        <Link key={name} to={addressOf(name, query)} aria-current={name === open ? 'page' : undefined} replace={open !== undefined}>
          <UcIcon of={parts[name].icon} />
          {t(parts[name].title)}
          <span className={styles.ucOnward}>
            <UcIcon of="onward" />
          </span>
        </Link>
      ))}
    </nav>
  )
}

/** The address of a part: it contains the page of origin, not the filters of the part before. */
function addressOf(name: PartName, query: URLSearchParams) {
  const back = query.get('redirected')
  return `?${new URLSearchParams({ to: name, ...(back === null ? {} : { redirected: back }) }).toString()}`
}
