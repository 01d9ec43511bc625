// Applications: an approval admits the applicant once, without face check and password (admin.md §4).
import type { apply } from '@shuyuan/contract/exam/apply/apply.ts'
import { auditState, AuditState } from '@shuyuan/contract/exam/apply/audit-state.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { type NotNull, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { containing, violates, among } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { pageByKey } from '../../../kernel/page.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { ofUsersWithinDataScope, withinDataScope } from '../../people/user/data-scope.service.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'
import { usersNamed } from '../../people/user/name-search.service.ts'
import { announceApplied } from '../announce.service.ts'
import { takesApplications } from '../entry/approval.service.ts'
import { admits } from '../entry/audience.service.ts'
import { mustFindExam } from '../exam.service.ts'
import { mustNotBeArchived } from '../entry/archived.service.ts'

/** Submits the caller's application. Fails notFound outside the audience, examEnded, examDisabled, applyNone if the exam takes none, applyPending, applyApproved. */
export async function saveApply(ctx: Ctx, { examId, applyMsg }: Input<typeof apply.save>): Promise<Output<typeof apply.save>> {
  const { db, now, user } = ctx
  const exam = await mustFindExam(ctx, examId)
  if (!(await admits(ctx, exam))) fail('notFound')
  await mustNotBeArchived(ctx, [examId])
  if (exam.state !== ExamState.enabled) fail('examDisabled')
  if (!takesApplications(exam)) fail('applyNone')
  if (exam.endTime && exam.endTime <= now && !(await hasOwnEnd(ctx, examId))) fail('examEnded')
  const live = await db
    .selectFrom('examApply')
    .where('examId', '=', examId)
    .where('userId', '=', user.id)
    .where((w) =>
      w.or([w('auditState', '=', AuditState.waiting), w.and([w('auditState', '=', AuditState.approved), w('auditUsed', '=', false)])]),
    )
    .select('auditState')
    .executeTakeFirst()
  if (live) fail(live.auditState === AuditState.waiting ? 'applyPending' : 'applyApproved')
  try {
    await db.insertInto('examApply').values({ examId, userId: user.id, applyMsg, applyTime: now }).execute()
  } catch (error) {
    // a concurrent second request
    if (violates(error, 'unique')) fail('applyPending')
    throw error
  }
  ctx.afterCommit(() => announceApplied(ctx.app, examId))
  return true
}

