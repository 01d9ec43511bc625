// Everything behind the sign-in: Ant Design with our theme, the learner's fixed routes and the menu's routes.
import { App, ConfigProvider, type ConfigProviderProps, theme } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { matchRoutes, Navigate, Outlet, type RouteObject, useLocation, useRoutes } from 'react-router'
import { language } from '../kernel/preferences.ts'
import { t } from '../kernel/i18n.ts'
import { useMenus } from '../kernel/session.ts'
import { THEME_CLASS, useLook } from '../kernel/theme.ts'
import { ErrorBoundary } from './ErrorFace.tsx'
import { learnerRoutes, startPath } from './learnerRoutes.ts'
import { pageRoutes } from './menu.ts'
import { hasPage, pageElement } from './pages.ts'
import { useTitle } from './Root.tsx'
import { Splash } from './Splash.tsx'
import { NotFoundPage } from './visitor/NotFoundPage.tsx'
import 'antd/dist/reset.css'

const AdminLayout = lazy(() => import('./admin/AdminLayout.tsx'))
const LearnerLayout = lazy(() => import('./learner/LearnerLayout.tsx'))
const KitPage = lazy(() => import('./dev/KitPage.tsx'))
const PROFILE = 'sys/admin/ProfilePage'

type Locale = NonNullable<ConfigProviderProps['locale']>

function useLocale() {
  const chosen = language.use()
  const [english, setEnglish] = useState<Locale>()
  useEffect(() => {
    dayjs.locale(chosen === 'en' ? 'en' : 'zh-cn')
    if (chosen === 'en') void import('antd/es/locale/en_US').then((loaded) => setEnglish(loaded.default))
  }, [chosen])
  return chosen === 'en' ? (english ?? zhCN) : zhCN
}

const page = (path: string, title: string, component: string): RouteObject => ({
  path,
  handle: { title },
  element: pageElement(component),
})

/** A page without a shell still has its skeleton and its error face. */
const bare = (children: ReactNode) => (
  <ErrorBoundary>
    <Suspense fallback={<Splash />}>{children}</Suspense>
  </ErrorBoundary>
)

function useInsideRoutes(): RouteObject[] {
  const menus = useMenus()
  return useMemo(() => {
    const own = pageRoutes(menus)
    const fixed = learnerRoutes.filter((route) => hasPage(route.component))
    const start = startPath(hasPage)
    return [
      {
        element: <LearnerLayout />,
        children: [
          ...fixed.filter((route) => !route.bare).map((route) => page(route.path, route.title, route.component)),
          ...own.filter((route) => route.layout === 'WebLayout').map((route) => page(route.path, route.title, route.component)),
          ...(start === '/web/index' ? [] : [{ path: '/web/index', element: <Navigate to={start} replace /> }]),
        ],
      },
      {
        element: <AdminLayout />,
        children: [
          ...own.filter((route) => route.layout === 'Layout').map((route) => page(route.path, route.title, route.component)),
          ...(hasPage(PROFILE) ? [page('/profile/index', '个人资料', PROFILE)] : []),
        ],
      },
      {
        element: bare(<Outlet />),
        children: fixed.filter((route) => route.bare).map((route) => page(route.path, route.title, route.component)),
      },
      { path: '/dev/kit', handle: { title: '组件' }, element: bare(<KitPage />) },
      { path: '*', handle: { title: '404' }, element: <NotFoundPage /> },
    ]
  }, [menus])
}

function Routes() {
  // reading the tokens writes their CSS variables, which every style sheet may use
  theme.useToken()
  const routes = useInsideRoutes()
  const location = useLocation()
  const handle = matchRoutes(routes, location)?.at(-1)?.route.handle as { title?: string } | undefined
  useTitle(t(handle?.title ?? ''))
  return <Suspense fallback={<Splash />}>{useRoutes(routes)}</Suspense>
}

export function Inside() {
  const look = useLook()
  const locale = useLocale()
  useEffect(() => document.body.classList.add(THEME_CLASS), [])
  return (
    <ConfigProvider {...look} locale={locale} button={{ autoInsertSpace: false }}>
      <App className="inside" message={{ duration: 2, maxCount: 3 }} notification={{ duration: 2 }}>
        <Routes />
      </App>
    </ConfigProvider>
  )
}
