// The fixed routes; all pages that need a sign-in are in SignedInRoutes.tsx.
import { createBrowserRouter, matchPath, replace, type RouteObject } from 'react-router'
import { getToken } from '../../kernel/call/token.ts'
import { guard } from './guard.ts'
import { RouteError } from '../frame/ErrorScreen.tsx'
import { SignedInRoutes } from '../frame/SignedInRoutes.tsx'
import { learnerRoutes } from './learnerRoutes.ts'
import { hasLearnerLayout, learnerLayout } from '../learner/load-layout.ts'
import { fetchPage } from '../pages.ts'
import { readRunning } from '../../domains/exam/running-paper.ts'
import { Root } from '../frame/Root.tsx'
import { Splash } from '../frame/Splash.tsx'
import { NoPermissionPage } from '../visitor/NoPermissionPage.tsx'
import { NotFoundPage } from '../visitor/NotFoundPage.tsx'

/** Loaded with the pages that need it, not with every first page. */
const loadSwitches = async () => (await import('../visitor/switches.ts')).loadSwitches()

const inside: RouteObject = {
  path: '*',
  lazy: async () => {
    // beside the session, instead of after it
    const first = learnerRoutes.find(({ path }) => matchPath(path, window.location.pathname))
    const page = first && getToken() !== '' ? fetchPage(first.component) : undefined
    if (hasLearnerLayout(window.location.pathname)) await learnerLayout.fetch()
    await page
    return { Component: SignedInRoutes }
  },
}

const routes: RouteObject[] = [
  {
    path: '/',
    Component: Root,
    HydrateFallback: Splash,
    ErrorBoundary: RouteError,
    loader: async ({ request }) => {
      const url = new URL(request.url)
      // beside the session, not after it
      const running = hasLearnerLayout(url.pathname) && getToken() !== '' ? readRunning() : undefined
      const instead = await guard(url)
      if (instead !== undefined) return replace(instead)
      await running
      return null
    },
    shouldRevalidate: ({ currentUrl, nextUrl }) => currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href,
    children: [
      { path: 'pages/cam', lazy: async () => ({ Component: (await import('../visitor/CamPage.tsx')).CamPage }) },
      { path: 'login', loader: loadSwitches, lazy: async () => ({ Component: (await import('../visitor/LoginPage.tsx')).LoginPage }) },
      {
        path: 'register',
        loader: loadSwitches,
        lazy: async () => ({ Component: (await import('../visitor/RegisterPage.tsx')).RegisterPage }),
      },
      { path: 'forgot', loader: loadSwitches, lazy: async () => ({ Component: (await import('../visitor/ForgotPage.tsx')).ForgotPage }) },
      { path: 'ldap-login', lazy: async () => ({ Component: (await import('../visitor/LdapPage.tsx')).LdapPage }) },
      { path: 'lti/*', lazy: async () => ({ Component: (await import('../visitor/lti/LtiPage.tsx')).LtiPage }) },
      { path: 'sync', loader: loadSwitches, lazy: async () => ({ Component: (await import('../visitor/SyncPage.tsx')).SyncPage }) },
      {
        path: 'second-factor',
        lazy: async () => ({ Component: (await import('../visitor/SecondFactorPage.tsx')).SecondFactorPage }),
      },
      { path: 'new-password', lazy: async () => ({ Component: (await import('../visitor/FirstPasswordPage.tsx')).FirstPasswordPage }) },
      { path: '404', Component: NotFoundPage },
      { path: '401', Component: NoPermissionPage },
      { path: 'license/*', lazy: async () => ({ Component: (await import('../visitor/LicensePage.tsx')).LicensePage }) },
      {
        path: 'survey/:key',
        lazy: async () => ({ Component: (await import('../visitor/SurveyVisitPage.tsx')).SurveyVisitPage }),
      },
      { path: 'cert/:no?', lazy: async () => ({ Component: (await import('../visitor/CertVerifyPage.tsx')).CertVerifyPage }) },
      { path: 'player/live.html', lazy: async () => ({ Component: (await import('../visitor/LivePlayerPage.tsx')).LivePlayerPage }) },
      { path: 'help/*', lazy: async () => ({ Component: (await import('../help/HelpPage.tsx')).default }) },
      { path: 'course', loader: () => replace('/web/course') },
      {
        path: 'redirect/*',
        loader: ({ params, request }) => replace(`/${params['*'] ?? ''}${new URL(request.url).search}`),
      },
      inside,
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)
