// Packages as Anki writes them, made with SQLite: the collection of today's exports, and that of newer ones.
import { readFileSync, rmSync } from 'node:fs'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdCompressSync } from 'node:zlib'
import { writeArchive } from '../src/kernel/archive.ts'

const legacy = `create table col (id integer primary key, models text not null, decks text not null);
  create table notes (id integer primary key, mid integer not null, tags text not null, flds text not null);
  create table cards (id integer primary key, nid integer not null, did integer not null);`
const newer = `${legacy}
  create table notetypes (id integer primary key, name text not null);
  create table fields (ntid integer not null, ord integer not null, name text not null, primary key (ntid, ord)) without rowid;
  create table decks (id integer primary key, name text not null);`
const models = {
  1: { name: 'Basic', flds: [{ name: 'Front' }, { name: 'Back' }, { name: '出处' }], tmpls: [{ qfmt: '{{Front}}' }] },
  2: { name: 'Cloze', type: 1, flds: [{ name: 'Text' }, { name: 'Back Extra' }], tmpls: [{ qfmt: '{{cloze:Text}}' }] },
  3: { name: 'Basic (type in the answer)', flds: [{ name: 'Front' }, { name: 'Back' }], tmpls: [{ qfmt: '{{Front}}{{type:Back}}' }] },
}

export type DeckNote = { model: 1 | 2 | 3; fields: string[]; tags?: string; deck?: string }
/** The bytes of a collection. @param more statements to run at the end */
export function collection(notes: DeckNote[], isNewer: boolean, more = ''): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'anki-'))
  const path = join(folder, 'c')
  const db = new DatabaseSync(path)
  db.exec(isNewer ? newer : legacy)
  const decks = [...new Set(notes.map((one) => one.deck ?? 'Default'))]
  const numbered = decks.map((name, at) => [at + 1, name] as const)
  const json = isNewer
    ? ['', '']
    : [JSON.stringify(models), JSON.stringify(Object.fromEntries(numbered.map(([id, name]) => [id, { name }])))]
  db.prepare('insert into col values (1, ?, ?)').run(json[0] ?? '', json[1] ?? '')
  if (isNewer) {
    for (const [id, name] of numbered) db.prepare('insert into decks values (?, ?)').run(id, name.replaceAll('::', '\u001f'))
    for (const [id, { name, flds }] of Object.entries(models)) {
      db.prepare('insert into notetypes values (?, ?)').run(Number(id), name)
      for (const [at, field] of flds.entries()) db.prepare('insert into fields values (?, ?, ?)').run(Number(id), at, field.name)
    }
  }
  for (const [at, { model, fields, tags = '', deck = 'Default' }] of notes.entries()) {
    // ids of Anki are times in milliseconds
    const id = 1_700_000_000_000 + at
    db.prepare('insert into notes values (?, ?, ?, ?)').run(id, model, ` ${tags} `, fields.join('\u001f'))
    db.prepare('insert into cards values (?, ?, ?)').run(id, id, decks.indexOf(deck) + 1)
  }
  if (more !== '') db.exec(more)
  db.close()
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

/** A package of these notes; `media` by name. */
export function ankiPackage(
  notes: DeckNote[],
  { isNewer = false, media = {} }: { isNewer?: boolean; media?: Record<string, Buffer> } = {},
): Buffer {
  const names = Object.keys(media)
  const numbered = Object.fromEntries(names.map((name, at) => [String(at), isNewer ? zstdCompressSync(media[name]!) : media[name]!]))
  if (!isNewer)
    return Buffer.from(
      writeArchive({
        'collection.anki2': collection(notes, false),
        media: Buffer.from(JSON.stringify(Object.fromEntries(names.map((name, at) => [at, name])))),
        ...numbered,
      }),
    )
  // one entry for each file: its name is field 1
  const entries = names.map((name) => {
    const text = Buffer.from(name)
    return Buffer.concat([Buffer.from([0x0a, text.length + 2, 0x0a, text.length]), text])
  })
  return Buffer.from(
    writeArchive({
      'collection.anki21b': zstdCompressSync(collection(notes, true)),
      'collection.anki2': collection([{ model: 1, fields: ['Please update to the latest Anki version', ''] }], false),
      media: zstdCompressSync(Buffer.concat(entries)),
      ...numbered,
    }),
  )
}
