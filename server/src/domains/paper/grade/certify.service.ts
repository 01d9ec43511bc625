// Certificates for passing an exam: granted when the result is out, once for the exam with its make-up exams; revoked when none of them is passed
// any more.
import { formatPoints } from '@shuyuan/contract/kernel/points.ts'
import { GrantState } from '@shuyuan/contract/cert/grant.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql, type SqlBool } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { grantEarnedTo } from '../../cert/grant.service.ts'
import { restateGrants } from '../../cert/restate.service.ts'
import { revokeEarned } from '../../cert/revoke.service.ts'
import { makeUpChainOf } from '../../exam/make-up-chain.service.ts'
import { among } from '../../../kernel/database.ts'

type Certified = { id: string; examId: string; userId: string; title: string }
type Due = Pick<Ctx, 'app' | 'db' | 'now' | 'afterCommit'>

/** The reason of a revocation in the message to the holder. */
const revokeReasons = {
  failed: '成绩更正，未达到及格标准',
  reopened: '答卷已恢复作答，原成绩取消',
  givenUp: '答卷已作废',
  deleted: '答卷已删除',
} as const
type RevokeCause = keyof typeof revokeReasons

/** What took the result of a finished paper away, by its state. */
function causeOf(state: number): RevokeCause {
  if (state === PaperState.givenUp) return 'givenUp'
  return state === PaperState.done ? 'failed' : 'reopened'
}

/** The grants of these people for exams of the make-up chain. */
const chainGrants = ({ db }: Due, examId: string, userIds: readonly string[]) =>
  db
    .selectFrom('certGrant')
    .where(among('userId', userIds))
    .where('refType', '=', 'exam')
    .where(sql<SqlBool>`ref_id in (${makeUpChainOf(examId)})`)

type Passed = Certified & { certId: string | null; score: number | null }

/** Grants the certificates that the exams of passed papers of different people name, in the caller's transaction. `score` in 1/100 point. */
export async function certifyPapers(ctx: Due, papers: readonly Passed[]): Promise<void> {
  const byCert = Map.groupBy(papers, ({ examId, certId }) => `${examId} ${certId ?? ''}`)
  for (const group of byCert.values()) {
    const [{ examId, certId }] = group as [Passed]
    if (certId === null) continue
    const held = await heldInChain(ctx, { examId, certId, userIds: group.map((one) => one.userId) })
    const elsewhere = new Set(held.flatMap((one) => (one.refId === examId ? [] : [one.userId])))
    const people = group
      .filter(({ userId }) => !elsewhere.has(userId))
      .map(({ userId, title, score }) => ({ userId, vars: varsOf(title, score) }))
    await grantEarnedTo(ctx, { certId, refType: 'exam', refId: examId, people })
    await restateBest(ctx, { examId, certId, held })
  }
}

const varsOf = (title: string, score: number | null) => ({ examTitle: `《${title}》`, score: formatPoints(score ?? 0) })

type InChain = { examId: string; certId: string }
/** The certificates in force that these people have from exams of the make-up chain. Two papers of one person are certified one after the other. */
async function heldInChain(ctx: Due, { examId, certId, userIds }: InChain & { userIds: string[] }) {
  const locks = userIds.toSorted().map((userId) => `paper.certify ${userId} ${certId}`)
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${locks}::text[]) as lock (name)`.execute(ctx.db)
  return chainGrants(ctx, examId, userIds)
    .where('certId', '=', certId)
    .where('state', '=', GrantState.valid)
    .select(['id', 'userId', 'certId', 'refId', 'title', 'vars'])
    .$narrowType<{ vars: { examTitle?: string; score?: string } }>()
    .execute()
}
type Held = Awaited<ReturnType<typeof heldInChain>>[number]

/** Lets certificates say the best of the passed papers of their holders in the make-up chain, by the share of the total. @param without a paper that loses its result */
async function restateBest(
  ctx: Due,
  { examId, certId, held, without = '0' }: InChain & { held: readonly Held[]; without?: string },
): Promise<void> {
  if (held.length === 0) return
  const userIds = held.map((one) => one.userId)
  // a paper that earned a certificate which a newer one replaced does not count for the newer one
  const { rows } = await sql<{ userId: string; title: string; score: number }>`
    select distinct on (p.user_id) p.user_id, p.title, p.score from paper p join exam e on e.id = p.exam_id
    where p.user_id = any(${userIds}::bigint[]) and p.exam_id in (${makeUpChainOf(examId)}) and e.cert_id = ${certId}::bigint
      and p.state = ${sql.lit(PaperState.done)} and p.passed and p.id <> ${without}::bigint and p.hand_time > coalesce((
        select max(g.create_time) from cert_grant g where g.user_id = p.user_id and g.cert_id = e.cert_id and g.ref_type = 'exam'
          and g.ref_id in (${makeUpChainOf(examId)}) and g.state = ${sql.lit(GrantState.renewed)}), '-infinity')
    order by p.user_id, p.score::float8 / nullif(coalesce(p.marked_total, p.total_score), 0) desc nulls last, p.id`.execute(ctx.db)
  const best = new Map(rows.map(({ userId, title, score }) => [userId, varsOf(title, score)]))
  const changed = held.flatMap(({ vars, ...grant }) => {
    const now = best.get(grant.userId)
    return now && (now.score !== vars.score || now.examTitle !== vars.examTitle) ? [{ ...grant, vars: now }] : []
  })
  await restateGrants(ctx, changed)
}

/** Revokes what papers of different people earned, as uncertifyPaper; most of those who did not pass hold nothing. */
export async function uncertifyPapers(ctx: Due, papers: readonly (Certified & { state: number })[]): Promise<void> {
  for (const [examId, group] of Map.groupBy(papers, (one) => one.examId)) {
    const userIds = group.map((one) => one.userId)
    const rows = await chainGrants(ctx, examId, userIds).where('state', '!=', GrantState.revoked).select('userId').execute()
    const holders = new Set(rows.map((row) => row.userId))
    for (const paper of group) if (holders.has(paper.userId)) await uncertifyPaper(ctx, paper, causeOf(paper.state))
  }
}

/** Revokes what a paper earned, unless another paper of the make-up chain is passed. */
export async function uncertifyPaper(ctx: Due, paper: Certified, cause: RevokeCause): Promise<void> {
  const { userId } = paper
  const grants = await chainGrants(ctx, paper.examId, [userId])
    .where('state', '!=', GrantState.revoked)
    .distinct()
    .select(['refId', 'certId'])
    .execute()
  if (grants.length === 0) return
  if ((await otherPassed(ctx, paper)).length > 0) {
    for (const certId of new Set(grants.map((one) => one.certId)))
      await restateBest(ctx, { ...paper, certId, held: await heldInChain(ctx, { ...paper, certId, userIds: [userId] }), without: paper.id })
    return
  }
  for (const { refId } of grants) await revokeEarned(ctx, { refType: 'exam', refId, userId }, revokeReasons[cause])
}

/** Other passed papers of the person in the make-up chain: what this paper earned may be theirs now. */
export async function otherPassed({ db }: Pick<Due, 'db'>, { id, examId, userId }: Omit<Certified, 'title'>): Promise<string[]> {
  const rows = await db
    .selectFrom('paper')
    .where(sql<SqlBool>`exam_id in (${makeUpChainOf(examId)})`)
    .where('userId', '=', userId)
    .where('id', '!=', id)
    .where('state', '=', PaperState.done)
    .where('passed', '=', true)
    .select('id')
    .execute()
  return rows.map((row) => row.id)
}
