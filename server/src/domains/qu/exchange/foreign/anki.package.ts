// Opens Anki packages (.apkg, .colpkg): a collection in SQLite, compressed in newer ones, and media by number.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { randomUUID } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import { archiveLimits } from '../../../../kernel/archive.ts'
import { fail } from '../../../../kernel/fail.ts'
import { type BodyInput, type Reading, type ReadQuestion, warn } from '../exchange.rules.ts'
import { type Note, questionOf } from './anki-note.format.ts'
import { PackageMedia } from './package-media.format.ts'

/** Limits of a package: its media have no extensions by which they are known. */
export const ankiLimits = { ...archiveLimits, textBytes: archiveLimits.expandedBytes }
const MAX_NOTES = 20_001
/** Fields of a note are separated by this, decks from their parents by it too in newer collections. */
const UNIT = '\u001f'
const ZSTD = 0xfd2fb528
/** Collections by age; an old one beside a new one only asks to update. */
const collections = ['collection.anki21b', 'collection.anki21', 'collection.anki2']

/** Whether these are the files of an Anki package. */
export const isAnki = (files: ReadonlyMap<string, Uint8Array>): boolean => collections.some((name) => files.has(name))

/** The bytes, decompressed where they are compressed; fails where they expand beyond the limits of archives. */
function expanded(bytes: Uint8Array): Uint8Array {
  const isCompressed = bytes.length > 4 && Buffer.from(bytes.buffer, bytes.byteOffset, 4).readUInt32LE() === ZSTD
  if (!isCompressed) return bytes
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: ankiLimits.textBytes })
  } catch {
    return fail('sheetBroken', say('ankiBroken'))
  }
}

/** Media by name: as JSON, or in newer packages as a list of entries whose first field is the name. */
function mediaNames(bytes: Uint8Array | undefined): Map<string, string> {
  if (!bytes) return new Map()
  const plain = Buffer.from(expanded(bytes))
  try {
    const names = JSON.parse(plain.toString('utf8')) as Record<string, string>
    return new Map(Object.entries(names).map(([key, name]) => [name, key]))
  } catch {
    return new Map(
      entriesIn(plain).flatMap((entry, at) =>
        entriesIn(entry)
          .slice(0, 1)
          .map((name) => [name.toString('utf8'), String(at)] as const),
      ),
    )
  }
}

/** The values of field 1 of a protobuf message. */
function entriesIn(bytes: Buffer): Buffer[] {
  const found: Buffer[] = []
  let at = 0
  const number = () => {
    let value = 0
    for (let shift = 0; at < bytes.length && shift < 35; shift += 7) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * 2 ** shift
      if (byte < 128) break
    }
    return value
  }
  while (at < bytes.length) {
    const tag = number()
    if ((tag & 7) === 2) {
      const size = number()
      if (tag >> 3 === 1) found.push(bytes.subarray(at, at + size))
      at += size
    } else if ((tag & 7) === 0) number()
    else break
  }
  return found
}

type Row = Record<string, unknown>
const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''