/** A candidate with an override of the end may still apply. */
async function hasOwnEnd({ db, now, user }: Ctx, examId: string): Promise<boolean> {
  const row = await db
    .selectFrom('examOverride')
    .where('examId', '=', examId)
    .where('endTime', '>', now)
    .where(sql<boolean>`(user_id = ${user.id} or group_id in (select group_id from sys_group_user where user_id = ${user.id}))`)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Applications of all others are passed on the way to those of a part of the people. */
const OF_DEPARTS = { most: 2_000, deepest: 2_000 }

/** Equal ones in the order that the index of the column has. */
const orderAfter = (first: { column: string; asc: boolean } | undefined): [string, 'asc' | 'desc'][] =>
  first === undefined
    ? [
        ['auditState', 'asc'],
        ['examApply.id', 'desc'],
      ]
    : [['examApply.id', (first.column === 'auditState') === first.asc ? 'desc' : 'asc']]

/** Pending ones first, then the newest; only applicants within the caller's data scope. */
export async function pageApplies(ctx: Ctx, { params, ...paging }: Input<typeof apply.paging>): Promise<Output<typeof apply.paging>> {
  const query = ctx.db
    .selectFrom('examApply')
    .leftJoin('exam', 'exam.id', 'examApply.examId')
    .leftJoin('sysUser', 'sysUser.id', 'examApply.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .leftJoin('sysUser as auditor', 'auditor.id', 'examApply.auditBy')
    .where(await ofUsersWithinDataScope(ctx, 'examApply.userId'))
    .$if(params.examId !== undefined, (q) => q.where('examApply.examId', '=', params.examId ?? ''))
    .$if(!!params.title, (q) => q.where('exam.title', 'ilike', containing(params.title ?? '')))
    .$if(!!params.realName, (q) => q.where('examApply.userId', '=', usersNamed(params.realName ?? '')))
    .$if(params.auditState !== undefined, (q) => q.where('auditState', '=', params.auditState ?? AuditState.waiting))
    .$if(params.auditUsed !== undefined, (q) => q.where('auditUsed', '=', params.auditUsed ?? false))
    .select(['examApply.id', 'examApply.examId', 'examApply.userId', 'exam.title', 'sysUser.realName', 'deptName', 'applyTime', 'applyMsg'])
    .select(['auditState', 'auditTime', 'auditMsg', 'auditUsed', 'auditor.realName as auditorName'])
    .$narrowType<{ title: NotNull; realName: NotNull }>()
  const sortable = { applyTime: 'applyTime', auditTime: 'auditTime', auditState: 'auditState' }
  const page = await pageByKey(ctx.db, query, paging, {
    key: 'examApply.id',
    sortable,
    fallback: orderAfter(paging.orders?.[0]),
    ...((await scopeOf(ctx)).width === 'departs' && OF_DEPARTS),
  })
  const records = page.records.map(({ title, realName, deptName, auditorName, ...row }) => ({
    ...row,
    examId_dictText: title,
    applyUser_dictText: realName,
    deptCode_dictText: deptName ?? '',
    auditState_dictText: auditState[row.auditState],
    auditBy_dictText: auditorName ?? '',
  }))
  return { ...page, records }
}

/** Locks the named applications within the caller's data scope. Fails notFound if one is missing. */
async function lockApplies(ctx: Ctx, ids: readonly string[]) {
  const wanted = [...new Set(ids)]
  const rows = await ctx.db
    .selectFrom('examApply')
    .innerJoin('sysUser', 'sysUser.id', 'examApply.userId')
    .innerJoin('exam', 'exam.id', 'examApply.examId')
    .where(among('examApply.id', wanted))
    .where(await withinDataScope(ctx))
    .orderBy('examApply.id')
    .select(['examApply.id', 'examApply.examId', 'examApply.userId', 'auditState', 'auditUsed', 'exam.title'])
    .forUpdate('examApply')
    .execute()
  if (rows.length < wanted.length) fail('notFound')
  return rows
}

/** Approves or refuses pending applications, all or none, and notifies the applicants. Fails notFound, applyAudited. */
export async function auditApplies(
  ctx: Ctx,
  { ids, auditState: verdict, auditMsg }: Input<typeof apply.audit>,
): Promise<Output<typeof apply.audit>> {
  const { db, now, user } = ctx
  const rows = await lockApplies(ctx, ids)
  await mustNotBeArchived(
    ctx,
    rows.map((row) => row.examId),
  )
  if (rows.some((row) => row.auditState !== AuditState.waiting)) fail('applyAudited')
  await db
    .updateTable('examApply')
    .set({ auditState: verdict, auditMsg, auditBy: user.id, auditTime: now })
    .where(
      among(
        'id',
        rows.map((row) => row.id),
      ),
    )
    .execute()
  for (const [examId, some] of Map.groupBy(rows, (row) => row.examId)) {
    const title = some[0]?.title ?? ''
    const text =
      verdict === AuditState.approved
        ? { title: '考试申请已通过', content: `您申请参加的考试“${title}”已审核通过，可以直接开始考试！审核理由：${auditMsg}` }
        : { title: '考试申请未通过', content: `您申请参加的考试“${title}”未通过审核。审核理由：${auditMsg}` }
    await sendMsg(
      ctx,
      some.map((row) => row.userId),
      { ...text, refType: 'exam', refId: examId },
    )
  }
  ctx.change.before = rows
  ctx.afterCommit(() => rows.forEach((row) => announceApplied(ctx.app, row.examId)))
  return true
}

/** Deletes applications, including unused approvals. Fails notFound. */
export async function deleteApplies(ctx: Ctx, { ids }: Input<typeof apply.delete>): Promise<Output<typeof apply.delete>> {
  const rows = await lockApplies(ctx, ids)
  await mustNotBeArchived(
    ctx,
    rows.map((row) => row.examId),
  )
  ctx.change.before = rows
  await ctx.db
    .deleteFrom('examApply')
    .where(
      among(
        'id',
        rows.map((row) => row.id),
      ),
    )
    .execute()
  return true
}
