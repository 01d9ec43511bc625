// What can be measured of the looks of a page of the back office (docs/ui.md): it fits its window, has one heading and one strong button, and
// nothing overlaps.
import type { Page } from '@playwright/test'

/** The widths at which every page fits, and its head is one line. */
export const deskWidths = [1280, 1440] as const

/** Runs in the browser. @returns what is wrong with the page at its present width, as sentences */
function measure(hasHeading: boolean): string[] {
  const wrong: string[] = []
  const main = document.querySelector('main')
  if (!main) return wrong
  const isShown = (one: Element) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden'
  const textOf = (one: Element) => (one.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 40)
  const all = (selector: string) => [...main.querySelectorAll(selector)].filter(isShown)

  const headings = all('h1').length
  // a page whose thing is gone says so instead of a title
  if (hasHeading && headings !== 1 && !main.querySelector('[role=alert] > [viewBox="0 0 72 72"]')) wrong.push(`${headings} headings`)
  const wrapped = all('tr.ant-table-row > td.ant-table-cell-fix-end > div').filter((one) => one.clientHeight > 32)
  if (wrapped.length > 0) wrong.push(`${wrapped.length} rows with wrapped actions`)

  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) wrong.push(`the page is ${root.scrollWidth - root.clientWidth} px too wide`)
  for (const one of all('.ant-table-content, .ant-table-body')) {
    const beyond = one.scrollWidth - one.clientWidth
    if (beyond > 1) wrong.push(`a list is ${beyond} px too wide`)
  }

  // a button that an empty list offers again is the same one
  const solid = all('.ant-btn-primary:not(.ant-btn-background-ghost)').map(textOf)
  const strong = new Set(solid)
  if (solid.length > 2 && strong.size === 1) wrong.push(`${solid.length} strong buttons ${[...strong].join('')}`)
  if (strong.size > 1) wrong.push(`${strong.size} strong buttons: ${[...strong].join(', ')}`)
  for (const one of all('.ant-btn-primary'))
    if (/^(?:新建|New )/.test(textOf(one)) && !one.querySelector('.anticon-plus')) wrong.push(`“${textOf(one)}” has no plus`)

  for (const one of all('h1')) {
    const line = Number.parseFloat(getComputedStyle(one).lineHeight)
    if (one.getBoundingClientRect().height > line * 1.6) wrong.push(`the head takes more than a line: ${textOf(one)}`)
  }
  for (const one of all('.ant-statistic'))
    if (!one.closest('.ant-card, [data-card]')) wrong.push(`a figure stands in no card: ${textOf(one)}`)

  for (const one of all('[role=radiogroup]:not([aria-label], [aria-labelledby])')) wrong.push(`a choice has no name: ${textOf(one)}`)

  // the sentence below a field ends before the next label begins
  const labels = all('.ant-form-item-label').map((one) => ({ text: textOf(one), box: one.getBoundingClientRect() }))
  for (const one of all('.ant-form-item-explain-error, .ant-form-item-extra')) {
    const box = one.getBoundingClientRect()
    const met = labels.find(
      (label) => box.bottom > label.box.top && box.top < label.box.top && box.left < label.box.right && box.right > label.box.left,
    )
    if (met) wrong.push(`“${textOf(one)}” touches “${met.text}”`)
    const count = one.closest('.ant-form-item')?.querySelector('.ant-input-data-count')?.getBoundingClientRect()
    if (count && box.bottom > count.top && box.top < count.bottom && box.right > count.left)
      wrong.push(`“${textOf(one)}” touches the number of characters`)
  }
  return wrong
}

/** Runs in the browser. @returns what is wrong with the forms and the rows of the page, as sentences */
function measureParts(settingsWidth: number): string[] {
  const wrong: string[] = []
  const textOf = (one: Element) => (one.textContent ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, 40)
  const all = (selector: string) => [...document.querySelectorAll(`main ${selector}`)].filter((one) => one.getClientRects().length > 0)

  for (const one of all('.ant-form-item-required')) {
    const { content, display } = getComputedStyle(one, '::before')
    if (content.includes('*') && display !== 'none') wrong.push(`an asterisk stands before “${textOf(one)}”`)
  }
  for (const one of all('[data-page=settings] .ant-form-item')) {
    const width = Math.round(one.getBoundingClientRect().width)
    if (width > settingsWidth) wrong.push(`a setting is ${width} px wide: ${textOf(one)}`)
  }
  // the place of a cover has the shape of what learners see
  for (const place of all('[data-cover]')) {
    const [wide = 1, high = 1] = getComputedStyle(place).getPropertyValue('--cover-ratio').split('/').map(Number)
    for (const one of place.querySelectorAll('.ant-upload-select, .ant-upload-list-item-container')) {
      const { width, height } = one.getBoundingClientRect()
      // beside a picture, what replaces it is a line
      if (height > 48 && Math.abs(width / height - wide / high) > 0.05)
        wrong.push(`a cover is ${Math.round(width)} × ${Math.round(height)} px`)
    }
  }
  for (const one of all('tr.ant-table-row .ant-btn'))
    if (/^(?:更多|More)$/.test(textOf(one)) && one.querySelector('.anticon, svg'))
      wrong.push(`“${textOf(one)}” has an icon beside its word`)
  return wrong
}

/** The fields of settings stand in one column of this width (docs/ui.md). */
const SETTINGS_WIDTH = 720

/** What is wrong with the looks of the open page, at its present width. */
export async function blemishes(page: Page, { hasHeading = true } = {}): Promise<string[]> {
  return [...(await page.evaluate(measure, hasHeading)), ...(await page.evaluate(measureParts, SETTINGS_WIDTH))]
}
