// Equal answers of the shown pairs at the same moment, where each candidate has the questions in an order of their own.
import { among, type Database } from '../../../kernel/database.ts'
import type { Loaded } from './load.service.ts'
import { Family, Level, type Pair, Q_LIMIT } from './similar.rules.ts'
import { logLimit } from './tail.rules.ts'
import { type Moments, type Together, togetherOf } from './together.rules.ts'

export type Happened = { count: number }

/** By the number of the pair; 0 where no more than chance explains; missing where the questions have one order. */
export async function happenedTogether(
  db: Database,
  examId: string,
  { paperIds }: Loaded,
  pairs: readonly Pair[],
): Promise<Map<number, Happened>> {
  const { quShuffle } = await db
    .selectFrom('exam')
    .innerJoin('tmpl', 'tmpl.id', 'exam.tmplId')
    .where('exam.id', '=', examId)
    .select('tmpl.quShuffle')
    .executeTakeFirstOrThrow()
  const shown = [...pairs.entries()].filter(([, one]) => one.level > Level.kept && one.family !== Family.sittings)
  if (!quShuffle || shown.length === 0) return new Map()
  const moments = await momentsOf(db, [...new Set(shown.flatMap(([, { a, b }]) => [paperIds[a]!, paperIds[b]!]))])
  const of = (person: number): Moments => moments.get(paperIds[person]!) ?? new Map()
  const found = shown.flatMap(([at, { a, b }]): [number, Together][] => {
    const one = togetherOf(of(a), of(b), quShuffle)
    return one ? [[at, one]] : []
  })
  const logs = found.map(([, { p }]) => Math.log(p))
  const limit = logLimit(
    logs.filter((one) => one <= Math.log(Q_LIMIT)),
    logs.length,
    Q_LIMIT,
  )
  return new Map(found.map(([at, { count, p }]) => [at, { count: Math.log(p) <= limit ? count : 0 }]))
}

async function momentsOf(db: Database, paperIds: readonly string[]): Promise<Map<string, Moments>> {
  const times = await db.selectFrom('paperAnswer').where(among('paperId', paperIds)).select(['paperId', 'quId', 'savedAt']).execute()
  const rows = await db.selectFrom('paperItem').where(among('paperId', paperIds)).select(['paperId', 'items', 'picks']).execute()
  const saved = new Map(times.map((one) => [`${one.paperId}:${one.quId}`, one.savedAt.getTime() / 1_000]))
  return new Map(
    rows.map(({ paperId, items, picks }) => [
      paperId,
      new Map(
        items.flatMap((name, at) => {
          const when = saved.get(`${paperId}:${name}`)
          return when === undefined || picks[at] === '' ? [] : [[name, { at: when, answer: picks[at]! }] as const]
        }),
      ),
    ]),
  )
}
