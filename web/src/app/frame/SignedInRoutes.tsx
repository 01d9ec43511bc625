// Routes that need a sign-in: both layouts with the learner's and the menu's pages. Code that a learner's first pages do not use is lazy.
import { lazy, type ReactNode, Suspense, useMemo } from 'react'
import { matchRoutes, Navigate, Outlet, type RouteObject, useLocation, useRoutes } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import { antFrame } from '../../shared/page/ant-frame.tsx'
import { useSubjectOf } from '../../shared/page/page-subject.ts'
import { useMenus, useSite } from '../../shared/session/session.ts'
import { ErrorBoundary } from './ErrorScreen.tsx'
import { fixedPages } from '../admin/fixedPages.ts'
import { NothingOpen } from '../learner/NothingOpen.tsx'
import { hasNoModule, type LearnerRoute, learnerRoutes, startPath } from '../routes/learnerRoutes.ts'
import { pageRoutes } from '../routes/menu.ts'
import { FIRST_RUN } from '../routes/paths.ts'
import { hasPage, pageElement } from '../pages.ts'
import { learnerLayout } from '../learner/load-layout.ts'
import { useTitle } from './Root.tsx'
import { Splash } from './Splash.tsx'
import { NotFoundPage } from '../visitor/NotFoundPage.tsx'
import 'antd/dist/reset.css'

const loadAntFrame = () => import('./AntFrame.tsx')
const AntFrame = lazy(loadAntFrame)
antFrame.set({ Frame: AntFrame })
const { Component: LearnerLayout } = learnerLayout
const AdminLayout = lazy(() => import('../admin/AdminLayout.tsx'))
const FirstRunPage = lazy(async () => ({ default: (await import('../first-run/FirstRunPage.tsx')).FirstRunPage }))
const KitPage = lazy(() => import('../dev/KitPage.tsx'))

/** `plain`: the page does not use Ant Design. */
type Handle = { title: () => string; plain?: boolean }

const page = (path: string, title: () => string, component: string, plain = false): RouteObject => ({
  path,
  handle: { title, plain } satisfies Handle,
  element: pageElement(component),
})
/** A page of the fixed routes, whose title is a text of ours. */
const fixedPage = ({ path, title, component, plain = false }: LearnerRoute) => page(path, () => t(title), component, plain)
/** A page of the menu, whose title is data. */
const menuPage = ({ path, title, component }: { path: string; title: string; component: string }) =>
  page(path, () => tLabel(title), component)

/** A page without a layout still has a skeleton and an error screen. */
const bare = (children: ReactNode) => (
  <ErrorBoundary>
    <Suspense fallback={<Splash />}>{children}</Suspense>
  </ErrorBoundary>
)

const nothingOpen: RouteObject = {
  path: '/web/index',
  handle: { title: () => tLabel('首页'), plain: true } satisfies Handle,
  element: <NothingOpen />,
}

const inAnt = (children: RouteObject[]): RouteObject => ({ element: <AntFrame />, children })

function useInsideRoutes(): RouteObject[] {
  const menus = useMenus()
  const site = useSite()
  return useMemo(() => {
    const own = pageRoutes(menus)
    const start = startPath(site, hasPage)
    const none = hasNoModule(site)
    const fixed = learnerRoutes.filter(
      (route) => hasPage(route.component) && (route.path !== '/web/index' || (start === route.path && !none)),
    )
    const learner = fixed.filter((route) => !route.bare)
    return [
      {
        element: <LearnerLayout />,
        children: [
          ...learner.filter((route) => route.plain).map(fixedPage),
          inAnt([
            ...learner.filter((route) => !route.plain).map(fixedPage),
            ...own.filter((route) => route.layout === 'WebLayout').map(menuPage),
          ]),
          ...(none ? [nothingOpen] : start === '/web/index' ? [] : [{ path: '/web/index', element: <Navigate to={start} replace /> }]),
        ],
      },
      inAnt([
        {
          element: <AdminLayout />,
          children: [...own.filter((route) => route.layout === 'Layout').map(menuPage), ...fixedPages.map(menuPage)],
        },
        {
          element: bare(<Outlet />),
          children: fixed.filter((route) => route.bare && !route.plain).map(fixedPage),
        },
        { path: FIRST_RUN, handle: { title: () => t('站点初始设置') } satisfies Handle, element: bare(<FirstRunPage />) },
        { path: '/dev/kit', handle: { title: () => '组件' } satisfies Handle, element: bare(<KitPage />) },
      ]),
      {
        element: bare(<Outlet />),
        children: fixed.filter((route) => route.bare && route.plain).map(fixedPage),
      },
      { path: '*', handle: { title: () => '404', plain: true } satisfies Handle, element: <NotFoundPage /> },
    ]
  }, [menus, site])
}

export function SignedInRoutes() {
  const routes = useInsideRoutes()
  const location = useLocation()
  const handle = matchRoutes(routes, location)?.at(-1)?.route.handle as Handle | undefined
  // fetched in parallel with the layout; a failure is shown where the frame itself is rendered
  if (handle && !handle.plain) loadAntFrame().catch(() => undefined)
  const subject = useSubjectOf(location.pathname)
  useTitle([handle?.title() ?? '', subject].filter(Boolean).join(' · '))
  return <Suspense fallback={<Splash />}>{useRoutes(routes)}</Suspense>
}
