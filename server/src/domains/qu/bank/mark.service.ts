// Favourites, notes and error reports of learners on questions.
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { type quMark, reportKind, ReportState } from '@shuyuan/contract/qu/bank/mark.ts'
import { type NotNull, sql } from 'kysely'
import type { Ctx } from '../../../kernel/ctx.ts'
import { violates, among } from '../../../kernel/database.ts'
import { fail, must } from '../../../kernel/fail.ts'
import { pageByKey } from '../../../kernel/page.ts'
import { mustSeeRepo } from '../../repo/repo.service.ts'
import { sendMsg } from '../../message/msg.service.ts'
import { mayAct, usersWithTag } from '../../people/role-menu/right.service.ts'
import { findReference } from './reference.service.ts'

type Calls = typeof quMark
const MEND = 'qu:update'

/**
 * The question, by its id in the bank or on a paper of the caller, if its bank is open to the caller.
 * Fails notFound, and questionSat while the paper is open: lists of favourites and notes would tell the question's id in the bank.
 */
async function mustSee(ctx: Ctx, quId: string) {
  const onPaper = await findReference(ctx, quId)
  if (onPaper?.isOpen) fail('questionSat')
  const row = await mustFind(ctx, onPaper?.quId ?? quId)
  await mustSeeRepo(ctx, row.repoId)
  return row
}

const mustFind = async ({ db }: Ctx, id: string) =>
  must(
    await db
      .selectFrom('qu')
      .where('id', '=', id)
      .where('deleted', '=', false)
      .select(['id', 'repoId', 'version', 'title'])
      .executeTakeFirst(),
  )

/** The question to report: one on a paper of the caller, open or not, or one of a bank that is open to the caller. Fails notFound. */
async function mustMeet(ctx: Ctx, quId: string) {
  const onPaper = await findReference(ctx, quId)
  return onPaper ? mustFind(ctx, onPaper.quId) : mustSee(ctx, quId)
}

/** Adds or removes a favourite; idempotent. */
export async function saveFavourite(ctx: Ctx, { quId: named, favourite }: Input<Calls['favourite']>): Promise<true> {
  const { id: quId, repoId } = await mustSee(ctx, named)
  const own = { userId: ctx.user.id, quId }
  if (favourite)
    await ctx.db
      .insertInto('quFavourite')
      .values({ ...own, repoId, createTime: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  else await ctx.db.deleteFrom('quFavourite').where('userId', '=', own.userId).where('quId', '=', quId).execute()
  return true
}

/** Stores the caller's note on a question; an empty one deletes it. */
export async function saveNote(ctx: Ctx, { quId: named, content }: Input<Calls['note']>): Promise<true> {
  const { id: quId } = await mustSee(ctx, named)
  const own = { userId: ctx.user.id, quId }
  if (content === '') await ctx.db.deleteFrom('quNote').where('userId', '=', own.userId).where('quId', '=', quId).execute()
  else {
    const row = { content, updateTime: ctx.now }
    await ctx.db
      .insertInto('quNote')
      .values({ ...own, ...row })
      .onConflict((conflict) => conflict.columns(['userId', 'quId']).doUpdateSet(row))
      .execute()
  }
  return true
}

/**
 * Reports an error in a question to the owner of the bank; if the owner was deleted or lacks the permission to edit, to all users who have
 * it. Fails reportOpen while an earlier report of the caller is open.
 */
export async function saveReport(ctx: Ctx, { quId: named, kind, content }: Input<Calls['report']>): Promise<true> {
  const { id: quId, repoId, version, title } = await mustMeet(ctx, named)
  try {
    await ctx.db.insertInto('quReport').values({ quId, repoId, version, userId: ctx.user.id, kind, content, createTime: ctx.now }).execute()
  } catch (error) {
    if (violates(error, 'unique')) fail('reportOpen')
    throw error
  }
  const { createBy } = await ctx.db.selectFrom('repo').where('id', '=', repoId).select('createBy').executeTakeFirstOrThrow()
  const readers = createBy !== null && (await mayAct(ctx, createBy, MEND)) ? [createBy] : await usersWithTag(ctx, MEND)
  await sendMsg(ctx, readers, {
    title: `试题纠错：${reportKind[kind]}`,
    content: `${ctx.user.realName} 认为试题“${title.slice(0, 60)}”有问题：${content}`,
    refType: 'qu',
    refId: quId,
  })
  return true
}

export async function pageReports(ctx: Ctx, { params, ...paging }: Input<Calls['report-paging']>): Promise<Output<Calls['report-paging']>> {
  const { repoId, state } = params
  const query = ctx.db
    .selectFrom('quReport')
    .leftJoin('qu', 'qu.id', 'quReport.quId')
    .leftJoin('repo', 'repo.id', 'quReport.repoId')
    .leftJoin('sysUser', 'sysUser.id', 'quReport.userId')
    .$if(repoId !== undefined, (q) => q.where('quReport.repoId', '=', repoId ?? ''))
    .$if(state !== undefined, (q) => q.where('quReport.state', '=', state!))
    .select(['quReport.id', 'quReport.quId', 'quReport.kind', 'quReport.content', 'quReport.state', 'quReport.reply'])
    .select(['quReport.createTime', 'qu.title', 'repo.title as repoTitle', sql<string>`coalesce(real_name, '')`.as('realName')])
    .$narrowType<{ kind: keyof typeof reportKind; title: NotNull; repoTitle: NotNull }>()
  // ids grow with the time of the report
  const sortable = { createTime: 'quReport.id' }
  const page = await pageByKey(ctx.db, query, paging, { key: 'quReport.id', sortable, fallback: [['quReport.id', 'desc']] })
  return { ...page, records: page.records.map(({ repoTitle, ...row }) => ({ ...row, repoId_dictText: repoTitle })) }
}

/** Settles open reports and notifies their authors; skips settled ones. Fails notFound if none is open. */
export async function handleReports(ctx: Ctx, { ids, state, reply }: Input<Calls['report-handle']>): Promise<true> {
  const rows = await ctx.db
    .updateTable('quReport')
    .set({ state, reply, handleBy: ctx.user.id, handleTime: ctx.now })
    .where(among('id', ids))
    .where('state', '=', ReportState.waiting)
    .returning(['userId', 'quId'])
    .execute()
  if (rows.length === 0) fail('notFound')
  for (const { userId, quId } of rows)
    await sendMsg(ctx, [userId], {
      title: state === ReportState.corrected ? '您的纠错已被采纳' : '您的纠错未被采纳',
      content: reply === '' ? '感谢您的反馈。' : reply,
      refType: 'qu',
      refId: quId,
    })
  return true
}
