// Hand-ins of an assignment whose texts have much in common. It says that they are alike, and not why; nothing follows from it by itself.
import type { courseWork } from '@shuyuan/contract/course/work/work.ts'
import { HandState } from '@shuyuan/contract/course/work/work-codes.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { must } from '../../../kernel/fail.ts'
import { inThread } from '../../../kernel/in-thread.ts'
import { briefly } from '../../../kernel/memo/briefly.ts'
import { markCommon, TEXT, type TextPair } from '../../../kernel/similar-texts.ts'
import { rowsOf } from './desk.service.ts'
import { handsOf } from './reach.service.ts'
import type { Texts } from './similar.worker.ts'

type Calls = typeof courseWork
type Compared = { texts: number; pairs: { hands: [string, string]; share: number }[] }

/** The newest hand-ins that are compared, and the characters of each. */
const MOST_COMPARED = 3_000
const MOST_CHARACTERS = 5_000
const MOST_SHOWN = 5
const limits = { ms: 60_000, heapMb: 512 }
const PERCENT = 100

const plain = (html: string) => html.replaceAll(/<[^<>]*>/g, ' ')

/** The pairs that share much of their text; none where the comparison takes too long or too much memory. */
async function compareInThread(data: Texts): Promise<TextPair[]> {
  return (await inThread<TextPair[]>(new URL('./similar.worker.ts', import.meta.url), { data, limits })) ?? []
}

/** Compares the newest hand-in of each learner; those of one learner are never compared. */
async function compare({ db }: Pick<Ctx, 'db'>, fileId: string, task: string): Promise<Compared> {
  const rows = await db
    .selectFrom('courseWorkHand')
    .where('fileId', '=', fileId)
    .where('state', '>', HandState.draft)
    .orderBy('id', 'desc')
    .limit(MOST_COMPARED)
    .select(['id', 'userId', 'content'])
    .execute()
  const newest = [...new Map(rows.toReversed().map((row) => [row.userId, row])).values()]
  const long = newest.filter((row) => row.content.length >= TEXT.own)
  const pairs =
    long.length < 2 ? [] : await compareInThread({ texts: long.map((row) => row.content.slice(0, MOST_CHARACTERS)), known: [task] })
  return { texts: long.length, pairs: pairs.map(({ a, b, share }) => ({ hands: [long[a]!.id, long[b]!.id], share })) }
}

/** The hand-ins that are most like this one, within the caller's reach, with their common runs. Fails notFound beyond it. */
export async function listSimilar(ctx: Ctx, { id }: Input<Calls['similar']>): Promise<Output<Calls['similar']>> {
  const own = must(
    await (
      await handsOf(ctx, {})
    )
      .innerJoin('courseWork as work', 'work.fileId', 'hand.fileId')
      .where('hand.id', '=', id)
      .select(['hand.fileId', 'hand.content', 'work.content as task'])
      .executeTakeFirst(),
  )
  const task = plain(own.task)
  const { texts, pairs } = await briefly(ctx, `course.work.similar ${own.fileId}`, () => compare(ctx, own.fileId, task))
  const shares = new Map(
    pairs.flatMap(({ hands: [a, b], share }): [string, number][] => (a === id ? [[b, share]] : b === id ? [[a, share]] : [])),
  )
  if (shares.size === 0) return { compared: texts, rows: [] }
  const rows = await (
    await rowsOf(ctx, { fileId: own.fileId })
  )
    .where(among('hand.id', [...shares.keys()]))
    .select('hand.content')
    .execute()
  const shareOf = (one: { id: string }) => shares.get(one.id) ?? 0
  return {
    compared: texts,
    rows: rows
      .toSorted((a, b) => shareOf(b) - shareOf(a))
      .slice(0, MOST_SHOWN)
      .map((row) => ({
        id: row.id,
        realName: row.realName,
        deptName: row.deptName,
        handTime: row.handTime,
        share: Math.round(shareOf(row) * PERCENT),
        own: markCommon(own.content, row.content, [task]),
        other: markCommon(row.content, own.content, [task]),
      })),
  }
}
