// Layout of the learner area: fixed top menu, account, footer. On phones the menu is at the bottom.
import './compose.ts'
import './compose-home.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { Link, matchPath, Outlet, useLocation } from 'react-router'
import { LeftRecording } from '../../domains/paper/record/LeftRecording.tsx'
import { RunningBar } from '../../domains/exam/RunningBar.tsx'
import { unreadText, useInboxSocket, useUnread } from '../../domains/message/inbox.ts'
import { t } from '../../kernel/i18n.ts'
import { type Me, useMe, useMenus, useSite } from '../../shared/session/session.ts'
import { Brand } from '../frame/Brand.tsx'
import { Footer } from '../frame/Footer.tsx'
import { type Entry, type Group, learnerRoutes, topMenu } from '../routes/learnerRoutes.ts'
import { DarkButton, LanguageButton } from '../frame/ThemeButtons.tsx'
import { HelpButton } from '../help/HelpButton.tsx'
import { landingPath } from '../routes/menu.ts'
import { PageFrame, skipLink } from '../frame/PageFrame.tsx'
import { hasPage } from '../pages.ts'
import { BottomNav } from './BottomNav.tsx'
import { FullscreenButton, SizeMenu } from './DisplayTools.tsx'
import { SignOutButton } from './SignOutButton.tsx'
import { classes } from '../../kernel/theme/classes.ts'
import textStyles from '../../kernel/plain/text.module.css'
import avatarStyles from '../../kernel/plain/avatar.module.css'
import { initialsOf } from '../../shared/people/initials.ts'
import styles from './learner.module.css'

/** The top menu entry of the present page. */
function useHighlight() {
  const { pathname } = useLocation()
  const route = learnerRoutes.find(({ path }) => matchPath(path, pathname))
  return route?.highlight ?? route?.path ?? ''
}

const current = (entry: Entry, highlight: string) => (entry.path === highlight ? ('page' as const) : undefined)

function TopNav({ entries, highlight }: { entries: (Entry | Group)[]; highlight: string }) {
  return (
    <nav className={styles.topNav} aria-label={t('主菜单')}>
      {entries.map((entry) =>
        'children' in entry ? (
          <details
            key={entry.title}
            className={styles.topGroup}
            name="top-nav"
            data-current={entry.children.some((one) => one.path === highlight)}
          >
            <summary>{t(entry.title)}</summary>
            <div className={styles.topGroupList}>
              {entry.children.map((one) => (
                <Link key={one.path} to={one.path} aria-current={current(one, highlight)}>
                  {t(one.title)}
                </Link>
              ))}
            </div>
          </details>
        ) : (
          <Link key={entry.path} to={entry.path} aria-current={current(entry, highlight)}>
            {t(entry.title)}
          </Link>
        ),
      )}
    </nav>
  )
}

function Avatar({ me }: { me: Me }) {
  useInboxSocket()
  const unread = useUnread()
  const face = (
    <span className={classes(avatarStyles.avatar, styles.avatar)}>
      {me.avatar === '' ? <span aria-hidden="true" data-initials={initialsOf(me.realName)} /> : <img src={me.avatar} alt="" />}
      {unread > 0 && <span className={styles.avatarBadge}>{unreadText(unread)}</span>}
    </span>
  )
  if (!hasPage('app/learner/UserCenterPage')) return face
  return (
    <Link to="/web/uc?to=msg" aria-label={unread > 0 ? t('我的消息，{{unread}} 条未读', { unread }) : t('我的消息')}>
      {face}
    </Link>
  )
}

export function LearnerLayout() {
  const me = useMe()
  const menus = useMenus()
  const entries = topMenu(useSite(), hasPage, me.leadsTeam)
  const highlight = useHighlight()
  return (
    <div className={styles.learner}>
      {skipLink(t('跳到正文'))}
      <header className={styles.learnerHead}>
        <div className={styles.learnerHeadIn}>
          <Link className={styles.learnerHome} to="/web/index">
            <Brand side="front" />
          </Link>
          <TopNav entries={entries} highlight={highlight} />
          <div className={classes(textStyles.row, styles.learnerMe)}>
            <HelpButton />
            <LanguageButton />
            <SizeMenu />
            <FullscreenButton />
            <DarkButton />
            <Avatar me={me} />
            <span className={styles.learnerName}>{me.realName}</span>
            {me.roleType === RoleType.staff && (
              <Link className={styles.textBtn} to={landingPath(menus)}>
                {t('管理')}
              </Link>
            )}
            <SignOutButton className={classes(styles.textBtn, styles.wideOnly)} />
          </div>
        </div>
        <RunningBar />
      </header>
      <PageFrame>
        <LeftRecording userId={me.id} />
        <Outlet />
      </PageFrame>
      <Footer />
      <BottomNav entries={entries} highlight={highlight} />
    </div>
  )
}
