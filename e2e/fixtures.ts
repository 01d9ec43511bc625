// Fixtures of the browser tests: a demo school per file, and signed-in users.
import type { Body, Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { test as base, type BrowserContext, expect, type Page } from '@playwright/test'
import { type ContextOptions, Contexts, newLent } from './contexts.ts'
import { freePort, newSiteProcess, openSite, type Site } from './server.ts'

export { expect }

/** For `test.use`: tests on a phone share the site and the browser with those on the desktop. */
export const onPhone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

const passwords: Record<string, string> = { admin: 'Admin@2026', teacher: 'Teacher@2026', proctor: 'Proctor@2026' }
/** The password of accounts that tests add through the pages' calls, which refuse the published ones. */
export const madePassword = 'Violet@2026'
/** Beginnings of their names. */
const made = /^(?:newcomer|org)/
const passwordOf = (userName: string) => passwords[userName] ?? (made.test(userName) ? madePassword : 'Learner@2026')

type Envelope = { code: number; msg: string; data: never }
export type Client = {
  token: string
  /** Calls the API as this user; throws if the call is refused. The body may be omitted if all its fields are optional. */
  call: <E extends Endpoint>(
    endpoint: E,
    ...body: Partial<Body<E>> extends Body<E> ? [body?: Body<E>] : [body: Body<E>]
  ) => Promise<Data<E>>
}

/** Signs in over the API. */
export async function signIn(site: Site, userName: string, password = passwordOf(userName)): Promise<Client> {
  const post = async (path: string, body: object, token = '') => {
    const reply = await fetch(site.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token },
      body: JSON.stringify(body),
    })
    const envelope = (await reply.json()) as Envelope
    if (envelope.code !== 0) throw new Error(`${path}: ${envelope.code} ${envelope.msg}`)
    return envelope.data
  }
  const { token } = (await post('/api/sys/user/login', { userName, password })) as { token: string }
  return { token, call: (endpoint, ...[body = {}]) => post(endpoint.path, body as object, token) }
}

type Opened = { page: Page; context: BrowserContext; client: Client; problems: string[] }
type Fixtures = {
  site: Site
  /**
   * Opens a browser as a user; console errors and page errors are collected in `problems` and fail the test at its end. With `apart` its context is
   * used by no other test: for changes that cannot be taken back, such as scripts and the clock of a context.
   */
  openAs: (userName: string, path: string, more?: { apart?: boolean }) => Promise<Opened>
  /** Opens a page as a visitor, on a screen of this size if it is another one; nothing of it is shared with the other pages. */
  visit: (path: string, screen?: typeof onPhone) => Promise<Page>
  /** of the contexts of the test */
  options: ContextOptions
}

type Sites = { at: (file: string) => Promise<Site> }

export const test = base.extend<Fixtures, { sites: Sites; contexts: Contexts }>({
  sites: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture names from the pattern
    async ({}, use) => {
      let open: { file: string; site: Site } | undefined
      const close = async () => open?.site.close()
      // one address for all files, so that the browser knows the scripts of the pages
      const port = await freePort()
      const shared = newSiteProcess()
      await use({
        async at(file) {
          if (open?.file !== file) {
            await close()
            // another program may have taken the port meanwhile
            open = { file, site: await openSite({}, { port, shared }).catch(() => openSite()) }
          }
          return open.site
        },
      })
      await close()
      await shared.kill()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  contexts: [
    async ({ browser }, use) => {
      const contexts = new Contexts(browser)
      await use(contexts)
      await contexts.close()
    },
    { scope: 'worker' },
  ],
  // a worker runs its files one after another, and after a failed test a new worker starts
  site: async ({ sites }, use, { file }) => use(await sites.at(file)),
  baseURL: async ({ site }, use) => use(site.url),
  options: async ({ site, viewport, colorScheme, isMobile, hasTouch, serviceWorkers }, use) =>
    use({
      baseURL: site.url,
      viewport,
      colorScheme,
      isMobile,
      hasTouch,
      serviceWorkers,
      reducedMotion: 'reduce',
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    }),
  // Playwright's own has a context without scripts in its cache
  page: async ({ contexts, options }, use) => {
    const { context, page } = await contexts.take(options)
    await use(page)
    await contexts.give(context, options)
  },
  visit: async ({ contexts, options }, use) => {
    const opened: { context: BrowserContext; options: ContextOptions }[] = []
    await use(async (path, screen) => {
      const own = { ...options, ...screen }
      const { context, page } = await contexts.take(own)
      opened.push({ context, options: own })
      await page.goto(path)
      return page
    })
    for (const one of opened) await contexts.give(one.context, one.options)
  },
  openAs: async ({ browser, contexts, site, options }, use) => {
    const opened: (Opened & { apart: boolean })[] = []
    await use(async (userName, path, { apart = options.serviceWorkers === 'allow' } = {}) => {
      const client = await signIn(site, userName)
      const { context, page } = apart ? await newLent(browser, options) : await contexts.take(options)
      const one = { page, context, client, problems: [] as string[] }
      const { problems } = one
      opened.push({ ...one, apart })
      // the browser's PDF viewer is a frame without storage access, and a sandboxed frame throws
      await page.addInitScript(
        ({ token, origin }) => {
          // a frame within another site may have no storage; others share it with their page
          if (window.origin === origin && window === window.top) (localStorage as Storage | null)?.setItem('token', token)
        },
        { token: client.token, origin: site.url },
      )
      page.on('pageerror', (error) => problems.push(error.message))
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('net::ERR')) problems.push(message.text())
      })
      await page.goto(path)
      return one
    })
    for (const { context, problems, apart } of opened) {
      await (apart ? context.close() : contexts.give(context, options))
      expect(problems).toEqual([])
    }
  },
})
