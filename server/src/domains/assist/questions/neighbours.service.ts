// What a generated question resembles: an earlier one of its run, and the nearest of the bank; by words, and by vectors where there is a model for them.
import { say } from '@shuyuan/contract/assist/assist.texts.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import type { MadeQuestion } from '../../qu/import/made.service.ts'
import { vectorsOf } from '../ledger/embed.service.ts'
import { isOpenBank } from '../ledger/bank.service.ts'
import { cosineOf } from '../material/vectors.rules.ts'
import { ALIKE, Stems } from './alike.rules.ts'
import type { Made, Means, Run } from './portion.service.ts'

const TITLES_AT_ONCE = 2_000
/** From here on two vectors are called alike. */
const NEAR = 0.85
/** Titles of the bank that are looked at by vectors: those that share most words with a question. */
const MOST_NEAR = 20
const LEAST_SHARE = 0.1
const MOST_COMPARED = 300

type Neighbour = { row?: number; title: string; share: number }
/** A title of the bank that shares words with the question at a place. */
type Candidate = { title: string; share: number }

/** Adds to each question what it resembles. By vectors the nearest titles of the bank are sent, too; a failure leaves the words. */
export async function withNeighbours(app: App, run: Run, made: Made, means: Means): Promise<MadeQuestion[]> {
  const { questions, stems } = made
  if (questions.length === 0) return questions
  const { nearest, candidates } = await byWords(app, run.repoId, stems)
  if (means.assistant.embedder) await byVectors(app, run, means, stems, nearest, candidates)
  return questions.map((question, at) => {
    const { row, title = '' } = nearest[at] ?? {}
    const warnings = [...question.warnings]
    if (row !== undefined) warnings.push(say('madeAlikeRow', { n: row }))
    if (title !== '') warnings.push(say('madeAlike', { title: title.slice(0, 60).toWellFormed() }))
    return { ...question, warnings }
  })
}

async function byWords(app: App, repoId: string, stems: readonly string[]) {
  const own = new Stems()
  const nearest = stems.map((stem): Neighbour => {
    const earlier = own.alike(stem).toSorted((one, other) => other.share - one.share)[0]
    own.add(stem)
    return { title: '', share: 0, ...(earlier && { row: earlier.at + 1 }) }
  })
  const candidates = stems.map((): Candidate[] => [])
  for (let after = '0'; ;) {
    const rows = await app.db
      .selectFrom('qu')
      .where('repoId', '=', repoId)
      .where('deleted', '=', false)
      .where('id', '>', after)
      .orderBy('id')
      .limit(TITLES_AT_ONCE)
      .select(['id', sql<string>`left(title, 500)`.as('title')])
      .execute()
    for (const { title } of rows)
      for (const { at, share } of own.alike(title, LEAST_SHARE)) {
        const found = nearest[at]
        if (found && share >= ALIKE && share > found.share) Object.assign(found, { title, share })
        keepNearest(candidates[at] ?? [], { title, share })
      }
    const last = rows.at(-1)
    if (!last || rows.length < TITLES_AT_ONCE) break
    after = last.id
  }
  return { nearest, candidates }
}

/** Keeps the nearest titles of a question, the nearest first. */
function keepNearest(all: Candidate[], one: Candidate) {
  const place = all.findIndex((other) => other.share < one.share)
  all.splice(place < 0 ? all.length : place, 0, one)
  if (all.length > MOST_NEAR) all.pop()
}

/** Names neighbours that no word tells. One that the words found stays. */
async function byVectors(
  app: App,
  run: Run,
  { assistant, signal }: Means,
  stems: readonly string[],
  nearest: Neighbour[],
  candidates: readonly Candidate[][],
) {
  const isOpen = await isOpenBank(app.db, run.repoId)
  const titles = [
    ...new Set((isOpen ? candidates.flat() : []).toSorted((one, other) => other.share - one.share).map((one) => one.title)),
  ].slice(0, MOST_COMPARED)
  const asking = { userId: run.userId, about: run.kept.title, purse: 'questions', signal } as const
  const vectors = await vectorsOf(app, assistant, asking, [...stems, ...titles])
  if (!vectors) return
  const own = vectors.slice(0, stems.length)
  for (const [at, vector] of own.entries()) {
    const found = nearest[at]
    if (!found) continue
    const nearOf = (others: readonly Float32Array[]) => nearestTo(vector, others)
    const row = found.row ?? nearOf(own.slice(0, at))
    if (row !== undefined) found.row = row
    const bank = found.title === '' ? nearOf(vectors.slice(stems.length)) : undefined
    if (bank !== undefined) found.title = titles[bank - 1] ?? ''
  }
}

/** The place from 1 of the nearest vector that is alike. */
function nearestTo(vector: Float32Array, others: readonly Float32Array[]): number | undefined {
  const cosines = others.map((other) => cosineOf(vector, other))
  const best = cosines.reduce((top, one, at) => (one > (cosines[top] ?? 0) ? at : top), 0)
  return (cosines[best] ?? 0) >= NEAR ? best + 1 : undefined
}
