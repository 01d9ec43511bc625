// The QR code on a PDF, as the camera of a phone would read it.
import { createCanvas } from '@napi-rs/canvas'
import jsqr from 'jsqr'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const SCALE = 3

/** Draws the first page and reads its QR code. @returns its text, undefined when there is none */
export async function qrOfPdf(pdf: Uint8Array): Promise<string | undefined> {
  const loading = getDocument({ data: pdf.slice(), useSystemFonts: false })
  const page = await (await loading.promise).getPage(1)
  const viewport = page.getViewport({ scale: SCALE })
  const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height))
  await page.render({ canvas: canvas as never, viewport }).promise
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  await loading.destroy()
  return jsqr.default(Uint8ClampedArray.from(data), width, height)?.data
}
