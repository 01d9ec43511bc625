// The width of the text on the first pages, so that a narrow screen shows letters instead of margins.
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

const PAGES = 3
/** pixels of CSS in a point at scale 1 */
export const PX_PER_POINT = 96 / 72
/** points left and right of the text */
const MARGIN = 8
/** a page with few words is not enlarged further than this, in widths of the page */
const MOST = 1.6

/** Left edge and width of the text in points, and the width of the widest page; undefined where the pages have no text. */
export async function textOf(document: PDFDocumentProxy): Promise<{ left: number; width: number; page: number } | undefined> {
  const numbers = Array.from({ length: Math.min(PAGES, document.numPages) }, (_one, at) => at + 1)
  const pages = await Promise.all(numbers.map((number) => document.getPage(number)))
  const edges = await Promise.all(
    pages.map(async (one) => {
      const { items } = await one.getTextContent()
      return items.flatMap((item) =>
        'str' in item && item.str.trim() !== '' ? [{ from: Number(item.transform[4]), to: Number(item.transform[4]) + item.width }] : [],
      )
    }),
  )
  const page = Math.max(...pages.map((one) => one.getViewport({ scale: 1 }).width))
  const all = edges.flat()
  if (all.length === 0) return undefined
  const left = Math.max(0, Math.min(...all.map(({ from }) => from)) - MARGIN)
  const right = Math.min(page, Math.max(...all.map(({ to }) => to)) + MARGIN)
  return right > left ? { left, width: right - left, page } : undefined
}

/** The scale at which text of this width fills `px` pixels, and how far to scroll to its left edge. */
export function scaleOf(
  { left, width, page }: { left: number; width: number; page: number },
  px: number,
): { scale: number; scroll: number } {
  const whole = px / (page * PX_PER_POINT)
  const scale = Math.min(px / (width * PX_PER_POINT), whole * MOST)
  return { scale, scroll: Math.floor(left * scale * PX_PER_POINT) }
}