/** Only plain tables are read: what computes something while it is read could run for ever. */
function mustBeTable(db: DatabaseSync, name: string): boolean {
  const found = db.prepare('select type, sql from sqlite_master where name = ?').get(name) as Row | undefined
  if (!found) return false
  const isPlain = found.type === 'table' && /^create table/i.test(text(found.sql)) && !/\bgenerated\b|\bas\s*\(/i.test(text(found.sql))
  return isPlain || fail('sheetBroken', say('ankiBroken'))
}

type Kind = { names: string[]; isTyped: boolean }
function kindsIn(db: DatabaseSync): Map<string, Kind> {
  const isTyped = (name: string, more = '') => /type in|输入/i.test(name) || more.includes('{{type:')
  if (mustBeTable(db, 'notetypes') && mustBeTable(db, 'fields')) {
    const fields = db.prepare('select ntid, name from fields order by ntid, ord').all() as Row[]
    const kinds = db.prepare('select id, name from notetypes').all() as Row[]
    return new Map(
      kinds.map(({ id, name }) => [
        text(id),
        { names: fields.filter((one) => one.ntid === id).map((one) => text(one.name)), isTyped: isTyped(text(name)) },
      ]),
    )
  }
  const models = parsed(firstOf(db, 'models')) as Record<string, { name?: string; flds?: { name: string }[]; tmpls?: { qfmt?: string }[] }>
  return new Map(
    Object.entries(models).map(([id, { name = '', flds = [], tmpls = [] }]) => [
      id,
      { names: flds.map((one) => one.name), isTyped: isTyped(name, tmpls.map((one) => one.qfmt ?? '').join(' ')) },
    ]),
  )
}
const firstOf = (db: DatabaseSync, column: 'models' | 'decks'): string =>
  mustBeTable(db, 'col') ? text((db.prepare(`select ${column} as value from col limit 1`).get() as Row | undefined)?.value) : ''
function parsed(json: string): object {
  try {
    return (JSON.parse(json) ?? {}) as object
  } catch {
    return {}
  }
}

function decksIn(db: DatabaseSync): Map<string, string> {
  const path = (name: string) => (/^(?:Default|默认|系统默认)$/.test(name) ? '' : name.split(new RegExp(`::|${UNIT}`)).join('/'))
  if (mustBeTable(db, 'decks'))
    return new Map((db.prepare('select id, name from decks').all() as Row[]).map(({ id, name }) => [text(id), path(text(name))]))
  const decks = parsed(firstOf(db, 'decks')) as Record<string, { name?: string }>
  return new Map(Object.entries(decks).map(([id, { name = '' }]) => [id, path(name)]))
}

function notesIn(bytes: Uint8Array): Note[] {
  const path = join(tmpdir(), `shuyuan-${randomUUID()}`)
  writeFileSync(path, bytes)
  try {
    const db = new DatabaseSync(path, { readOnly: true, allowExtension: false })
    try {
      const [kinds, decks] = [kindsIn(db), decksIn(db)]
      if (!mustBeTable(db, 'notes') || !mustBeTable(db, 'cards')) return fail('sheetBroken', say('ankiBroken'))
      const places = new Map(
        (db.prepare('select nid, min(did) as did from cards group by nid').all() as Row[]).map(({ nid, did }) => [text(nid), text(did)]),
      )
      const rows = db
        .prepare(`select cast(id as text) as id, cast(mid as text) as mid, tags, flds from notes order by notes.id limit ${MAX_NOTES}`)
        .all() as Row[]
      return rows.map(({ id, mid, tags, flds }) => {
        const kind = kinds.get(text(mid))
        return {
          fields: text(flds).split(UNIT),
          names: kind?.names ?? [],
          deck: decks.get(places.get(text(id)) ?? '') ?? '',
          tags: text(tags)
            .split(/\s+/)
            .filter((tag) => tag !== ''),
          isTyped: kind?.isTyped ?? false,
        }
      })
    } finally {
      db.close()
    }
  } catch (error) {
    // what SQLite says of a damaged file
    if (error instanceof Error && 'errcode' in error) return fail('sheetBroken', say('ankiBroken'))
    throw error
  } finally {
    rmSync(path, { force: true })
  }
}

/** Reads a package. Fails sheetBroken where its collection is no database of Anki. */
export function readAnki(files: ReadonlyMap<string, Uint8Array>): Reading {
  const found = collections.find((name) => files.has(name))
  const names = mediaNames(files.get('media'))
  const media = new PackageMedia((name) => {
    const bytes = files.get(names.get(name) ?? '')
    return bytes && expanded(bytes)
  })
  const questions = notesIn(expanded(files.get(found ?? '') ?? new Uint8Array())).map((note, at) => placed(questionOf(note, at + 1), media))
  return { questions, files: media.files, notes: [] }
}

function placed(question: ReadQuestion, media: PackageMedia): ReadQuestion {
  media.missing.clear()
  const body = JSON.parse(JSON.stringify(question.body), (_key, value: unknown) =>
    typeof value === 'string' ? media.placed(value) : value,
  ) as BodyInput
  const lost = [...media.missing].map((file) => warn(question.row, '题干', say('archiveFileMissing', { file })))
  return { ...question, body, problems: [...question.problems, ...lost] }
}
