// The first page of a PDF as a picture. Loaded only after a PDF was uploaded.
// oxlint-disable-next-line import/default -- Vite gives the address
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { canvasFor } from './cover-of.ts'

pdfjs.GlobalWorkerOptions.workerSrc = workerUrl

/** Throws for a damaged or locked file. */
export async function firstPage(data: ArrayBuffer): Promise<HTMLCanvasElement> {
  const task = pdfjs.getDocument({
    data,
    cMapUrl: '/pdf/cmaps/',
    standardFontDataUrl: '/pdf/standard_fonts/',
    // the content security policy allows no WebAssembly
    useWasm: false,
    enableXfa: false,
  })
  try {
    const page = await (await task.promise).getPage(1)
    // points are small: a page is drawn at twice its size, at most as wide as a cover may be
    const { width, height } = page.getViewport({ scale: 2 })
    const { canvas, scale } = canvasFor(width, height)
    await page.render({ canvas, viewport: page.getViewport({ scale: 2 * scale }) }).promise
    return canvas
  } finally {
    await task.destroy()
  }
}
