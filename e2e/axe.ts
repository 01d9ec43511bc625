// Checks the open page with axe.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

type Extent = {
  /** only this rule */
  rule?: string
  /** also what axe rates moderate, and its rules beyond the standard: landmarks, order of headings */
  strict?: boolean
}

/** Items of a certificate in its designer have the size that they print with, which is essential (WCAG 2.5.8). */
const isPrinted = (html: string) => /^<div role="button"[^>]* data-type=/.test(html)

async function analyse(page: Page, { rule, strict = false }: Extent) {
  const tags = strict ? [...standards, 'best-practice'] : standards
  const runOnly = rule ? { type: 'rule' as const, values: [rule] } : { type: 'tag' as const, values: tags }
  // the pages embed no frames of other origins, for which axe would open a second page; details of passed rules are not needed
  // the sandboxed frames of packages do not answer, for which axe would wait a minute
  const axe = new AxeBuilder({ page })
    .setLegacyMode(true)
    .exclude('iframe[sandbox]')
    .options({ runOnly, resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  const counted = strict ? ['moderate', 'serious', 'critical'] : ['serious', 'critical']
  return violations
    .map((one) => (one.id === 'target-size' ? { ...one, nodes: one.nodes.filter(({ html }) => !isPrinted(html)) } : one))
    .filter(({ nodes }) => nodes.length > 0)
    .filter(({ impact }) => counted.includes(impact ?? ''))
    .map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)) }))
}

/**
 * Problems that axe rates serious or critical on the current page, shortened; empty if there are none.
 * With `rule`, only this rule is checked.
 */
export const barriers = (page: Page, rule?: string) => analyse(page, rule === undefined ? {} : { rule })

/** As `barriers`, with moderate problems and the rules beyond the standard. */
export const everyBarrier = (page: Page, rule?: string) => analyse(page, { strict: true, ...(rule === undefined ? {} : { rule }) })
