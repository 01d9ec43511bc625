// Opens a Word document: formulas as LaTeX, pictures as files, the rest as HTML for docx-parse.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import mammoth from 'mammoth'
import { fail } from '../../../../kernel/fail.ts'
import { archiveLimits, readArchive, writeArchive } from '../../../../kernel/archive.ts'
import { withTextBoxes } from './docx-box.format.ts'
import { parseDocx } from './docx-parse.format.ts'
import { UNREAD, withMathType, withWarnings } from './docx-equation.format.ts'
import { noLists, withNumbers } from './docx-numbering.format.ts'
import { fileAddress, type ReadFile, type Reading } from '../exchange.rules.ts'
import { FORMULAS, latexOf, sourcesOf } from './omml.format.ts'
import type { LevelNames } from '../sheet/sheet-columns.format.ts'
import { readTree } from '../qti/qti-tree.format.ts'

/** A document with more text exceeds the memory of a worker thread; a thousand pages have about 10 MB of XML. */
const limits = { ...archiveLimits, textBytes: 16 * 1024 * 1024 }
const MAIN = 'word/document.xml'
const LISTS = 'word/numbering.xml'
/** Underlining, and what a paper of ours shows and does not mean. */
const styleMap = [
  'u => u',
  "r[style-name='Shuyuan Shown'] => !",
  "p[style-name='Shuyuan Shown Line'] => !",
  "p[style-name='Shuyuan Title'] => !",
]
const formula = /<m:oMath(?:\s[^>]*)?>[\s\S]*?<\/m:oMath>/g
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Replaces each formula with a text run `\(…\)`; mammoth drops formulas but keeps text. */
function withLatex(xml: string, sources: ReadonlyMap<string, string>): string {
  return xml.replaceAll(/<\/?m:oMathPara(?:\s[^>]*)?>|<m:oMathParaPr>[\s\S]*?<\/m:oMathParaPr>/g, '').replaceAll(formula, (math) => {
    const read = latexOf(readTree(math) ?? undefined).trim()
    const latex = sources.get(read) ?? read
    // nothing of it was understood
    if (latex === '' && /<m:t(?:\s[^>]*)?>[^<]*\S/.test(math)) return `<w:r><w:t>${UNREAD}</w:t></w:r>`
    return latex === '' ? '' : `<w:r><w:t xml:space="preserve">${escape(String.raw`\(${latex}\)`)}</w:t></w:r>`
  })
}

/** Reads a docx file. Fails sheetBroken for any other file. */
export async function readDocx(bytes: Uint8Array, levels?: LevelNames): Promise<Reading> {
  const parts = readArchive(bytes, limits)
  const main = parts.get(MAIN)
  if (!main) return fail('sheetBroken', say('docxBroken'))
  const text = (name: string) => Buffer.from(parts.get(name) ?? []).toString('utf8')
  const numbered = withNumbers(withTextBoxes(text(MAIN)), text(LISTS), text('word/styles.xml'))
  parts.set(
    MAIN,
    Buffer.from(
      withLatex(
        withMathType(numbered, text('word/_rels/document.xml.rels'), (name) => parts.get(name)),
        sourcesOf(parts.get(FORMULAS)),
      ),
    ),
  )
  if (parts.has(LISTS)) parts.set(LISTS, Buffer.from(noLists))
  const files: ReadFile[] = []
  const image = mammoth.images.imgElement(async (picture) => {
    const key = String(files.length)
    const extension = /^image\/(?:x-)?(\w+)/.exec(picture.contentType)?.[1] ?? 'bin'
    files.push({ key, name: `${key}.${extension}`, bytes: await picture.readAsBuffer() })
    return { src: fileAddress(key) }
  })
  const { value } = await mammoth
    .convertToHtml({ buffer: Buffer.from(writeArchive(Object.fromEntries(parts))) }, { convertImage: image, styleMap })
    .catch(() => fail('sheetBroken', say('docxBroken')))
  const { questions, notes } = parseDocx(value, levels)
  return { questions: questions.map(withWarnings), notes, files }
}
