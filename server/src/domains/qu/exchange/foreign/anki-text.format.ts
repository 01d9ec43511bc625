// Parses notes that Anki exported as text: lines of `#separator:` and the like, then one note in a line (docs.ankiweb.net, *Text files*).
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import type { Reading } from '../exchange.rules.ts'
import { hasCloze, type Note, questionOf } from './anki-note.format.ts'
import { escape } from './package-media.format.ts'

const head = /^#(separator|html|columns|tags|deck|notetype|guid)(?:\s+column)?\s*:\s*(.*?)\s*$/i
const separators: Record<string, string> = { tab: '\t', comma: ',', semicolon: ';', pipe: '|', colon: ':', space: ' ' }

/** Whether a text has the head lines of Anki, or clozes in lines with tabs. */
export function isAnkiText(text: string): boolean {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (/^#(?:separator|notetype column|guid column|deck column)\s*:/i.test(lines[0] ?? '')) return true
  return lines.some((line) => hasCloze(line) && line.includes('\t'))
}

/** The cells of a text whose cells may be in quotation marks. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  const sign = separator.replace(/[\\^$.*+?()[\]{}|-]/, String.raw`\$&`)
  const pattern = new RegExp(String.raw`(?:"((?:[^"]|"")*)"|([^\n${sign}]*))(${sign}|\n|$)`, 'gy')
  for (const [all, quoted, plain = '', end = ''] of text.matchAll(pattern)) {
    if (all === '' && end === '') break
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === '\n') rows.push([])
    else if (end === '') break
  }
  return rows.filter((row) => row.some((cell) => cell.trim() !== ''))
}

export function parseAnkiText(given: string): Omit<Reading, 'files'> {
  const lines = given.replace(/^\uFEFF/, '').split(/\r?\n/)
  const end = lines.findIndex((line) => !line.startsWith('#'))
  const heads = new Map(
    lines.slice(0, end === -1 ? undefined : end).flatMap((line) => {
      const found = head.exec(line)
      return found ? [[(found[1] ?? '').toLowerCase(), found[2] ?? ''] as const] : []
    }),
  )
  const named = (heads.get('separator') ?? 'tab').toLowerCase()
  const separator = separators[named] ?? (named.length === 1 ? named : '\t')
  const isHtml = heads.get('html')?.toLowerCase() === 'true'
  const column = (name: string) => Number(heads.get(name)) - 1
  const places = { tags: column('tags'), deck: column('deck'), type: column('notetype'), guid: column('guid') }
  const apart = new Set(Object.values(places))
  const rows = cellsOf(lines.slice(end === -1 ? lines.length : end).join('\n'), separator)
  const notes = rows.map((row): Note => {
    const fields = row.filter((_cell, at) => !apart.has(at)).map((cell) => (isHtml ? cell : escape(cell).replaceAll('\n', '<br>')))
    const deck = row[places.deck] ?? heads.get('deck') ?? ''
    const type = row[places.type] ?? heads.get('notetype') ?? ''
    const tags = [row[places.tags] ?? (Number.isNaN(places.tags) ? (heads.get('tags') ?? '') : '')].join(' ').split(/\s+/)
    return {
      fields,
      names: [],
      deck: Number.isNaN(Number(deck)) ? deck : '',
      tags: tags.filter((tag) => tag !== ''),
      isTyped: /type|输入/i.test(type),
    }
  })
  const questions = notes.map((note, at) => questionOf(note, at + 1))
  const pictures = /<img\b|\[sound:/.test(given) ? [say('ankiTextMedia')] : []
  return { questions, notes: pictures }
}
