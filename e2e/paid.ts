// The end of a payment, as the learner sees it before the page reloads.
import type { Page } from '@playwright/test'

/** Waits for the words that a dialog shows for 1.5 s. It looks at each frame, because assertions look less often on a busy machine. */
export const seesPaid = (page: Page) =>
  page.waitForFunction(() =>
    [...document.querySelectorAll('dialog output, dialog [role=status]')].some((one) => one.textContent === '支付成功！'),
  )
