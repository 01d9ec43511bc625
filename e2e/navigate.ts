// Another page of the application that is open, without loading it again, which costs most of the time.
import type { Page } from '@playwright/test'

/** Goes to the address as a link of the application does. */
export const navigate = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
