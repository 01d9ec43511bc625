// Reads the finished papers of an exam into the arrays that a worker compares.
import { type QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { among, type Database } from '../../../kernel/database.ts'
import { plainText } from '../../../kernel/richtext.ts'
import { scoreErrorOf } from '../figure/reliability.rules.ts'
import { bestPapers, itemsOf, type PaperRow, versionSumOf } from './papers.service.ts'
import { fillSheets, type Question, type Sheets } from './sheet.service.ts'
import { LEAST_COMMON } from './similar.rules.ts'
import type { Study } from './study.rules.ts'

export type Left = { paperId: string; reason: 'pattern' | 'fewAnswers' }
export type Loaded = {
  /** those of the exam itself come first */
  paperIds: string[]
  addresses: Int32Array
  items: string[]
  departs: string[]
  earlier: readonly string[]
  left: Left[]
  versionSum: string
  scoreError: { points: number; near: number } | null
  study: Study
}

/** An address of more people than this share belongs to a site, not to a room. */
const SHARED = 0.2
/** The numbers of sittings: within the window of the exam, before it, after it, and those of earlier exams. */
const [INSIDE, BEFORE, AFTER, EARLIER] = [0, 1, 2, 3]

/** @param earlier exams of the same template whose papers are compared with those of the exam */
export async function loadStudy(db: Database, examId: string, earlier: readonly string[]): Promise<Loaded> {
  const versionSum = await versionSumOf(db, [examId, ...earlier])
  const own = await bestPapers(db, examId)
  const papers = [...own]
  const sittings = await sittingsOf(db, examId, own)
  for (const [at, id] of earlier.entries()) {
    const others = await bestPapers(db, id)
    papers.push(...others)
    sittings.push(...others.map(() => EARLIER + at))
  }
  const items = await itemsOf(
    db,
    own.map((one) => one.id),
  )
  const questions = await questionsOf(db, items)
  const sheets = await fillSheets(db, { papers, own: own.length, items, questions })
  return packed({ own, papers, sittings: Int32Array.from(sittings), items, questions, sheets, earlier, versionSum })
}

type Read = {
  own: readonly PaperRow[]
  papers: readonly PaperRow[]
  sittings: Int32Array
  items: string[]
  questions: ReadonlyMap<string, Question>
  sheets: Sheets
  earlier: readonly string[]
  versionSum: string
}

function packed({ own, papers, sittings, items, questions, sheets, earlier, versionSum }: Read): Loaded {
  const people = own.length
  const addresses = addressNumbers(papers.map((one) => one.liveIp))
  const { departs, numbers } = departNumbers(papers.map((one) => one.deptCode))
  const parts = [...new Set(items.map((name) => questions.get(name)?.part ?? ''))]
  const shared = { items: items.length, parts: items.map((name) => parts.indexOf(questions.get(name)?.part ?? '')) }
  return {
    paperIds: papers.map((one) => one.id),
    addresses: addresses.slice(),
    items,
    departs,
    earlier,
    versionSum,
    scoreError: scoreErrorOf(own, [...sheets.sums.values()]),
    left: [
      ...sheets.patterned.filter((person) => person < people).map((person) => ({ paperId: own[person]!.id, reason: 'pattern' as const })),
      ...own
        .filter((_, person) => sheets.answered[person]! < LEAST_COMMON)
        .map(({ id }) => ({ paperId: id, reason: 'fewAnswers' as const })),
    ],
    study: {
      ...shared,
      people,
      answers: sheets.answers.slice(0, people * items.length),
      right: sheets.right.slice(0, people * items.length),
      departs: numbers.slice(0, people),
      addresses: addresses.slice(0, people),
      sittings: sittings.slice(0, people),
      seconds: sheets.seconds,
      patterned: sheets.patterned,
      texts: sheets.texts.map(({ item, answers }) => ({ quId: items[item]!, known: questions.get(items[item]!)?.known ?? [], answers })),
      across:
        earlier.length === 0
          ? null
          : {
              ...shared,
              people: papers.length,
              answers: sheets.answers,
              right: sheets.right,
              departs: numbers,
              addresses,
              sittings,
              own: people,
              users: Int32Array.from(userNumbers(papers)),
            },
    },
  }
}

/** Make-up sittings of one exam are those outside of its window. */
async function sittingsOf(db: Database, examId: string, papers: readonly PaperRow[]): Promise<number[]> {
  const exam = await db.selectFrom('exam').where('id', '=', examId).select(['startTime', 'endTime']).executeTakeFirstOrThrow()
  return papers.map(({ startTime }) => {
    if (exam.endTime && startTime > exam.endTime) return AFTER
    return exam.startTime && startTime < exam.startTime ? BEFORE : INSIDE
  })
}

function userNumbers(papers: readonly PaperRow[]): number[] {
  const numbers = new Map<string, number>()
  for (const { userId } of papers) if (!numbers.has(userId)) numbers.set(userId, numbers.size)
  return papers.map((one) => numbers.get(one.userId)!)
}

async function questionsOf(db: Database, items: readonly string[]): Promise<Map<string, Question>> {
  const rows = await db
    .selectFrom('qu')
    .where(among('id', [...new Set(items.map((name) => name.split('/')[0] ?? ''))]))
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
      const part = `${row.repoId}/${row.chapterId ?? ''}`
      return [[name, { type: sub?.quType ?? row.quType, part, known, options: (sub ?? body).options.length }] as const]
    }),
  )
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
