// Checks the open page with axe.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const builder = createRequire(import.meta.url).resolve('@axe-core/playwright')
const source = readFileSync(createRequire(builder).resolve('axe-core/axe.min.js'), 'utf8')
const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** Part of the standard (2.5.3), but switched off in axe unless it is asked for: who speaks to a control says what they read on it. */
const spoken = 'label-content-name-mismatch'

type Extent = {
  /** only these rules */
  rules?: string[] | undefined
  /** also what axe rates moderate, and its rules beyond the standard: landmarks, order of headings */
  strict?: boolean
  /** parts that were looked at before: not again */
  known?: readonly string[] | undefined
}

/** Items of a certificate in its designer have the size that they print with, which is essential (WCAG 2.5.8). */
const isPrinted = (html: string) => /^<div role="button"[^>]* data-type=/.test(html)

/** Loads axe into the frames of the page, once into each document: with the builder's own way this is most of what a look costs. */
async function load(page: Page) {
  for (const frame of page.frames()) {
    // one that is gone meanwhile needs nothing
    const isThere = await frame.evaluate(() => 'axe' in window).catch(() => true)
    if (!isThere) await frame.evaluate(source)
  }
}

async function analyse(page: Page, { rules, strict = false, known = [] }: Extent) {
  const tags = strict ? [...standards, 'best-practice'] : standards
  const runOnly = rules ? { type: 'rule' as const, values: rules } : { type: 'tag' as const, values: tags }
  await load(page)
  // the pages embed no frames of other origins, for which axe would open a second page; details of passed rules are not needed
  // the sandboxed frames of packages do not answer, for which axe would wait a minute
  const axe = new AxeBuilder({ page, axeSource: ';' })
    .setLegacyMode(true)
    .exclude('iframe[sandbox]')
    .options({
      runOnly,
      resultTypes: ['violations'],
      // it would read all style sheets again, for a rule about sound that begins by itself
      preload: false,
      ...(strict && !rules ? { rules: { [spoken]: { enabled: true } } } : {}),
    })
  for (const part of known) axe.exclude(part)
  const { violations } = await axe.analyze()
  const counted = strict ? ['moderate', 'serious', 'critical'] : ['serious', 'critical']
  return violations
    .map((one) => (one.id === 'target-size' ? { ...one, nodes: one.nodes.filter(({ html }) => !isPrinted(html)) } : one))
    .filter(({ nodes }) => nodes.length > 0)
    .filter(({ impact }) => counted.includes(impact ?? ''))
    .map(({ id, nodes }) => ({ id, nodes: nodes.slice(0, 3).map(({ html }) => html.slice(0, 200)) }))
}

/** Problems that axe rates serious or critical on the current page, shortened; empty if there are none. */
export const barriers = (page: Page) => analyse(page, {})

/** As `barriers`, with moderate problems and the rules beyond the standard. With `rules`, only these are checked, and not the parts in `known`. */
export const everyBarrier = (page: Page, rules?: string[], known?: readonly string[]) => analyse(page, { strict: true, rules, known })
