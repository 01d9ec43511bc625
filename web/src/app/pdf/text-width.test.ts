import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, it } from 'vitest'
import { PX_PER_POINT, scaleOf, textOf } from './text-width.ts'

/** A document with one line of text a page, from and to these points. */
const documentOf = (lines: [from: number, to: number, text?: string][]) => {
  const pages = lines.map(([from, to, str = '正文']) => ({
    getViewport: () => ({ width: 600 }),
    getTextContent: async () => ({ items: [{ str, transform: [1, 0, 0, 1, from, 0], width: to - from }] }),
  }))
  return { numPages: pages.length, getPage: async (number: number) => pages[number - 1] } as unknown as PDFDocumentProxy
}

it('the text of the first three pages fills a narrow view', async () => {
  const text = await textOf(
    documentOf([
      [80, 500],
      [100, 520],
      [90, 300],
      [0, 600],
    ]),
  )
  expect(text).toEqual({ left: 72, width: 456, page: 600 })
  const { scale, scroll } = scaleOf(text!, 360)
  expect(456 * scale * PX_PER_POINT).toBeCloseTo(360)
  expect(scroll).toBe(Math.floor(72 * scale * PX_PER_POINT))
})

it('a page with few words is not enlarged without end, and one without text not at all', async () => {
  const text = await textOf(documentOf([[280, 320]]))
  expect(600 * scaleOf(text!, 360).scale * PX_PER_POINT).toBeCloseTo(360 * 1.6)
  expect(await textOf(documentOf([[0, 600, ' ']]))).toBeUndefined()
})
