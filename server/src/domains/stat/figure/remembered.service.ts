// Statistics of large exams are remembered in the process while the exam's papers stay as they are.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { Memory } from '../../../kernel/memo/memory.ts'
import { appPart } from '../../../kernel/part.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'

/** From this number of papers on, figures may be `LARGE_MS` old while papers change. */
const LARGE = 5_000
const LARGE_MS = 30_000
/** Departments, questions and names are no part of the stamp: after this time figures are computed again. */
const LONGEST_MS = 300_000
const MAX_ENTRIES = 200

const memoryOf = appPart(() => new Memory(MAX_ENTRIES))

/**
 * The value of `compute`, computed again when a paper of the exam has been started, handed in or marked since, or after five minutes. While papers of
 * an exam with `LARGE` papers change, it may be half a minute old.
 * @param what names the figures; with `asked` and the caller, unless they see everything, it identifies them
 * @param least exams with fewer papers are computed each time
 * @param isComplete an incomplete value, like a failure, is not remembered
 */
export async function remembered<T>(
  ctx: Ctx,
  { what, asked, least, isComplete }: { what: string; asked: { examId: string }; least: number; isComplete?: (value: T) => boolean },
  compute: () => Promise<T>,
): Promise<T> {
  const { papers, stamp } = await stampOf(ctx, asked.examId)
  if (papers < least) return compute()
  // who does not see everything sees some departments and the exams that they made
  const { width, key: scope } = await scopeOf(ctx)
  const reader = width === 'all' ? '' : `${ctx.user.id} ${scope}`
  const key = JSON.stringify([what, asked, reader, can(ctx, 'paper:review')])
  const isFresh = (age: number, known: string) => age < LONGEST_MS && (known === stamp || (papers >= LARGE && age < LARGE_MS))
  return memoryOf(ctx.app).of(key, ctx.now, compute, { isFresh, isKept: (made) => isComplete?.(made) !== false, stamp }).value
}

/** Changes with every paper that is started, handed in, marked or given up: each marking raises the paper's version. */
async function stampOf({ db }: Ctx, examId: string): Promise<{ papers: number; stamp: string }> {
  const { rows } = await sql<{ state: number; papers: number; versions: string }>`
    select state, count(*)::int as papers, sum(version)::text as versions from paper
    where exam_id = ${examId}::bigint and state >= ${sql.lit(PaperState.open)} group by state order by state`.execute(db)
  return { papers: rows.reduce((sum, row) => sum + row.papers, 0), stamp: JSON.stringify(rows) }
}
