// Reads PDF files that tests have printed.
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of the first page without spaces, and how many pictures it has. */
export async function contentOf(pdf: Uint8Array): Promise<{ text: string; pictures: number }> {
  const loading = getDocument({ data: Uint8Array.from(pdf), useSystemFonts: false })
  const page = await (await loading.promise).getPage(1)
  const { items } = await page.getTextContent()
  const { fnArray } = await page.getOperatorList()
  await loading.destroy()
  const text = items
    .map((one) => ('str' in one ? one.str : ''))
    .join('')
    .replaceAll(/\s/g, '')
  return { text, pictures: fnArray.filter((one) => one === OPS.paintImageXObject).length }
}
