// The history of fixes: what was changed, by which user and why, and every score that changed.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { fix } from '@shuyuan/contract/paper/fix/fix.ts'
import { type NotNull, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { pageByKey, pageOf } from '../../../kernel/page.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { blindTo, ofPapersWithinScope } from '../grade/paper-scope.service.ts'

/** The candidate's name, empty while the caller marks the paper blind; also used in filters and orders, so that these do not reveal it. */
export const shownName = (ctx: Pick<Ctx, 'user'>) =>
  sql<string>`case when ${blindTo(ctx)} then '' else sys_user.real_name end`.as('realName')
export const shownDepart = (ctx: Pick<Ctx, 'user'>) =>
  sql<string | null>`case when ${blindTo(ctx)} then null else sys_depart.dept_name end`.as('deptName')

type FixKind = 'key' | 'full' | 'drop' | 'restore'

/** One page of fixes, newest first. */
export async function pageFixes(
  { db }: Ctx,
  { params, ...paging }: Input<(typeof fix)['paging']>,
): Promise<Output<(typeof fix)['paging']>> {
  const query = db
    .selectFrom('paperFix')
    .leftJoin('sysUser', 'sysUser.id', 'paperFix.createBy')
    .leftJoin('qu', 'qu.id', 'paperFix.quId')
    .$if(params.examId !== undefined, (q) => q.where('paperFix.examId', '=', params.examId ?? ''))
    .$if(params.quId !== undefined, (q) => q.where('paperFix.quId', '=', params.quId ?? ''))
    .select(['paperFix.id', 'paperFix.examId', 'paperFix.quId', 'subId', 'how', 'reason', 'overrideManual', 'live', 'paperFix.createTime'])
    .select(['done', 'papers', 'changed', 'realName', 'title'])
    .$narrowType<{ how: FixKind }>()
  const page = await pageOf(query, paging, { createTime: 'paperFix.createTime', changed: 'changed' }, [['paperFix.id', 'desc']])
  return {
    ...page,
    records: page.records.map(({ realName, title, ...row }) => ({ ...row, title: title ?? '', createBy_dictText: realName ?? '' })),
  }
}

/** Changed scores of papers that the caller may see, the newest first. Without `fixId` or `paperId`, of all exams. */
export async function pageFixLog(
  ctx: Ctx,
  { params, ...paging }: Input<(typeof fix)['log-paging']>,
): Promise<Output<(typeof fix)['log-paging']>> {
  const isAll = (await scopeOf(ctx)).width === 'all'
  const fixedExams = ctx.db
    .selectFrom('paperFix')
    .$if(params.fixId !== undefined, (q) => q.where('paperFix.id', '=', params.fixId ?? ''))
    .select('paperFix.examId')
  const mayRead = ctx.db
    .selectFrom('paper')
    // few exams have fixes; all papers of a department are many
    .where('paper.examId', 'in', fixedExams)
    .where(await ofPapersWithinScope(ctx))
    .select('paper.id')
  const query = ctx.db
    .selectFrom('paperFixLog')
    .leftJoin('paperFix', 'paperFix.id', 'paperFixLog.fixId')
    .leftJoin('paper', 'paper.id', 'paperFixLog.paperId')
    .leftJoin('sysUser', 'sysUser.id', 'paper.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    // as an array: the papers are read once, not for each row of the log
    .$if(!isAll, (q) => q.where(sql<boolean>`paper_fix_log.paper_id = any(array(${mayRead}))`))
    .$if(params.fixId !== undefined, (q) => q.where('fixId', '=', params.fixId ?? ''))
    .$if(params.paperId !== undefined, (q) => q.where('paperFixLog.paperId', '=', params.paperId ?? ''))
    .select([shownName(ctx), shownDepart(ctx)])
    .select(['paperFixLog.id', 'paperFixLog.paperId', 'oldScore', 'newScore', 'oldTotal', 'newTotal'])
    .select(['oldPassed', 'newPassed', 'paperFixLog.manual', 'how', 'reason', 'paperFixLog.createTime'])
    .select(sql<string | null>`(select u.real_name from sys_user u where u.id = paper_fix.create_by)`.as('author'))
    .$narrowType<{ how: FixKind; reason: NotNull }>()
  const sortable = { oldTotal: 'oldTotal', newTotal: 'newTotal', createTime: 'paperFixLog.createTime' }
  const page = await pageByKey(ctx.db, query, paging, { key: 'paperFixLog.id', sortable, fallback: [['paperFixLog.id', 'desc']] })
  return {
    ...page,
    records: page.records.map(({ deptName, author, ...row }) => ({
      ...row,
      deptCode_dictText: deptName ?? '',
      createBy_dictText: author ?? '',
    })),
  }
}
