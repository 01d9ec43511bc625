// Checks the open page with axe.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

/**
 * Problems that axe rates serious or critical on the current page, shortened; empty if there are none.
 * With `rule`, only this rule is checked.
 */
export async function barriers(page: Page, rule?: string) {
  const runOnly = rule ? { type: 'rule' as const, values: [rule] } : { type: 'tag' as const, values: standards }
  // the pages embed no frames of other origins, for which axe would open a second page; details of passed rules are not needed
  // the sandboxed frames of packages do not answer, for which axe would wait a minute
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .exclude('iframe[sandbox]')
    .options({ runOnly, resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)) }))
}
