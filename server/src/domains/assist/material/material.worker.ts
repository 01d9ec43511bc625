// Worker thread: the text of a course file by pages. Files are untrusted: limits of time and memory are those of the thread.
import { readFile, stat } from 'node:fs/promises'
import mammoth from 'mammoth'
import { SaxesParser } from 'saxes'
import { readArchive, archiveLimits } from '../../../kernel/archive.ts'
import { fail } from '../../../kernel/fail.ts'
import { readInWorker } from '../../../kernel/sheet/sheet-worker.ts'
import { joinedLines, type Page } from './passages.rules.ts'

const MAX_BYTES = 100 * 1024 * 1024
const MAX_TEXT = 20 * 1024 * 1024
const MAX_PAGES = 2_000
const MAX_CHARS = 2_000_000

/** The pages of a PDF, a document, slides, captions or a text, by the end of the name. Fails sheetBroken for other files. */
async function pagesOf(path: string, name: string): Promise<Page[]> {
  if ((await stat(path)).size > MAX_BYTES) fail('fileTooLarge')
  const bytes = await readFile(path)
  if (/\.pdf$/i.test(name)) return pdfPages(bytes)
  if (/\.docx$/i.test(name)) {
    // the limits of archives are checked before the document is expanded
    readArchive(bytes, archiveLimits)
    const { value } = await mammoth.extractRawText({ buffer: bytes })
    return [{ at: 0, text: value }]
  }
  if (/\.pptx$/i.test(name)) return slides(bytes)
  if (/\.(?:txt|md|vtt|srt)$/i.test(name)) return [{ at: 0, text: plain(bytes, name) }]
  return fail('sheetBroken')
}

function plain(bytes: Uint8Array, name: string): string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    text = new TextDecoder('gb18030').decode(bytes)
  }
  // times and numbers of captions
  return /\.(?:vtt|srt)$/i.test(name) ? text.replaceAll(/^(?:WEBVTT.*|\d+|.*-->.*)$/gm, '').replaceAll(/\n{2,}/g, '\n') : text
}

async function pdfPages(bytes: Uint8Array): Promise<Page[]> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const task = getDocument({
    data: new Uint8Array(bytes),
    disableFontFace: true,
    useSystemFonts: false,
    stopAtErrors: false,
    verbosity: VerbosityLevel.ERRORS,
  })
  const document = await task.promise.catch(() => fail('sheetBroken'))
  const pages: Page[] = []
  let chars = 0
  for (let at = 1; at <= Math.min(document.numPages, MAX_PAGES) && chars < MAX_CHARS; at++) {
    const page = await document.getPage(at)
    const { items } = await page.getTextContent()
    const text = items.map((one) => ('str' in one ? one.str + (one.hasEOL ? '\n' : '') : '')).join('')
    pages.push({ at, text: joinedLines(text) })
    chars += text.length
    page.cleanup()
  }
  await task.destroy()
  return pages
}

/** The texts of slides, in the order of their numbers. */
function slides(bytes: Uint8Array): Page[] {
  const parts = readArchive(bytes, { ...archiveLimits, textBytes: MAX_TEXT })
  return [...parts]
    .flatMap(([path, part]) => {
      const number = Number(/^ppt\/slides\/slide(\d+)\.xml$/.exec(path)?.[1] ?? 0)
      return number > 0 ? [{ at: number, text: slideText(Buffer.from(part).toString('utf8')) }] : []
    })
    .sort((one, other) => one.at - other.at)
}

function slideText(xml: string): string {
  let [text, inside] = ['', false]
  const parser = new SaxesParser({ xmlns: false })
  parser.on('error', () => undefined)
  parser.on('opentag', ({ name }) => {
    inside = name === 'a:t'
  })
  parser.on('text', (part) => {
    if (inside) text += part
  })
  parser.on('closetag', ({ name }) => {
    inside = false
    if (name === 'a:p') text += '\n'
  })
  parser.write(xml).close()
  return text
}

readInWorker(async ({ path, name }, send) => {
  for (const page of await pagesOf(path, name)) send(page)
})
