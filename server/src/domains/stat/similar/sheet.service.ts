// The answers of papers, read in portions, so that the process goes on answering others in between.
import { type Answer, QuType } from '@shuyuan/contract/qu/content.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { among, type Database } from '../../../kernel/database.ts'
import { plainText } from '../../../kernel/richtext.ts'
import { answerNumbers } from './category.rules.ts'
import type { PaperRow } from './papers.service.ts'
import { isPatterned } from './pattern.rules.ts'
import { bareText } from '../../../kernel/similar-texts.ts'

export type Question = { type: number; part: string; known: string[]; options: number }
/** Sums of the scores of a whole question, over the papers of the exam that have it. */
type Sums = { n: number; sx: number; sxx: number }
/** By person and item; `seconds`, `texts` and `sums` are of the exam's own papers. */
export type Sheets = {
  answers: Int32Array
  right: Int8Array
  seconds: Float64Array
  texts: { item: number; answers: string[] }[]
  /** how many answers each person has that are compared */
  answered: Int32Array
  patterned: number[]
  sums: Map<string, Sums>
}

const PORTION = 10
/** Questions with fewer options show no pattern. */
const LEAST_OPTIONS = 3

type Wish = { papers: readonly PaperRow[]; own: number; items: readonly string[]; questions: ReadonlyMap<string, Question> }

export async function fillSheets(db: Database, wish: Wish): Promise<Sheets> {
  const { papers, own, items, questions } = wish
  const sheets: Sheets = {
    answers: new Int32Array(papers.length * items.length),
    right: new Int8Array(papers.length * items.length).fill(-1),
    seconds: new Float64Array(own * items.length),
    texts: items.flatMap((name, item) =>
      questions.get(name)?.type === QuType.shortAnswer ? [{ item, answers: Array.from({ length: own }, () => '') }] : [],
    ),
    answered: new Int32Array(papers.length),
    patterned: [],
    sums: new Map(),
  }
  const fill = filling(wish, sheets)
  const written = items.filter((name) => ([QuType.fillIn, QuType.shortAnswer] as number[]).includes(questions.get(name)?.type ?? -1))
  for (let from = 0; from < papers.length; from += PORTION) {
    const ids = papers.slice(from, from + PORTION).map((one) => one.id)
    const rows = await db
      .selectFrom('paperItem')
      .where(among('paperId', ids))
      .select(['paperId', 'items', 'states', 'picks', 'scores'])
      .execute()
    const texts = await textsOf(db, ids, written)
    const seconds = from < own ? await secondsOf(db, ids) : new Map<string, number>()
    const byPaper = new Map(rows.map((row) => [row.paperId, row]))
    for (const [at, id] of ids.entries()) {
      const row = byPaper.get(id)
      if (row) fill(from + at, row, texts, seconds)
    }
    await nextTurn()
  }
  return sheets
}

type Row = { paperId: string; items: string[]; states: string[]; picks: string[]; scores: number[] }
type Fill = (person: number, row: Row, texts: ReadonlyMap<string, string>, seconds: ReadonlyMap<string, number>) => void

function filling({ own, items, questions }: Wish, sheets: Sheets): Fill {
  const numberOf = answerNumbers(items.length)
  const placeOf = new Map(items.map((name, at) => [name, at]))
  const textPlaces = new Map(sheets.texts.map(({ item, answers }) => [item, answers]))
  return (person, row, texts, seconds) => {
    const ordered: { letters: string; right: boolean }[] = []
    for (const [at, name] of row.items.entries()) {
      const state = row.states[at]!
      if (person < own && !name.includes('/')) addTo(sheets.sums, name, row.scores[at]!)
      const question = questions.get(name)
      if (question && question.options >= LEAST_OPTIONS) ordered.push({ letters: row.picks[at]!, right: state === 'r' })
      const item = placeOf.get(name)
      if (item === undefined || state === 'b' || state === 'v') continue
      const text = texts.get(`${row.paperId}:${name}`) ?? ''
      if (person < own) textPlaces.get(item)?.splice(person, 1, text)
      const answer = row.picks[at]! || (question?.type === QuType.fillIn ? bareText(text) : '')
      const place = person * items.length + item
      sheets.answers[place] = numberOf(item, answer)
      if (answer !== '') sheets.answered[person]!++
      sheets.right[place] = state === 'r' ? 1 : 0
      if (person < own) sheets.seconds[place] = seconds.get(`${row.paperId}:${name}`) ?? 0
    }
    if (isPatterned(ordered)) sheets.patterned.push(person)
  }
}

function addTo(sums: Map<string, Sums>, name: string, score: number) {
  const { n, sx, sxx } = sums.get(name) ?? { n: 0, sx: 0, sxx: 0 }
  sums.set(name, { n: n + 1, sx: sx + score, sxx: sxx + score * score })
}

/** The texts of fill-ins and short answers, by paper and item. */
async function textsOf(db: Database, paperIds: readonly string[], written: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  if (written.length === 0) return found
  const byQuestion = Map.groupBy(written, (name) => name.split('/')[0] ?? '')
  const rows = await db
    .selectFrom('paperAnswer')
    .where(among('paperId', paperIds))
    .where(among('quId', [...byQuestion.keys()]))
    .select(['paperId', 'quId', 'answer'])
    .execute()
  for (const { paperId, quId, answer } of rows)
    for (const name of byQuestion.get(quId) ?? [])
      found.set(`${paperId}:${name}`, writtenText(answer as unknown as Answer | null, name.split('/')[1]))
  return found
}

/** What was written into one answer. */
export function writtenText(answer: Answer | null, subId?: string): string {
  const own = answer && 'subs' in answer ? (answer.subs[subId ?? ''] ?? null) : answer
  if (!own) return ''
  if ('text' in own) return plainText(own.text)
  return 'blanks' in own ? own.blanks.join(' | ') : ''
}

async function secondsOf(db: Database, paperIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db.selectFrom('paperQuTime').where(among('paperId', paperIds)).select(['paperId', 'quId', 'seconds']).execute()
  return new Map(rows.map((row) => [`${row.paperId}:${row.quId}`, row.seconds]))
}
