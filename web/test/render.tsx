// Renders components as the application does: router, query cache, Ant Design; and signs a user in.
import { config } from '@shuyuan/contract/site/config/config.ts'
import { menu } from '@shuyuan/contract/people/role-menu/menu.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { onTestFinished } from 'vitest'
import { type Notice, onNotice } from '../src/kernel/notify.ts'
import { loadSession, reloadSite } from '../src/shared/session/session.ts'
import { setToken } from '../src/kernel/call/token.ts'
import { envelope } from './fake-server.ts'

type Options = {
  path?: string
  width?: number
  /** with Ant Design's styles: where a test is about what they hide */
  styled?: boolean
}

/** Makes media queries answer for a window of this width, for the rest of the test. */
export function windowOf(width: number) {
  const before = globalThis.matchMedia
  onTestFinished(() => {
    globalThis.matchMedia = before
  })
  globalThis.matchMedia = (media: string) => {
    const least = Number(/min-width:\s*([\d.]+)px/.exec(media)?.[1] ?? 0)
    const most = Number(/max-width:\s*([\d.]+)px/.exec(media)?.[1] ?? Number.POSITIVE_INFINITY)
    const known = /width/.test(media)
    return Object.assign(new EventTarget(), { matches: known && width >= least && width <= most, media, onchange: null }) as MediaQueryList
  }
}

/** Renders `ui` at `path`, with another page at /elsewhere. @returns the router and a user who types and clicks */
export function show(ui: ReactNode, { path = '/', width = 1280, styled = false }: Options = {}) {
  windowOf(width)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } })
  const routes = [
    { path: '/elsewhere', element: <p>elsewhere</p> },
    { path: '*', element: ui },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [path] })
  render(
    <QueryClientProvider client={client}>
      <ConfigProvider locale={zhCN} button={{ autoInsertSpace: false }} theme={{ token: { motion: false }, zeroRuntime: !styled }}>
        <App>
          <RouterProvider router={router} />
        </App>
      </ConfigProvider>
    </QueryClientProvider>,
  )
  return { router, mouse: userEvent.setup({ pointerEventsCheck: 0 }) }
}

/** The notices of the rest of the test, as texts. */
export function notices(): string[] {
  const texts: string[] = []
  // removes queued notices of earlier tests
  onNotice(() => undefined)()
  onTestFinished(onNotice((notice: Notice) => texts.push(notice.text)))
  return texts
}

let sessions = 0

/** Signs in a user with these permission tags. */
export async function signInWith(permissions: string[]) {
  const real = globalThis.fetch
  const me = { id: String(++sessions), permissions }
  answering({ [user.info.path]: me, [menu.routes.path]: [] })
  setToken(`session-${sessions}`)
  await loadSession().finally(() => {
    globalThis.fetch = real
  })
}

/** Forgets the settings of the test's site, which the files after it would share: for `onTestFinished`. */
export async function forgetSite() {
  const real = globalThis.fetch
  answering({ [config.detail.path]: { siteName: '书院', props: {} } })
  await reloadSite().finally(() => {
    globalThis.fetch = real
  })
}

function answering(data: Record<string, unknown>) {
  globalThis.fetch = (input) => {
    const path = input as string
    return Promise.resolve(Object.hasOwn(data, path) ? envelope({ data: data[path] }) : new Response('', { status: 404 }))
  }
}
