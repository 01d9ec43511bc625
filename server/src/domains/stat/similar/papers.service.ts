// Which papers a comparison takes: the best finished one of each candidate, and those of earlier exams of the same template.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import { among, type Database } from '../../../kernel/database.ts'

/** Papers of earlier exams are taken up to this number, those of the latest exam first. */
const MOST_EARLIER = 5_000
/** An older exam is no first sitting of a make-up exam. */
const EARLIER_DAYS = 366

/** Changes whenever a finished paper of the exams is added, removed or marked anew. */
export async function versionSumOf(db: Database, examIds: readonly string[]): Promise<string> {
  const { sum } = await db
    .selectFrom('paper')
    .where(among('examId', examIds))
    .where('state', '=', PaperState.done)
    .select(sql<string>`coalesce(sum(version + 1000000), 0)::text`.as('sum'))
    .executeTakeFirstOrThrow()
  return sum
}

/** Exams of the same template that people sat before the first paper of this one was begun, the latest first. */
export async function earlierExams(db: Database, examId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; papers: number }>`
    with own as (
      select e.tmpl_id, (select min(p.start_time) from paper p where p.exam_id = e.id and p.state = ${sql.lit(PaperState.done)}) as begun
      from exam e where e.id = ${examId}::bigint
    )
    select e.id, s.papers from own
    join exam e on e.tmpl_id = own.tmpl_id and e.id <> ${examId}::bigint
    cross join lateral (
      select count(distinct p.user_id)::int as papers, min(p.start_time) as begun
      from paper p where p.exam_id = e.id and p.state = ${sql.lit(PaperState.done)}
    ) s
    where s.papers > 0 and s.begun < own.begun and s.begun > own.begun - make_interval(days => ${EARLIER_DAYS})
    order by s.begun desc, e.id desc`.execute(db)
  let total = 0
  return rows.flatMap(({ id, papers }) => {
    total += papers
    return total <= MOST_EARLIER ? [id] : []
  })
}

export type PaperRow = {
  id: string
  userId: string
  liveIp: string
  deptCode: string
  startTime: Date
  /** in 1/100 point */
  score: number
  passScore: number
}

/** The best paper of each candidate; papers on paper have no answers. */
export async function bestPapers(db: Database, examId: string): Promise<PaperRow[]> {
  return db
    .selectFrom('paper')
    .innerJoin('sysUser', 'sysUser.id', 'paper.userId')
    .innerJoin('paperItem', 'paperItem.paperId', 'paper.id')
    .where('paper.examId', '=', examId)
    .where('paper.state', '=', PaperState.done)
    .where('paper.score', 'is not', null)
    .where('paper.offline', '=', false)
    .distinctOn('paper.userId')
    .orderBy('paper.userId')
    .orderBy('paper.score', 'desc')
    .orderBy('paper.startTime')
    .select(['paper.id', 'paper.userId', 'liveIp', 'paper.startTime'])
    .select([
      sql<string>`coalesce(sys_user.dept_code, '')`.as('deptCode'),
      sql<number>`paper.score`.as('score'),
      sql<number>`coalesce(marked_pass, pass_score)`.as('passScore'),
    ])
    .execute()
}

/** The names of all questions on these papers, without composites, whose sub-questions have names of their own; in the order of their texts. */
export async function itemsOf(db: Database, paperIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ item: string }>`
    select distinct item from paper_item cross join lateral unnest(items) as i (item) where paper_id = any(${paperIds}::bigint[])`.execute(db)
  const composites = new Set(rows.flatMap(({ item }) => (item.includes('/') ? [item.split('/')[0] ?? ''] : [])))
  return rows.map((one) => one.item).filter((item) => !composites.has(item)).toSorted()
}
