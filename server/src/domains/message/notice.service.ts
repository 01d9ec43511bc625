// Notices: shown to every signed-in user, edited in the back office.
import { type notice, noticeState, NoticeState } from '@shuyuan/contract/message/notice.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { containing, among } from '../../kernel/database.ts'
import { fail, must } from '../../kernel/fail.ts'
import { pageOf } from '../../kernel/page.ts'
import { announceActivity } from '../session/activity.service.ts'
import { cleanHtml, plainText, shownFrom } from '../../kernel/richtext.ts'

const SUMMARY = 100
const SHOW_HIDDEN = 'sys:notice:list'

/** The beginning of a text that may have been cut inside a tag or entity. */
const summaryOf = (start: string) => {
  const text = plainText(start.replace(/<[^<>]*$/, '').replace(/&\w*$/, ''))
  return text.length > SUMMARY ? `${text.slice(0, SUMMARY).toWellFormed()}…` : text
}
const shown = <T extends { state: number }>(row: T) => {
  const state = row.state as keyof typeof noticeState
  return { ...row, state, state_dictText: noticeState[state] }
}
const columns = ['sysNotice.id', 'title', 'sysNotice.state', 'sysNotice.createTime', 'sysNotice.updateTime'] as const

/** Newest first. Hidden ones only for callers who can edit notices. */
export async function pageNotices(ctx: Ctx, { params, ...paging }: Input<typeof notice.paging>): Promise<Output<typeof notice.paging>> {
  const all = can(ctx, SHOW_HIDDEN)
  const query = ctx.db
    .selectFrom('sysNotice')
    .$if(!all, (q) => q.where('state', '=', NoticeState.shown))
    .$if(params.state !== undefined, (q) => q.where('state', '=', params.state!))
    .$if(!!params.title, (q) => q.where('title', 'ilike', containing(params.title ?? '')))
    .select(columns)
    .select(sql<string>`left(content, 2000)`.as('start'))
  const sortable = { title: 'title', state: 'state', createTime: 'createTime', updateTime: 'updateTime' }
  const page = await pageOf(query, paging, sortable, [
    ['createTime', 'desc'],
    ['id', 'desc'],
  ])
  return { ...page, records: page.records.map(({ start, ...row }) => ({ ...shown(row), summary: summaryOf(start) })) }
}

/** Fails notFound for a hidden one, except for callers who can edit notices. */
export async function findNotice(ctx: Ctx, { id }: Input<typeof notice.detail>): Promise<Output<typeof notice.detail>> {
  const { realName, ...row } = must(
    await ctx.db
      .selectFrom('sysNotice')
      .leftJoin('sysUser', 'sysUser.id', 'sysNotice.createBy')
      .where('sysNotice.id', '=', id)
      .select([...columns, 'content', 'realName'])
      .executeTakeFirst(),
  )
  if (row.state === NoticeState.hidden && !can(ctx, SHOW_HIDDEN)) fail('notFound')
  await announceActivity(ctx.app, { activity: 'notice', userId: ctx.user.id, refId: id })
  return { ...shown(row), summary: summaryOf(row.content), createBy_dictText: realName ?? '' }
}

/** Stores a notice, its text sanitised. Fails notFound for an unknown id. */
export async function saveNotice(ctx: Ctx, { id, ...form }: Input<typeof notice.save>): Promise<Output<typeof notice.save>> {
  const row = { ...form, content: cleanHtml(form.content, shownFrom(ctx)), updateTime: ctx.now }
  if (id === undefined)
    return ctx.db
      .insertInto('sysNotice')
      .values({ ...row, createBy: ctx.user.id, createTime: ctx.now })
      .returning('id')
      .executeTakeFirstOrThrow()
  ctx.change.before = must(
    await ctx.db.selectFrom('sysNotice').where('id', '=', id).select(['title', 'content', 'state']).forUpdate().executeTakeFirst(),
  )
  ctx.change.after = { title: row.title, content: row.content, state: row.state }
  await ctx.db.updateTable('sysNotice').set(row).where('id', '=', id).execute()
  return { id }
}

export async function deleteNotices(ctx: Ctx, { ids }: Input<typeof notice.delete>): Promise<true> {
  const gone = await ctx.db.deleteFrom('sysNotice').where(among('id', ids)).returning(['id', 'title']).execute()
  ctx.change.before = gone
  return true
}

export async function setNoticeState(ctx: Ctx, { ids, state }: Input<typeof notice.state>): Promise<true> {
  await ctx.db.updateTable('sysNotice').set({ state, updateTime: ctx.now }).where(among('id', ids)).execute()
  return true
}
