// A learner's report on one paper: rank, comparison with other candidates, results by chapter and question type.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import { quTypeText } from '@shuyuan/contract/qu/qu.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { Database } from '../../../kernel/database.ts'
import { questionsOf } from '../../qu/bank/question-read.service.ts'
import type { QuestionMark } from '../marking/marking.rules.ts'
import { keyColumns, storedKeys } from '../question/stored.service.ts'
import { mustFindOwn, ownVisibility } from './result.service.ts'
import { ranksOf } from './score-list.service.ts'
import { among } from '../../../kernel/database.ts'

type Counted = { quId: string; quType: number; score: number }

/**
 * The report on an own paper, restricted to the scores, ranks and answers that the exam shows. Fails notFound for another user's paper, resultHidden
 * for an open one.
 */
export async function findReport(
  ctx: Ctx,
  { id }: Input<(typeof paper)['result-report']>,
): Promise<Output<(typeof paper)['result-report']>> {
  const { db } = ctx
  const row = await mustFindOwn(ctx, id)
  const sight = await ownVisibility(ctx, row)
  const { showRank } = await db.selectFrom('exam').where('id', '=', row.examId).select('showRank').executeTakeFirstOrThrow()
  const others = sight.score ? await compare(db, row.examId) : null
  const place = sight.score && showRank ? (await ranksOf(db, row.examId, [id])).get(id) : undefined
  return {
    rank: others && place !== undefined ? { place, of: others.candidates } : null,
    compare: others,
    ...(sight.answer && row.state === PaperState.done ? await shares(ctx, id, sight.score) : { types: null, chapters: null }),
  }
}

/** Mean and highest score of the counted attempts in 1/100 point; null if no paper is finished. */
async function compare(db: Database, examId: string) {
  const { rows } = await sql<{ mean: number | null; highest: number; candidates: number }>`
    select round(avg(score))::int as mean, max(score) as highest, count(*)::int as candidates from (
      select distinct on (user_id) score from paper where exam_id = ${examId} and state = ${sql.lit(PaperState.done)} order by user_id, score desc, start_time, id
    ) as best`.execute(db)
  const [found] = rows
  return found && found.mean !== null ? { mean: found.mean, highest: found.highest, candidates: found.candidates } : null
}

async function shares(ctx: Ctx, id: string, scoreShown: boolean) {
  const stored = await ctx.db
    .selectFrom('paper')
    .where('id', '=', id)
    .select(['marks', ...keyColumns])
    .executeTakeFirstOrThrow()
  const marks = new Map(((stored.marks as unknown as { marks: QuestionMark[] } | null)?.marks ?? []).map((mark) => [mark.quId, mark]))
  // dropped questions count for no figure
  const keys = (await storedKeys(ctx, stored)).filter(({ quId }) => !isDropped(marks.get(quId)))
  const byId = await questionsOf(
    ctx,
    keys.map((key) => key.quId),
  )
  const chapterIds = [...byId.values()].flatMap(({ chapterId }) => (chapterId === null ? [] : [chapterId]))
  const chapters = await ctx.db.selectFrom('repoChapter').where(among('id', chapterIds)).select(['id', 'title']).execute()
  const titles = new Map(chapters.map((chapter) => [chapter.id, chapter.title]))
  const chapterOf = ({ quId }: Counted) => byId.get(quId)?.chapterId ?? ''
  const grouped = (keyOf: (one: Counted) => string, titleOf: (key: string) => string) =>
    [...Map.groupBy(keys, keyOf)].map(([key, questions]) => shareOf(key, titleOf(key), questions, marks, scoreShown))
  return {
    types: grouped(
      (one) => String(one.quType),
      (key) => quTypeText[Number(key) as keyof typeof quTypeText] ?? '',
    ),
    chapters: titles.size === 0 ? [] : grouped(chapterOf, (key) => titles.get(key) ?? '未分章节'),
  }
}

const isDropped = (mark: QuestionMark | undefined) => mark?.voided === true && mark.state === 'blank'

function shareOf(key: string, title: string, questions: Counted[], marks: ReadonlyMap<string, QuestionMark>, scoreShown: boolean) {
  const states = questions.map(({ quId }) => marks.get(quId)?.state)
  const count = (state: QuestionMark['state']) => states.filter((one) => one === state).length
  return {
    key,
    title,
    count: questions.length,
    right: count('right'),
    partial: count('partial'),
    wrong: count('wrong'),
    blank: count('blank'),
    gained: scoreShown ? questions.reduce((sum, { quId }) => sum + (marks.get(quId)?.score ?? 0), 0) : null,
    total: questions.reduce((sum, { score }) => sum + score, 0),
  }
}
