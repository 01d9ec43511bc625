// A learner's favourites, notes and reports on questions.
import { say } from '../qu.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { choice, code, id, ids, moment, pageOf, paging, text } from '../../kernel/field.ts'

export const reportKind = { answer: '答案有误', stem: '题干有误', option: '选项有误', analysis: '解析有误', other: '其他' } as const
export const ReportState = { waiting: 0, corrected: 1, declined: 2 } as const
export type ReportState = (typeof ReportState)[keyof typeof ReportState]
export const reportState = { [ReportState.waiting]: '待处理', [ReportState.corrected]: '已更正', [ReportState.declined]: '不采纳' } as const
const quId = id('试题')

export const quMark = endpoints('qu/mark', 'exam', {
  favourite: command({
    title: '收藏试题',
    permit: 'any',
    input: z.object({ quId, favourite: z.boolean() }),
    output: z.literal(true),
  }),
  note: command({
    title: '保存笔记',
    permit: 'any',
    /** an empty text removes the note */
    input: z.object({
      quId,
      content: z
        .string()
        .trim()
        .max(2_000, encoded(say('noteTooLong'))),
    }),
    output: z.literal(true),
  }),
  report: command({
    title: '试题纠错',
    permit: 'any',
    input: z.object({ quId, kind: choice('问题类型', reportKind), content: text('问题描述', 500) }),
    output: z.literal(true),
  }),
  'report-paging': query({
    title: '纠错列表',
    permit: 'qu:list',
    input: paging({ repoId: id('题库').optional(), state: code('状态', reportState).optional() }),
    output: pageOf(
      z.object({
        id: id('纠错'),
        quId: z.string(),
        repoId_dictText: z.string().meta({ title: '题库' }),
        title: z.string().meta({ title: '题干' }),
        kind: choice('问题类型', reportKind),
        content: z.string().meta({ title: '问题描述' }),
        realName: z.string().meta({ title: '提交人' }),
        state: code('状态', reportState),
        reply: z.string().meta({ title: '回复' }),
        createTime: moment('提交时间'),
      }),
    ),
  }),
  'report-handle': command({
    title: '处理纠错',
    permit: 'qu:update',
    input: ids('纠错').extend({
      state: z.literal([ReportState.corrected, ReportState.declined], { error: encoded(say('reportVerdictUnchosen')) }),
      reply: z.string().trim().max(500).default(''),
    }),
    output: z.literal(true),
  }),
})
