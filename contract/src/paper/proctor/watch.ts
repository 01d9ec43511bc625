// Watching an exam while it runs.
import { say } from '../paper.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { choice, count, flag, id, keyword, moment, pageOf, paging, text } from '../../kernel/field.ts'
import { watchTags } from '../../exam/entry/invigilation.ts'
import { ExState, exState } from '../paper-state.ts'
import { reopen } from './reopen.ts'

/** missed: the exam has ended; awaited: the candidate may still start */
/** Whether a paper ended normally; `normal` for open papers. */
export const HandState = { normal: 0, abnormal: 1 } as const
export type HandState = (typeof HandState)[keyof typeof HandState]
export const missState = { missed: '缺考', awaited: '未到' } as const

/** A cause of dictionary paper_ex_state; 0 (handed in normally) is none. */
const forcedState = z
  .int32({ error: encoded(say('exStateUnchosen')) })
  .refine((value) => value !== ExState.normal && value in exState, encoded(say('exStateUnchosen')))

/** answers to the notice of recording */
export const recordAnswers = { none: '未回答', agreed: '已同意', refused: '不同意', exempt: '免录制' } as const

export const watch = endpoints('exam/watch', {
  'watch-stat': query({
    title: '监考统计',
    permit: watchTags,
    input: z.object({ id: id('考试') }),
    /** people, each once */
    output: z.object({
      title: z.string(),
      requireCount: z.int(),
      processCount: z.int(),
      handCount: z.int(),
      /** without a paper after the end of the exam */
      missCount: z.int(),
      /** without a paper while they may still start */
      awaitedCount: z.int(),
      /** the exam records candidates */
      records: z.boolean().optional(),
    }),
  }),
  'process-paging': query({
    title: '在考考生',
    permit: watchTags,
    input: paging({
      examId: id('考试'),
      online: z.boolean().optional(),
      offline: z.boolean().optional(),
      /** always 0: this list has open papers only */
      handState: z.literal(HandState.normal).optional(),
      realName: keyword('姓名'),
      /** only papers with a flagged signal */
      flagged: z.boolean().optional(),
    }),
    output: pageOf(
      z.object({
        id: z.string(),
        userId: z.string(),
        realName: z.string().meta({ title: '姓名' }),
        online: z.boolean().meta({ title: '在线' }),
        answerCount: z.int().meta({ title: '已答' }),
        quCount: z.int().meta({ title: '题量' }),
        image: z.string(),
        startTime: moment('开始时间'),
        deadline: moment('截止时间'),
        extraMinutes: z.int().meta({ title: '补时（分钟）' }),
        /** seconds by which the extra time has moved the deadline; less than `extraMinutes` when the exam ends earlier */
        extraGained: z.int(),
        leaveTimes: z.int().meta({ title: '离开次数' }),
        flagTimes: z.int().meta({ title: '异常标记' }),
        /** a takeover request of another sign-in session: its time and origin; null: none */
        unlock: z.object({ asked: moment('申请时间'), ip: z.string(), userAgent: z.string() }).nullable(),
      }),
    ),
  }),
  'hand-paging': query({
    title: '已交考生',
    permit: watchTags,
    input: paging({ examId: id('考试'), handState: z.int32().optional(), realName: keyword('姓名') }),
    output: pageOf(
      z.object({
        id: z.string(),
        realName: z.string().meta({ title: '姓名' }),
        handTime: moment('交卷时间'),
        userTime: z.int().meta({ title: '用时（分钟）' }),
        exState: z.int(),
        exState_dictText: z.string().meta({ title: '交卷状态' }),
        exMsg: z.string().meta({ title: '说明' }),
        leaveTimes: z.int().meta({ title: '离开次数' }),
      }),
    ),
  }),
  'force-hand': command({
    title: '强制交卷',
    permit: watchTags,
    input: z.object({ paperId: id('答卷'), message: text('收卷理由', 200, say('takeInReasonEmpty')) }),
    output: z.literal(true),
  }),
  'force-hand-all': command({
    title: '全部收卷',
    permit: watchTags,
    input: z.object({
      examId: id('考试'),
      exState: forcedState,
      message: text('收卷理由', 200, say('takeInReasonEmpty')),
    }),
    output: z.object({ handed: z.int() }),
  }),
  /** expected candidates without a paper; an exam for all users has no list of expected candidates */
  'miss-paging': query({
    title: '缺考考生',
    permit: watchTags,
    input: paging({ examId: id('考试'), realName: keyword('姓名') }),
    output: pageOf(
      z.object({
        userId: z.string(),
        userName: z.string().meta({ title: '用户名' }),
        realName: z.string().meta({ title: '姓名' }),
        deptCode_dictText: z.string().meta({ title: '部门' }),
        mobile: z.string().meta({ title: '手机号' }),
        missState: choice('状态', missState),
        /** only where the exam records */
        recordAnswer: choice('录制', recordAnswers).optional(),
      }),
    ),
  }),
  /**
   * Gives extra minutes to these candidates, or to all. Open papers get them immediately, later papers at their start.
   * `closeMinutes`: minutes by which the end of the exam moves for them; default: `minutes`.
   */
  'extra-time': command({
    title: '补时',
    permit: watchTags,
    input: z.object({
      examId: id('考试'),
      userIds: z
        .array(id('考生'))
        .min(1, encoded(say('candidatesUnchosen')))
        .max(5_000)
        .optional(),
      minutes: count('补时', 1, 600, '分钟'),
      closeMinutes: count('考试结束顺延', 0, 600, '分钟').optional(),
      reason: text('补时原因', 200, say('extraReasonEmpty')),
    }),
    /**
     * papers: papers with more time; partly: those that got less than `minutes` because the exam ends earlier; leastSeconds: the least that
     * one of these got; unmoved: open papers that got nothing; remembered: candidates who get it at their start (null without `userIds`: all)
     */
    output: z.object({ papers: z.int(), partly: z.int(), leastSeconds: z.int(), unmoved: z.int(), remembered: z.int().nullable() }),
  }),
  reopen,
  /** lets a candidate take the exam without a recording, or takes that back; a page that is open follows within half a minute */
  'record-exempt': command({
    title: '免录制',
    permit: watchTags,
    input: z.object({ examId: id('考试'), userId: id('考生'), exempt: flag('免录制') }),
    output: z.literal(true),
  }),
  /** allows the takeover by the requesting sign-in session */
  unlock: command({ title: '换机解锁', permit: watchTags, input: z.object({ paperId: id('答卷') }), output: z.literal(true) }),
})
