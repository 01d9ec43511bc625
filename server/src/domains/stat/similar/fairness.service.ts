// Whether the questions of an exam were fair, as its last comparison found: figures of the whole exam, for callers who see all its papers.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { type examSimilar, SimilarState } from '@shuyuan/contract/stat/similar.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { mustFindExam } from '../../exam/exam.service.ts'
import { withinPaperScope } from '../../paper/grade/paper-scope.service.ts'
import { namesOfDepts } from '../../people/org/depart.service.ts'
import type { Dif } from './dif.rules.ts'
import { versionSumOf } from './papers.service.ts'

/** Parameters from fewer answers are too uncertain to be shown. */
const LEAST_ANSWERS = 200

type Fairness = Output<(typeof examSimilar)['fairness']>
/** As the job stores it: with the codes of both departments. */
type StoredDif = Dif & { between: [string, string] }

/** Fails notFound. */
export async function examFairness(ctx: Ctx, { examId }: Input<(typeof examSimilar)['fairness']>): Promise<Fairness> {
  await mustFindExam(ctx, examId)
  const none: Fairness = { computed: null, stale: false, scoreError: null, departs: null, questions: [] }
  const run = await ctx.db
    .selectFrom('examSimilar')
    .where('examId', '=', examId)
    .select(['state', 'papers', 'runTime', 'versionSum', 'earlier', 'scoreError', 'scoreNear'])
    .executeTakeFirst()
  if (!run || run.papers === 0 || !(await seesAll(ctx, examId))) return none
  const rows = await ctx.db.selectFrom('examItemIrt').where('examId', '=', examId).orderBy('item').selectAll().execute()
  const difs = rows.map((one) => one.dif as StoredDif | null)
  const between = difs.find((one) => one !== null)?.between
  const names = await namesOfDepts(ctx, between ?? [])
  return {
    computed: run.runTime,
    stale: run.state !== SimilarState.done || run.versionSum !== (await versionSumOf(ctx.db, [examId, ...run.earlier])),
    scoreError: run.scoreError === null || run.scoreNear === null ? null : { points: run.scoreError, near: run.scoreNear },
    departs: between ? [names.get(between[0]) ?? '', names.get(between[1]) ?? ''] : null,
    questions: rows.map(({ item, answers, a, b, seA, seB }, at) => {
      const [quId = '', subId = ''] = item.split('/')
      const dif = difs[at]
      return {
        quId,
        subId,
        answers,
        irt: answers < LEAST_ANSWERS ? null : { a, b, seA, seB },
        dif: dif ? { delta: dif.delta, level: dif.level } : null,
      }
    }),
  }
}

async function seesAll(ctx: Ctx, examId: string): Promise<boolean> {
  const within = await withinPaperScope(ctx)
  const outside = await ctx.db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .where('paper.examId', '=', examId)
    .where('paper.state', '=', PaperState.done)
    .where((eb) => eb.not(within))
    .select('paper.id')
    .limit(1)
    .executeTakeFirst()
  return outside === undefined
}
