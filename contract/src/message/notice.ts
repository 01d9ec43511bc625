// Notices: public texts of the site.
import { say } from './message.texts.ts'
import { encoded } from '../kernel/message.ts'
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { code, id, ids, isStorable, keyword, moment, pageOf, paging, text } from '../kernel/field.ts'

export const NoticeState = { shown: 0, hidden: 1 } as const
export type NoticeState = (typeof NoticeState)[keyof typeof NoticeState]
export const noticeState = { [NoticeState.shown]: '显示', [NoticeState.hidden]: '隐藏' } as const

export const NoticeRow = z.object({
  id: id('公告'),
  title: text('公告标题', 100),
  /** the beginning of the text */
  summary: z.string().meta({ title: '摘要' }),
  state: code('状态', noticeState),
  state_dictText: z.string().meta({ title: '状态' }),
  createTime: moment('发布时间'),
  updateTime: moment('更新时间'),
})

const hasWords = (html: string) =>
  /<(img|video|audio|hr|table)\b|data-latex/.test(html) || html.replaceAll(/<[^<>]*>|&nbsp;|\s/g, '') !== ''
const NoticeForm = z.object({
  id: id('公告').optional(),
  title: text('公告标题', 100),
  content: z
    .string({ error: encoded(say('noticeEmpty')) })
    .max(500_000, encoded(say('noticeTooLong')))
    .refine(isStorable, encoded(say('noticeUnstorable')))
    .refine(hasWords, encoded(say('noticeEmpty')))
    .meta({ title: '公告内容', control: 'html' }),
  state: code('状态', noticeState).default(NoticeState.shown),
})

export const notice = endpoints('sys/notice', {
  /** includes hidden ones only for callers who administer notices */
  paging: query({
    title: '系统公告',
    permit: 'any',
    input: paging({ title: keyword('公告标题'), state: code('状态', noticeState).optional() }),
    output: pageOf(NoticeRow),
  }),
  detail: query({
    title: '公告详情',
    permit: 'any',
    input: z.object({ id: id('公告') }),
    output: NoticeRow.extend({ content: z.string(), createBy_dictText: z.string().meta({ title: '发布人' }) }),
  }),
  save: command({
    title: '保存公告',
    permit: ['sys:notice:add', 'sys:notice:update'],
    addOrUpdate: true,
    input: NoticeForm,
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除公告', permit: 'sys:notice:delete', input: ids('公告'), output: z.literal(true) }),
  state: command({
    title: '显示或隐藏公告',
    permit: 'sys:notice:update',
    input: ids('公告').extend({ state: code('状态', noticeState) }),
    output: z.literal(true),
  }),
})
