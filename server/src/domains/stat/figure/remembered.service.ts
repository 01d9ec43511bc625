// Statistics of large exams are remembered in the process while the exam's papers stay as they are.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { DataScope } from '@shuyuan/contract/sys/role-menu/role.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import { dataScope } from '../sys/role-menu/role.service.ts'

/** From this number of papers on, figures may be `LARGE_MS` old while papers change. */
const LARGE = 5_000
const LARGE_MS = 30_000
/** Departments, questions and names are no part of the stamp: after this time figures are computed again. */
const LONGEST_MS = 300_000
const MOST = 200

type Stored = { stamp: string; at: number; value: Promise<unknown> }
const storedIn = appPart(() => new Map<string, Stored>())

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
  const all = storedIn(ctx.app)
  // who does not see everything sees their own department and the exams that they made
  const reader = (await dataScope(ctx)) === DataScope.all ? '' : ctx.user.id
  const key = JSON.stringify([what, asked, reader, can(ctx, 'paper:review')])
  const found = all.get(key)
  const age = found ? ctx.now.getTime() - found.at : Infinity
  if (found && age >= 0 && age < LONGEST_MS && (found.stamp === stamp || (papers >= LARGE && age < LARGE_MS)))
    return found.value as Promise<T>
  const value = compute()
  all.delete(key)
  all.set(key, { stamp, at: ctx.now.getTime(), value })
  const oldest = all.keys().next().value
  if (all.size > MOST && oldest !== undefined) all.delete(oldest)
  const forget = () => void (all.get(key)?.value === value && all.delete(key))
  value.then((made) => isComplete?.(made) === false && forget(), forget)
  return value
}

/** Changes with every paper that is started, handed in, marked or given up: each marking raises the paper's version. */
async function stampOf({ db }: Ctx, examId: string): Promise<{ papers: number; stamp: string }> {
  const { rows } = await sql<{ state: number; papers: number; versions: string }>`
    select state, count(*)::int as papers, sum(version)::text as versions from paper
    where exam_id = ${examId}::bigint and state >= ${sql.lit(PaperState.open)} group by state order by state`.execute(db)
  return { papers: rows.reduce((sum, row) => sum + row.papers, 0), stamp: JSON.stringify(rows) }
}
