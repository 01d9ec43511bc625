// Browser contexts that the tests of a worker use one after another: scripts that were loaded and compiled once stay in their cache, which saves
// two thirds of a first page. Everything else of a test is cleared.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'

export type ContextOptions = BrowserContextOptions & { baseURL: string }
/** A context with its first page, which is blank. */
export type Lent = { context: BrowserContext; page: Page }

const kinds = 'local_storage,session_storage,indexeddb,file_systems,cache_storage,service_workers,shared_storage,storage_buckets'

export async function newLent(browser: Browser, options: ContextOptions): Promise<Lent> {
  const context = await browser.newContext(options)
  return { context, page: await context.newPage() }
}

export class Contexts {
  #browser: Browser
  #idle: (Lent & { of: string })[] = []
  constructor(browser: Browser) {
    this.#browser = browser
  }

  async take(options: ContextOptions): Promise<Lent> {
    const of = JSON.stringify(options)
    const at = this.#idle.findIndex((one) => one.of === of)
    if (at !== -1) return this.#idle.splice(at, 1)[0]!
    return newLent(this.#browser, options)
  }

  /** Clears what the test left, and keeps the context for the next one with these options. */
  async give(context: BrowserContext, options: ContextOptions): Promise<void> {
    // the page of the next test comes first: a context without a page may be discarded with its cache
    const page = await context.newPage()
    const former = context.pages().filter((one) => one !== page)
    // a call that a route holds back would fail the test when its page is closed
    await Promise.all(former.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })))
    await Promise.all(former.map((one) => one.close()))
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await Promise.all([context.setOffline(false), context.clearPermissions(), context.clearCookies()])
    const devtools = await context.newCDPSession(page)
    const { port } = new URL(options.baseURL)
    for (const origin of [options.baseURL, `http://localhost:${port}`])
      await devtools.send('Storage.clearDataForOrigin', { origin: new URL(origin).origin, storageTypes: kinds })
    await devtools.detach()
    this.#idle.push({ context, page, of: JSON.stringify(options) })
  }

  /** Closes the idle ones: those of an address that is not used again need memory only. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map(({ context }) => context.close()))
  }
}
