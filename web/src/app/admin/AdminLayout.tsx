// Layout of the back office: sidebar, navbar, tag tabs and the page.
import { Drawer } from 'antd'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { matchPath, Outlet, useLocation } from 'react-router'
import { Can } from '../../kernel/access/Can.tsx'
import { DiskWarning } from '../../domains/site/config/DiskWarning.tsx'
import { type PlainText, t, tLabel } from '../../kernel/i18n.ts'
import { sidebarStatus } from '../../kernel/state/preferences.ts'
import { useSubjectOf } from '../../shared/page/page-subject.ts'
import { useMenus, useSite } from '../../shared/session/session.ts'
import { landingPath, type PageRoute, pageRoutes, sideEntries } from '../routes/menu.ts'
import { PageFrame, skipLink } from '../frame/PageFrame.tsx'
import { fixedPages } from './fixedPages.ts'
import { Navbar } from './Navbar.tsx'
import { Sidebar } from './Sidebar.tsx'
import { TagTabs } from './TagTabs.tsx'
import styles from './admin.module.css'

/** Below this width the sidebar is a drawer (learner.md §9). */
const narrow = () => window.matchMedia('(max-width: 991px)')
const followWidth = (listener: () => void) => {
  const query = narrow()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Pages whose first line is a heading of their own, with state and actions beside it. */
const withHeading = new Set([
  'course/admin/CourseMatrixPage',
  'course/admin/CoursePreviewPage',
  'course/admin/CourseStatPage',
  'course/admin/CourseViewPage',
  'live/admin/LiveRoomPage',
  'stat/admin/DashboardPage',
  'stat/admin/ExamStatPage',
  'stat/admin/ExamViewPage',
  'path/admin/PathStatPage',
  'stat/admin/ReportPage',
  'stat/admin/WorkPage',
  'survey/admin/SurveyResultPage',
  'train/admin/TrainStatPage',
])

const titleOf = (routes: PageRoute[], path: string) => routes.find((route) => route.path === path)?.title ?? ('首页' satisfies PlainText)

export default function AdminLayout() {
  const menus = useMenus()
  const site = useSite()
  const { pathname, search } = useLocation()
  const phone = useSyncExternalStore(followWidth, () => narrow().matches)
  const [drawer, setDrawer] = useState(false)
  const [epoch, setEpoch] = useState(0)
  const open = sidebarStatus.use() === '1'

  const routes = useMemo(() => [...pageRoutes(menus).filter((route) => route.layout === 'Layout'), ...fixedPages], [menus])
  const entries = useMemo(() => sideEntries(menus), [menus])
  const affixed = useMemo(() => {
    const path = landingPath(menus)
    return { path, url: path, title: titleOf(routes, path) }
  }, [menus, routes])
  const present = routes.find((route) => route.path === pathname) ?? routes.find((route) => matchPath(route.path, pathname))
  const highlight = present?.highlight ?? ''
  const subject = useSubjectOf(pathname)
  const named = (title: string) => (subject === '' ? title : `${tLabel(title)} · ${subject}`)
  const crumbs = (present?.crumbs ?? []).map((one, at, all) => (at === all.length - 1 ? { ...one, title: named(one.title) } : one))
  const showLogo = site?.sidebarLogo !== false

  const toggle = () => {
    if (phone) setDrawer(true)
    else sidebarStatus.set(open ? '0' : '1')
  }
  return (
    <div className={styles.admin} data-open={open}>
      {skipLink(t('跳到正文'))}
      {phone ? (
        <Drawer
          open={drawer}
          onClose={() => setDrawer(false)}
          placement="left"
          size={248}
          closable={false}
          className={styles.sideDrawer}
          title={null}
        >
          <Sidebar entries={entries} highlight={highlight} collapsed={false} showLogo={showLogo} onPick={() => setDrawer(false)} />
        </Drawer>
      ) : (
        <aside className={styles.side}>
          <Sidebar entries={entries} highlight={highlight} collapsed={!open} showLogo={showLogo} />
        </aside>
      )}
      <div className={styles.adminMain}>
        <header className={styles.adminHead} data-fixed={site?.fixedHeader !== false}>
          <Navbar crumbs={crumbs} routes={routes} open={phone ? drawer : open} onToggle={toggle} />
          {site?.tagsView !== false && (
            <TagTabs
              present={present && { path: pathname, url: pathname + search, title: named(present.title) }}
              affixed={affixed}
              onRefresh={() => setEpoch((before) => before + 1)}
            />
          )}
        </header>
        <Can permit="sys:config:update">
          <DiskWarning />
        </Can>
        <PageFrame epoch={epoch} heading={present && !withHeading.has(present.component) ? tLabel(named(present.title)) : undefined}>
          <Outlet />
        </PageFrame>
      </div>
    </div>
  )
}
