// Sizes of what is tapped on phones: 44 px (docs/ui.md).
import type { Page } from '@playwright/test'

/**
 * Links, buttons and fields of the open page that own less than 44 px from top to bottom. A target owns
 * the points that lead to it, also where its row, its label or its `::after` is larger than its text. Links within a sentence and the text of
 * authors are no targets of this rule (WCAG 2.5.8).
 */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const LEAST = 44
    const selector = 'a[href], button, summary, select, input, textarea, [role="tab"]'
    const isInSentence = (one: Element) => {
      const around = one.parentElement?.cloneNode(true) as Element | undefined
      for (const link of around?.querySelectorAll('a, button') ?? []) link.remove()
      return (
        getComputedStyle(one).display === 'inline' && one.closest('p, li, dd, td') !== null && (around?.textContent?.trim() ?? '') !== ''
      )
    }
    const owner = (x: number, y: number) => {
      const found = document.elementFromPoint(x, y)
      const label = found?.closest('label')
      return [found?.closest('a[href], button, summary, select, input, textarea, [role="tab"]'), label?.control]
    }
    const small: string[] = []
    for (const one of document.querySelectorAll<HTMLElement>(selector)) {
      if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || one.closest('[inert], [data-authored]')) continue
      if (one.getBoundingClientRect().width < 2 || one.matches(':disabled') || isInSentence(one)) continue
      one.scrollIntoView({ block: 'center', behavior: 'instant' })
      const box = one.getBoundingClientRect()
      // the link that skips the menu is outside of the window until it has the focus
      if (box.bottom < 0 || box.right < 0) continue
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
      /** how far it owns the points above or below its middle */
      const reach = (way: 1 | -1) => {
        let far = 0
        while (far < LEAST && owner(x, y + way * (far + 1)).includes(one)) far++
        return far
      }
      const owns = reach(-1) + reach(1) >= LEAST - 2
      if (!owns)
        small.push(
          `${one.tagName.toLowerCase()} ${one.textContent?.trim().slice(0, 20) || one.ariaLabel || one.id} ${Math.round(box.width)}×${Math.round(box.height)}`,
        )
    }
    scrollTo({ top: 0, behavior: 'instant' })
    return small
  })
