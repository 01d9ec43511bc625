// Marking by people: what waits for a marker is read whole, marked question by question, and finished once.
import type { MarkOptions } from '@shuyuan/contract/exam/exam.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import type { paper } from '@shuyuan/contract/paper/paper.ts'
import type { QuestionKey } from '@shuyuan/contract/qu/content.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { fail, failField, must } from '../../kernel/fail.ts'
import { type ManualMarks, markedColumns, readAnswers } from './grade.service.ts'
import { markPaper, type PaperMark } from './marking.paper.rules.ts'
import { markId, type QuestionMark } from './marking.rules.ts'
import { listedPapers, readMarked, withinReach } from './result.service.ts'

type Form = Input<(typeof paper)['review-paper']>
const everything = { score: true, answer: true }

/**
 * Without marks and finish: the paper as its marker sees it. Marks are kept as often as one likes; finish settles the paper, once.
 * Fails paperNotMarkable while it is open, paperReviewed when another marker has finished it, conflict (with the stored marks)
 * when the marks were read before another marker's.
 */
export async function reviewPaper(ctx: Ctx, form: Form) {
  const { db } = ctx
  const reach = await withinReach(ctx)
  const find = () => listedPapers(db).where('paper.id', '=', form.id).where(reach).executeTakeFirst()
  const row = must(await find())
  if (row.state === 0 || row.state === 3) fail('paperNotMarkable')
  if (form.marks !== undefined || form.finish === true) await saveMarks(ctx, form)
  return readMarked(db, must(await find()), everything)
}

async function saveMarks(ctx: Ctx, { id, version, marks = [], finish = false }: Form) {
  const { db, now, user } = ctx
  const row = must(
    await db
      .selectFrom('paper')
      .where('id', '=', id)
      .select(['state', 'gradingNeeded', 'keys', 'markOptions', 'passScore', 'manual', 'version'])
      .forUpdate()
      .executeTakeFirst(),
  )
  const stored = row.manual as unknown as ManualMarks
  if (row.state === 2) fail('paperReviewed')
  if (row.state !== 1 || row.gradingNeeded) fail('paperNotMarkable')
  if (version !== undefined && version !== row.version) fail('conflict', undefined, { version: row.version, marks: stored })
  const keys = row.keys as unknown as QuestionKey[]
  const manual: ManualMarks = { ...stored }
  for (const [at, { quId, subId, score, comment }] of marks.entries()) {
    const leaf = leafOf(keys, quId, subId) ?? failField(`marks.${at}.quId`, '试卷中没有这道题')
    if (score > leaf.score) failField(`marks.${at}.score`, `得分不能超过本题满分${formatPoints(leaf.score)}分`)
    manual[markId(quId, subId)] = { score, comment, by: user.id, at: now.toISOString() }
  }
  const { answers } = await readAnswers(db, id)
  const options = { ...(row.markOptions as unknown as MarkOptions), passScore: row.passScore }
  const mark = markPaper(keys, answers, new Map(Object.entries(manual)), options)
  if (finish && mark.pending) failField('marks', `还有${pendingIn(mark)}道题没有评分`)
  await db
    .updateTable('paper')
    .set({ ...markedColumns(mark), manual: json(manual), version: row.version + 1 })
    .$if(finish, (q) => q.set({ state: 2, reviewBy: user.id, reviewTime: now }))
    .where('id', '=', id)
    .execute()
  ctx.change.before = { version: row.version, manual: stored }
  ctx.change.after = { version: row.version + 1, manual, score: mark.score, finish }
}

/** What a person may give marks to: a question, or one part of a composite. */
function leafOf(keys: readonly QuestionKey[], quId: string, subId: string | undefined): QuestionKey | undefined {
  const key = keys.find((one) => one.quId === quId)
  if (!key) return undefined
  return key.subs.length === 0 ? (subId === undefined ? key : undefined) : key.subs.find((sub) => sub.quId === subId)
}

const leavesOf = (mark: QuestionMark): QuestionMark[] => mark.subs ?? [mark]
const pendingIn = ({ marks }: PaperMark) => marks.flatMap(leavesOf).filter((one) => one.state === 'pending').length
