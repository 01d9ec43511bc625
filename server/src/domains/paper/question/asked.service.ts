// Questions as papers ask them: each version of a question is stored once, whatever the number of its papers.
import type { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import type { App } from '../../../kernel/ctx.ts'
import { among, type Database, json } from '../../../kernel/database.ts'
import { gatheredValues } from '../../../kernel/memo/gathered.ts'
import { newLru } from '../../../kernel/memo/lru.ts'
import { appPart } from '../../../kernel/part.ts'
import type { BankQuestion } from './freeze.rules.ts'

const MOST_KNOWN = 20_000
const KNOWN_MS = 60_000

/**
 * Rows never change and are never removed, so that what a process knows of them stays true. Only a database that took the place of another one
 * may lack them: ids are read again after a break, and each minute.
 */
const storeOf = appPart((app) => {
  const ids = newLru<BankQuestion, string>(MOST_KNOWN, { ttl: KNOWN_MS })
  const questions = newLru<string, BankQuestion>(MOST_KNOWN)
  app.bus.onGap(() => {
    ids.clear()
    questions.clear()
  })
  // candidates who start at the same moment get the same questions
  return { ids, questions, store: gatheredValues<BankQuestion, string>((asked) => storeAll(app, asked)) }
})

const hashOf = ({ id, version, quType, body }: BankQuestion) =>
  createHash('sha256')
    .update(JSON.stringify([id, version, quType, body]))
    .digest('hex')

async function idsOf(db: Database, hashes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; hash: string }>`select id, encode(hash, 'hex') as hash from paper_question
    where hash = any(array(select decode(one, 'hex') from unnest(${hashes}::text[]) one))`.execute(db)
  return new Map(rows.map(({ id, hash }) => [hash, id]))
}

type Hashed = { question: BankQuestion; hash: string }

async function insert(app: App, rows: readonly Hashed[]) {
  // each process in the same order: a statement waits for the rows that another one has not committed yet
  const ordered = rows.toSorted((a, b) => (a.hash < b.hash ? -1 : 1))
  const of = <T>(value: (one: BankQuestion) => T) => ordered.map(({ question }) => value(question))
  await sql`
    insert into paper_question (hash, qu_id, version, qu_type, body, create_time)
    select decode(hash, 'hex'), qu_id, version, qu_type, body, ${app.clock()}
    from unnest(${ordered.map((one) => one.hash)}::text[], ${of((one) => one.id)}::bigint[], ${of((one) => one.version)}::int[],
      ${of((one) => one.quType)}::smallint[], ${of((one) => json(one.body))}::jsonb[]) as given (hash, qu_id, version, qu_type, body)
    on conflict (hash) do nothing`.execute(app.db)
}

async function storeAll(app: App, questions: readonly BankQuestion[]): Promise<Map<BankQuestion, string>> {
  const rows = questions.map((question) => ({ question, hash: hashOf(question) }))
  const hashes = rows.map((one) => one.hash)
  let stored = await idsOf(app.db, hashes)
  const missing = rows.filter((one) => !stored.has(one.hash))
  if (missing.length > 0) {
    await insert(app, missing)
    stored = await idsOf(app.db, hashes)
  }
  const { ids, questions: byId } = storeOf(app)
  for (const { question, hash } of rows) {
    const id = stored.get(hash)!
    ids.set(question, id)
    byId.set(id, question)
  }
  return new Map(rows.map(({ question, hash }) => [question, stored.get(hash)!]))
}

/**
 * Stores those of these questions that are not stored yet. They are committed at once: a paper that is stored later finds them, and one that fails
 * leaves rows that the next paper uses.
 * @returns their ids for papers, in the same order
 */
export async function storeQuestions(app: App, questions: readonly BankQuestion[]): Promise<string[]> {
  const { ids, store } = storeOf(app)
  const known = questions.map((one) => ids.get(one))
  return known.every((id) => id !== undefined) ? known : Promise.all(questions.map(async (one, at) => known[at] ?? (await store(one))!))
}

/** Where to read; with the server, what it knows already is not read again. */
export type From = { db: Database; app?: App }

/** Questions of papers by their ids for papers. */
export async function readAsked({ db, app }: From, ids: readonly string[]): Promise<Map<string, BankQuestion>> {
  const cache = app && storeOf(app).questions
  const found = new Map<string, BankQuestion>()
  const missing = new Set<string>()
  for (const id of ids) {
    const known = found.get(id) ?? cache?.get(id)
    if (known) found.set(id, known)
    else missing.add(id)
  }
  if (missing.size === 0) return found
  const rows = await db
    .selectFrom('paperQuestion')
    .where(among('id', [...missing]))
    .select(['id', 'quId', 'version', 'quType', 'body'])
    .execute()
  for (const { id, quId, version, quType, body } of rows) {
    const question = { id: quId, version, quType, body: body as unknown as QuestionBody }
    cache?.set(id, question)
    found.set(id, question)
  }
  return found
}
