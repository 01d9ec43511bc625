// Asks axe for what keeps people out of the page that is open.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/**
 * What axe calls serious or critical about the page as it stands, short enough to read; nothing when nobody is kept out.
 * With `rule`, only that one is judged.
 */
export async function barriers(page: Page, rule?: string) {
  const runOnly = rule ? { type: 'rule' as const, values: [rule] } : { type: 'tag' as const, values: standards }
  // the page has no frames of others, for which axe would open a second page; details of what is in order are not needed
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ runOnly, resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)) }))
}
