// How a page of a learner is opened, and when it is there.
import type { Page } from '@playwright/test'
import { type Client, expect } from './fixtures.ts'
import type { Site } from './server.ts'

export type Opened = { path: string; ready: (page: Page) => Promise<unknown> }
/** `route`: the pattern of the route, or the address of a part of the user centre. `as`: another account than the usual learner. */
export type LearnerPage = {
  route: string
  open: (site: Site, learner: Client) => Opened | Promise<Opened>
  visitor?: boolean
  as?: string
  /** a page that follows something asks again and again */
  asksAgain?: boolean
  /** in place of the usual budget: a page with a player, or with much below its content */
  most?: { kilobytes: number; requests: number }
}

export const heading = (name?: string) => (page: Page) =>
  expect(page.getByRole('heading', { ...(name === undefined ? {} : { name }), level: 1 }).first()).toBeVisible()
export const at = (route: string, name?: string, path = route): LearnerPage => ({ route, open: () => ({ path, ready: heading(name) }) })
export const radio = (page: Page) => expect(page.getByRole('radio').first()).toBeVisible()
/** With the clock of an open paper above. */
export const running = (name: string) => async (page: Page) => {
  await heading(name)(page)
  await expect(page.getByRole('link', { name: '继续考试' }).first()).toBeVisible()
}
/** Opened without a session. */
export const visitor = (route: string, name?: string, path = route): LearnerPage => ({ ...at(route, name, path), visitor: true })
/** A part of the user centre, with its content. */
export const part = (name: string, title: string, before?: (site: Site) => Promise<unknown>): LearnerPage => ({
  route: `/web/uc?to=${name}`,
  open: async (site) => {
    await before?.(site)
    return {
      path: `/web/uc?to=${name}`,
      ready: async (page) => {
        await expect(page.getByRole('heading', { name: title, level: 2 })).toBeVisible()
        await expect(page.locator('main [data-part="loading"]')).toHaveCount(0)
      },
    }
  },
})
