// Gives entries of earlier releases the question as it was answered: from the paper, from the training, or else in the version of that time.
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { type Database, json } from '../../kernel/database.ts'
import { appPart } from '../../kernel/part.ts'
import { asAnswered, poseQuestion } from '../paper/attempt/entry/practice.service.ts'
import { frozenColumns } from '../paper/question/stored.service.ts'
import { frozenOnPaper } from '../paper/result/wrong.service.ts'
import { questionInVersion } from '../qu/bank/question-read.service.ts'
import { storeFrozen, TRAINING, type Wrong } from './book.service.ts'

export const FREEZE = 'book.freeze'
/** Entries per transaction. */
const PORTION = 200
/** Maximum duration of a run; the next run continues. */
const RUN_MS = 5 * 60_000

type Entry = { id: string; userId: string; examId: string; quId: string; updateTime: Date }
type Found = Pick<Wrong, 'quId' | 'version' | 'frozen'> & { answer?: Answer | null }

const stateOf = appPart((app) => {
  const state = { closing: false }
  app.onClose(() => void (state.closing = true))
  return state
})

/** Freezes entries without a version, continuing where the last run stopped; several server processes may call it. @returns the number of entries */
export async function freezeEntries(app: App): Promise<number> {
  const state = stateOf(app)
  const until = performance.now() + RUN_MS
  let done = 0
  while (!state.closing && performance.now() < until) {
    const portion = await app.db.transaction().execute(freezePortion)
    if (portion === 0) break
    done += portion
  }
  return done
}

async function freezePortion(db: Database): Promise<number> {
  const place = await db.selectFrom('bookFreeze').select('doneTo').forUpdate().skipLocked().executeTakeFirst()
  if (!place) return 0
  const rows = await db
    .selectFrom('bookQu')
    .where('id', '>', place.doneTo)
    .orderBy('id')
    .limit(PORTION)
    .select(['id', 'userId', 'examId', 'quId', 'updateTime', 'version'])
    .execute()
  if (rows.length === 0) return 0
  for (const row of rows.filter((one) => one.version === null)) {
    const found = await findAnswered(db, row)
    if (!found) continue
    await storeFrozen(db, [found])
    await db
      .updateTable('bookQu')
      .set({ version: found.version, ...(found.answer === undefined ? {} : { answer: found.answer && json(found.answer) }) })
      .where('id', '=', row.id)
      .where('version', 'is', null)
      .execute()
  }
  await db
    .updateTable('bookFreeze')
    .set({ doneTo: rows.at(-1)!.id })
    .execute()
  return rows.length
}

const findAnswered = async (db: Database, entry: Entry): Promise<Found | undefined> =>
  (await (entry.examId === TRAINING ? inTraining(db, entry) : onPaper(db, entry))) ?? atThatTime(db, entry)

async function onPaper(db: Database, { userId, examId, quId }: Entry): Promise<Found | undefined> {
  const row = await db
    .selectFrom('paper')
    .innerJoin('bookPaper', 'bookPaper.paperId', 'paper.id')
    .where('paper.userId', '=', userId)
    .where('paper.examId', '=', examId)
    .where(sql<boolean>`(book_paper.wrong is null or ${quId} = any(book_paper.wrong))`)
    .orderBy('paper.id', 'desc')
    .limit(1)
    .select(frozenColumns)
    .executeTakeFirst()
  return row && frozenOnPaper({ db }, row, quId)
}

async function inTraining(db: Database, { userId, quId }: Entry): Promise<Found | undefined> {
  // a deliberate read of the tables of train, which stands above this domain
  const row = await db
    .selectFrom('train')
    .innerJoin('trainAnswer', 'trainAnswer.trainId', 'train.id')
    .where('train.userId', '=', userId)
    .where('trainAnswer.quId', '=', quId)
    .where('result', 'not in', ['right', 'pending'])
    .orderBy('trainAnswer.createTime', 'desc')
    .limit(1)
    .select(['version', 'answer', 'seed'])
    .executeTakeFirst()
  const question = row && (await questionInVersion({ db }, quId, row.version))
  if (!row || !question) return undefined
  return { quId, version: row.version, ...asAnswered(poseQuestion(question, row.seed), row.answer as unknown as Answer | null) }
}

async function atThatTime(db: Database, { quId, updateTime }: Entry): Promise<Found | undefined> {
  const row = await db
    .selectFrom('quVersion')
    .where('quId', '=', quId)
    .orderBy(sql`create_time <= ${updateTime}`, 'desc')
    .orderBy('version', 'desc')
    .limit(1)
    .select('version')
    .executeTakeFirst()
  const question = row && (await questionInVersion({ db }, quId, row.version))
  return question && { quId, version: row.version, frozen: asAnswered(poseQuestion(question, '0'), null).frozen }
}
