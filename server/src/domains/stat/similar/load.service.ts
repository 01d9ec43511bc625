// Reads the finished papers of an exam into the arrays that a worker compares.
import { type Answer, type QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { among, type Database } from '../../../kernel/database.ts'
import { plainText } from '../../../kernel/richtext.ts'
import { categoriesOf } from './category.rules.ts'
import { isPatterned } from './pattern.rules.ts'
import { LEAST_COMMON } from './similar.rules.ts'
import type { Study } from './study.rules.ts'
import { bareText } from './text.rules.ts'

export type Left = { paperId: string; reason: 'pattern' | 'fewAnswers' }
export type Loaded = {
  paperIds: string[]
  addresses: Int32Array
  items: string[]
  departs: string[]
  left: Left[]
  versionSum: string
  study: Study
}

const PORTION = 200
/** An address of more people than this share belongs to a site, not to a room. */
const SHARED = 0.2
/** Questions with fewer options show no pattern. */
const LEAST_OPTIONS = 3

/** Changes whenever a finished paper of the exam is added, removed or marked anew. */
export async function versionSumOf(db: Database, examId: string): Promise<string> {
  const { rows } = await sql<{ sum: string }>`select coalesce(sum(version + 1000000), 0)::text as sum from paper
    where exam_id = ${examId} and state = ${sql.lit(PaperState.done)}`.execute(db)
  return rows[0]!.sum
}

/** The best paper of each candidate; papers on paper have no answers. */
const papersOf = (db: Database, examId: string) =>
  db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.examId', '=', examId)
    .where('paper.state', '=', PaperState.done)
    .where('paper.score', 'is not', null)
    .where('paper.offline', '=', false)
    .distinctOn('paper.userId')
    .orderBy('paper.userId')
    .orderBy('paper.score', 'desc')
    .orderBy('paper.startTime')
    .select(['paper.id', 'liveIp', sql<string>`coalesce(sys_user.dept_code, '')`.as('deptCode')])
    .execute()

type Row = { items: string[]; states: string[]; picks: string[]; rights: string[] }
type Question = { type: number; part: string; known: string[] }

export async function loadStudy(db: Database, examId: string): Promise<Loaded> {
  const versionSum = await versionSumOf(db, examId)
  const papers = await papersOf(db, examId)
  const ids = papers.map((one) => one.id)
  const rows = await itemRows(db, ids)
  const kept = papers.filter((one) => rows.has(one.id))
  const paperIds = kept.map((one) => one.id)
  const names = new Set([...rows.values()].flatMap((row) => row.items))
  const composites = new Set([...names].flatMap((name) => (name.includes('/') ? [name.split('/')[0] ?? ''] : [])))
  const items = [...names].filter((name) => !composites.has(name)).toSorted()
  const questions = await questionsOf(db, items)
  const texts = await textsOf(db, paperIds, items, questions)
  const secondsOf = await readSeconds(db, paperIds)
  const placeOf = new Map(items.map((name, at) => [name, at]))
  const answers: string[][] = []
  const right = new Int8Array(paperIds.length * items.length).fill(-1)
  const seconds = new Float64Array(paperIds.length * items.length)
  for (const [person, id] of paperIds.entries()) {
    const own = Array.from({ length: items.length }, () => '')
    for (const [at, name] of rows.get(id)!.items.entries()) {
      const place = placeOf.get(name)
      const state = rows.get(id)!.states[at]!
      if (place === undefined || state === 'b' || state === 'v') continue
      const type = questions.get(name)?.type
      own[place] = rows.get(id)!.picks[at]! || (type === QuType.fillIn ? bareText(texts.get(`${id}:${name}`) ?? '') : '')
      right[person * items.length + place] = state === 'r' ? 1 : 0
      seconds[person * items.length + place] = secondsOf.get(`${id}:${name}`) ?? 0
    }
    answers.push(own)
  }
  return packed({ kept, rows, items, questions, texts, versionSum, answers, right, seconds })
}

type Read = {
  kept: { id: string; liveIp: string; deptCode: string }[]
  rows: ReadonlyMap<string, Row>
  items: string[]
  questions: ReadonlyMap<string, Question>
  texts: ReadonlyMap<string, string>
  versionSum: string
  answers: string[][]
  right: Int8Array
  seconds: Float64Array
}

function packed({ kept, rows, items, questions, texts, versionSum, answers, right, seconds }: Read): Loaded {
  const paperIds = kept.map((one) => one.id)
  const addresses = addressNumbers(kept.map((one) => one.liveIp))
  const { departs, numbers } = departNumbers(kept.map((one) => one.deptCode))
  const optionsOf = lettersOf(rows)
  const patterned = paperIds.flatMap((id, person) => (isPatterned(ordered(rows.get(id)!, optionsOf)) ? [person] : []))
  const few = paperIds.flatMap((id, person) => (answers[person]!.filter((one) => one !== '').length < LEAST_COMMON ? [id] : []))
  const parts = [...new Set(items.map((name) => questions.get(name)?.part ?? ''))]
  return {
    paperIds,
    addresses: addresses.slice(),
    items,
    departs,
    versionSum,
    left: [
      ...patterned.map((person) => ({ paperId: paperIds[person]!, reason: 'pattern' as const })),
      ...few.map((paperId) => ({ paperId, reason: 'fewAnswers' as const })),
    ],
    study: {
      people: paperIds.length,
      items: items.length,
      picks: categoriesOf(answers, items.length),
      right,
      parts: items.map((name) => parts.indexOf(questions.get(name)?.part ?? '')),
      departs: numbers,
      addresses,
      sittings: new Int32Array(paperIds.length),
      seconds,
      patterned,
      texts: items.flatMap((name) => {
        const question = questions.get(name)
        if (question?.type !== QuType.shortAnswer) return []
        return [{ quId: name, known: question.known, answers: paperIds.map((id) => texts.get(`${id}:${name}`) ?? '') }]
      }),
    },
  }
}

async function itemRows(db: Database, ids: readonly string[]): Promise<Map<string, Row>> {
  const found = new Map<string, Row>()
  for (let at = 0; at < ids.length; at += PORTION) {
    const some = await db
      .selectFrom('paperItem')
      .where(among('paperId', ids.slice(at, at + PORTION)))
      .select(['paperId', 'items', 'states', 'picks', 'rights'])
      .execute()
    for (const { paperId, ...row } of some) found.set(paperId, row)
  }
  return found
}

const quIdsOf = (items: readonly string[]) => [...new Set(items.map((name) => name.split('/')[0] ?? ''))]

async function questionsOf(db: Database, items: readonly string[]): Promise<Map<string, Question>> {
  const rows = await db
    .selectFrom('qu')
    .where(among('id', quIdsOf(items)))
    .select(['id', 'quType', 'title', 'repoId', 'chapterId', 'body'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    items.flatMap((name) => {
      const [quId = '', subId = ''] = name.split('/')
      const row = byId.get(quId)
      if (!row) return []
      const body = row.body as unknown as QuestionBody
      const sub = body.subs.find((one) => one.id === subId)
      const known = [row.title, sub?.content ?? '', (sub ?? body).modelAnswer].map(plainText)
      return [[name, { type: sub?.quType ?? row.quType, part: `${row.repoId}/${row.chapterId ?? ''}`, known }] as const]
    }),
  )
}

/** The texts of fill-ins and short answers, by paper and item. */
async function textsOf(db: Database, paperIds: readonly string[], items: readonly string[], questions: ReadonlyMap<string, Question>) {
  const written = items.filter((name) => [QuType.fillIn, QuType.shortAnswer].includes(questions.get(name)?.type as 4 | 5))
  const found = new Map<string, string>()
  if (written.length === 0) return found
  const byQuestion = Map.groupBy(written, (name) => name.split('/')[0] ?? '')
  for (let at = 0; at < paperIds.length; at += PORTION) {
    const rows = await db
      .selectFrom('paperAnswer')
      .where(among('paperId', paperIds.slice(at, at + PORTION)))
      .where(among('quId', quIdsOf(written)))
      .select(['paperId', 'quId', 'answer'])
      .execute()
    for (const { paperId, quId, answer } of rows)
      for (const name of byQuestion.get(quId) ?? [])
        found.set(`${paperId}:${name}`, writtenText(answer as unknown as Answer | null, name.split('/')[1]))
  }
  return found
}

/** What was written into one answer. */
export function writtenText(answer: Answer | null, subId?: string): string {
  const own = answer && 'subs' in answer ? (answer.subs[subId ?? ''] ?? null) : answer
  if (!own) return ''
  if ('text' in own) return plainText(own.text)
  return 'blanks' in own ? own.blanks.join(' | ') : ''
}

async function readSeconds(db: Database, paperIds: readonly string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (let at = 0; at < paperIds.length; at += PORTION) {
    const some = paperIds.slice(at, at + PORTION)
    const rows = await db.selectFrom('paperQuTime').where(among('paperId', some)).select(['paperId', 'quId', 'seconds']).execute()
    for (const row of rows) found.set(`${row.paperId}:${row.quId}`, row.seconds)
  }
  return found
}

function addressNumbers(addresses: readonly string[]): Int32Array {
  const people = Map.groupBy(addresses.keys(), (at) => addresses[at]!)
  const rooms = [...people]
    .filter(([address, own]) => address !== '' && own.length <= SHARED * addresses.length)
    .map(([address]) => address)
  const numbers = new Map(rooms.map((address, at) => [address, at]))
  return Int32Array.from(addresses, (address) => numbers.get(address) ?? -1)
}

function departNumbers(codes: readonly string[]) {
  const departs = [...new Set(codes.filter((code) => code !== ''))]
  const numbers = new Map(departs.map((code, at) => [code, at]))
  return { departs, numbers: Int32Array.from(codes, (code) => numbers.get(code) ?? -1) }
}

/** How many different letters were given or are right, by item. */
function lettersOf(rows: ReadonlyMap<string, Row>): Map<string, number> {
  const letters = new Map<string, Set<string>>()
  for (const { items, picks, rights } of rows.values())
    for (const [at, name] of items.entries()) {
      const own = letters.get(name) ?? new Set()
      for (const letter of `${picks[at]}${rights[at]}`) own.add(letter)
      letters.set(name, own)
    }
  return new Map([...letters].map(([name, own]) => [name, own.size]))
}

const ordered = ({ items, picks, states }: Row, options: ReadonlyMap<string, number>) =>
  items.flatMap((name, at) => ((options.get(name) ?? 0) < LEAST_OPTIONS ? [] : [{ letters: picks[at] ?? '', right: states[at] === 'r' }]))
