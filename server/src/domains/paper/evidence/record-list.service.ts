// The list of recordings.
import type { evidence } from '@shuyuan/contract/paper/evidence/evidence.ts'
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { among, containing, type Database } from '../../../kernel/database.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { departBranch } from '../../people/org/depart.service.ts'
import { usersNamed } from '../../people/user/name-search.service.ts'
import { ofRecordsWithinScope } from '../grade/paper-scope.service.ts'

/** By signals, which the paper has and no index of recordings, the newest are ordered. */
const BY_SIGNALS = 2_000

type Filters = Input<typeof evidence.paging>['params']

const blindExams = async ({ db }: Ctx) =>
  (await db.selectFrom('exam').where('markBlind', '=', true).select('id').execute()).map(({ id }) => id)

/** The recordings that the caller may find. */
async function matching(ctx: Ctx, { examId, title = '', realName = '', deptCode = '', state, verdict }: Filters) {
  const scope = await ofRecordsWithinScope(ctx, 'r.userId', 'r.examId')
  const branch = deptCode === '' ? [] : await departBranch(ctx, deptCode)
  const blind = can(ctx, 'paper:review') ? await blindExams(ctx) : []
  // as blindTo, which reads the paper of each recording
  const hidden = sql<boolean>`(r.exam_id = any(${blind}::bigint[])
    and exists (select from paper p where p.id = r.paper_id and p.state < ${sql.lit(PaperState.done)}))`
  return ctx.db
    .selectFrom('paperRecord as r')
    .where(scope)
    .$if(blind.length > 0, (q) => q.where(sql<boolean>`not ${hidden}`))
    .$if(examId !== undefined, (q) => q.where('r.examId', '=', examId!))
    .$if(title !== '', (q) =>
      q.where(sql<boolean>`r.exam_id = any(array(select e.id from exam e where e.title ilike ${containing(title)}))`),
    )
    .$if(state !== undefined, (q) => q.where('r.state', '=', state!))
    .$if(verdict !== undefined, (q) => q.where('r.verdict', '=', verdict!))
    .$if(deptCode !== '', (q) =>
      q.where(sql<boolean>`r.user_id = any(array(select u.id from sys_user u where u.dept_code = any(${branch}::text[])))`),
    )
    .$if(realName !== '', (q) => q.where('r.userId', '=', usersNamed(realName)))
}

function readRows(db: Database, ids: string[]) {
  const length = sql<number>`(select coalesce(max(s.ms), 0)::bigint / 1000 from (
    select sum(t.length_ms) as ms from paper_track t where t.paper_id = r.paper_id group by t.track) as s)`
  return db
    .selectFrom('paperRecord as r')
    .innerJoin('paper', 'paper.id', 'r.paperId')
    .innerJoin('exam', 'exam.id', 'r.examId')
    .innerJoin('sysUser', 'sysUser.id', 'r.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where(among('r.paperId', ids))
    .select(['r.paperId', 'r.examId', 'r.camera', 'r.sound', 'r.screen', 'r.phone', 'r.state', 'r.keepUntil', 'r.verdict'])
    .select(['exam.title', 'paper.startTime', 'flagTimes', 'realName', 'userName', 'r.paperId as id'])
    .select([
      sql<string>`coalesce(dept_name, '')`.as('deptName'),
      sql<number>`(${length})::int`.as('seconds'),
      sql<number>`(select coalesce(sum(t.bytes), 0)::float8 from paper_track t where t.paper_id = r.paper_id)`.as('bytes'),
    ])
    .execute()
}

/** Recorded papers within the caller's data scope, and of exams that the caller made, without those that blind marking hides from them. */
export async function pageRecords(ctx: Ctx, { params, ...paging }: Input<typeof evidence.paging>): Promise<Output<typeof evidence.paging>> {
  const bySignals = (paging.orders ?? []).some((one) => one.column === 'flagTimes')
  const found = await matching(ctx, params)
  const newest = found.select('r.paperId').orderBy('r.paperId', 'desc').limit(BY_SIGNALS)
  // the paper is joined where the order needs it only: a join that is left out keeps the database from reading an index alone
  const asked = found.$if(bySignals, (q) => q.innerJoin('paper', 'paper.id', 'r.paperId').where('r.paperId', 'in', newest))
  const page = await keyedPageOf(ctx.db, asked, paging, {
    key: 'r.paperId',
    // a paper begins when its recording is noted
    sortable: { startTime: 'r.createTime', flagTimes: 'paper.flagTimes', keepUntil: 'r.keepUntil' },
    fallback: [['r.paperId', 'desc']],
    deepest: bySignals ? BY_SIGNALS : undefined,
    read: (ids) => readRows(ctx.db, ids),
  })
  return { ...page, records: page.records.map(({ id: _id, deptName, ...row }) => ({ ...row, deptCode_dictText: deptName })) }
}
