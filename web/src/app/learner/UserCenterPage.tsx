// The user centre: the account above; on a desktop its parts beside their content, on phones a list, and one part per page. The address
// contains the part (`to`).
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { type ComponentType, lazy, type LazyExoticComponent, Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { UserBanner } from '../../domains/account/own/UserBanner.tsx'
import { t } from '../../kernel/i18n.ts'
import { PageLoading } from '../../kernel/piece/PageState.tsx'
import panelStyles from '../../kernel/plain/panel.module.css'
import textStyles from '../../kernel/plain/text.module.css'
import { classes } from '../../kernel/theme/classes.ts'
import { useMedia } from '../../kernel/state/useMedia.ts'
import { useMe, useSite } from '../../shared/session/session.ts'
import { SignOutButton } from './SignOutButton.tsx'
import { type UcPart, ucParts } from './uc-parts.ts'
import styles from './user-center.module.css'

/** Icons of the user centre, as inline SVG: it is a light page. */
const shapes = {
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8a7.5 7.5 0 0 1 15 0',
  mail: 'M3 6h18v12H3V6Zm0 1 9 6 9-6',
  award: 'M12 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm-3-1-1 8 4-2 4 2-1-8',
  card: 'M3 5h18v14H3V5Zm6 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-3 4a3 3 0 0 1 6 0m3-6h3m-3 4h3',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3 3',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  pen: 'M4 20h4L19 9l-4-4L4 16v4Zm9-13 4 4',
  route: 'M6 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm12 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 6h7a3 3 0 0 1 0 6H9a3 3 0 0 0 0 6h7',
  poll: 'M4 4h16v16H4V4Zm4 4h8M8 12h8m-8 4h5',
  star: 'm12 3 2.7 5.8 6.3.8-4.6 4.3 1.2 6.2-5.6-3.1-5.6 3.1 1.2-6.2L3 9.6l6.3-.8L12 3Z',
  purse: 'M3 7h16a2 2 0 0 1 2 2v10H5a2 2 0 0 1-2-2V7Zm0 0 12-3v3m2 7h.01',
  key: 'M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm4-4h9v4m-4-4v3',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  shield: 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6l-7-3Zm-3 9 2 2 4-4',
  phone: 'M7 3h10v18H7V3Zm4 15h2',
  team: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 8a6 6 0 0 1 12 0m1-8.5a3 3 0 1 0-1-5.8m2.5 8.8a5 5 0 0 1 3.5 5',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1 1H5l1-1Zm4 4h4',
  leave: 'M10 4H5v16h5m4-4 4-4-4-4m4 4H9',
  back: 'm14 6-6 6 6 6',
  onward: 'm10 6 6 6-6 6',
}
type UcIconName = keyof typeof shapes

const UcIcon = ({ of }: { of: UcIconName }) => (
  <svg className={styles.ucIcon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={shapes[of]} />
  </svg>
)

const plain = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) =>
  lazy(async () => ({ default: (await load())[name] }))

const accounts = (
  <Link className={textStyles.lone} to="?to=account">
    {t('账号绑定')}
  </Link>
)
const profile = async () => {
  const { OwnProfile } = await import('../../domains/account/own/OwnProfile.tsx')
  return { Profile: () => <OwnProfile accounts={accounts} /> }
}
const trainings = async () => ({ Trainings: (await import('../../domains/train/TrainHistory.tsx')).TrainHistory as ComponentType })

/** Each part is loaded when it is opened. */
const panels: Record<UcPart, LazyExoticComponent<ComponentType>> = {
  profile: plain(profile, 'Profile'),
  msg: plain(() => import('../../domains/message/Inbox.tsx'), 'Inbox'),
  cert: plain(() => import('../../domains/cert/MyCerts.tsx'), 'MyCerts'),
  real: plain(() => import('../../domains/account/realname/RealName.tsx'), 'RealName'),
  path: plain(() => import('../../domains/path/MyPaths.tsx'), 'MyPaths'),
  learn: plain(() => import('../../domains/course/learn/LearnHistory.tsx'), 'LearnHistory'),
  work: plain(() => import('../../domains/course/work/MyWorks.tsx'), 'MyWorks'),
  train: plain(trainings, 'Trainings'),
  survey: plain(() => import('../../domains/survey/MySurveys.tsx'), 'MySurveys'),
  points: plain(() => import('../../domains/points/PointsLog.tsx'), 'PointsLog'),
  pay: plain(() => import('../../domains/pay/Payments.tsx'), 'Payments'),
  password: plain(() => import('../../domains/account/own/OwnPassword.tsx'), 'OwnPassword'),
  account: plain(() => import('../../domains/account/own/Accounts.tsx'), 'Accounts'),
  totp: plain(() => import('../../domains/account/code/TwoFactor.tsx'), 'TwoFactor'),
  session: plain(() => import('../../domains/session/Sessions.tsx'), 'Sessions'),
}
const isPart = (name: string | null): name is UcPart => name !== null && Object.hasOwn(ucParts, name)

/** The part that is open; on phones none, until one is chosen or an incomplete profile has to be completed. */
function useOpen(shown: UcPart[], wide: boolean): UcPart | undefined {
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
  const shown = (Object.keys(ucParts) as UcPart[]).filter((name) => (name !== 'totp' || staff) && (name !== 'cert' || certs))
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

function PartPanel({ open, back }: { open: UcPart; back: boolean }) {
  const { title } = ucParts[open]
  const Panel = panels[open]
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

function PartList({ open, shown }: { open: UcPart | undefined; shown: UcPart[] }) {
  const [query] = useSearchParams()
  const { leadsTeam } = useMe()
  return (
    <nav className={classes(panelStyles.panel, styles.ucTabs)} aria-label={t('用户中心')}>
      {leadsTeam && (
        <Link to="/web/team">
          <UcIcon of="team" />
          {t('我的团队')}
          <span className={styles.ucOnward}>
            <UcIcon of="onward" />
          </span>
        </Link>
      )}
      {shown.map((name) => (
        <Link key={name} to={addressOf(name, query)} aria-current={name === open ? 'page' : undefined} replace={open !== undefined}>
          <UcIcon of={ucParts[name].icon} />
          {t(ucParts[name].title)}
          <span className={styles.ucOnward}>
            <UcIcon of="onward" />
          </span>
        </Link>
      ))}
    </nav>
  )
}

/** The address of a part: it contains the page of origin, not the filters of the part before. */
function addressOf(name: UcPart, query: URLSearchParams) {
  const back = query.get('redirected')
  return `?${new URLSearchParams({ to: name, ...(back === null ? {} : { redirected: back }) }).toString()}`
}
