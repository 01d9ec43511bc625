// Watching recordings of candidates, and who has watched them.
import * as z from '../../kernel/z.ts'
import { download, hot, endpoints, fileReply, query } from '../../kernel/endpoint.ts'
import { code, count, id, keyword, moment, pageOf, paging } from '../../kernel/field.ts'
import { watchTags } from '../../exam/entry/invigilation.ts'
import { paperState } from '../paper-state.ts'
import { recordState, recordTrack } from '../record/record-codes.ts'
import { Recording } from '../record/recording.ts'
import { Mark, Verdict } from './review.ts'
import { evidenceVerdict } from './verdict-codes.ts'

/** Who replays: holders of the tag within their data scope, and those who watch the exam. */
const replayTags = ['paper:evidence', ...watchTags] as const
/** A report of what was played comes at least this often. */
export const SEEN_MS = 15_000
/** A viewer follows an open paper this long after each report with `live`. */
export const LIVE_MS = 30_000

const track = code('轨道', recordTrack)
/** milliseconds from `zero` of the recording */
const ms = z.int()
const Span = z.object({ fromMs: ms, toMs: ms })

export const evidence = endpoints('paper/evidence', {
  paging: query({
    title: '考试录像',
    permit: 'paper:evidence',
    input: paging({
      examId: id('考试').optional(),
      title: keyword('考试名称'),
      realName: keyword('姓名'),
      deptCode: z.string().max(60).meta({ title: '部门', control: 'depart' }).optional(),
      state: code('状态', recordState).optional(),
      verdict: code('复核结论', evidenceVerdict).optional(),
    }),
    output: pageOf(
      Recording.extend({
        paperId: id('答卷'),
        examId: z.string(),
        title: z.string().meta({ title: '考试名称' }),
        realName: z.string().meta({ title: '姓名' }),
        userName: z.string().meta({ title: '用户名' }),
        deptCode_dictText: z.string().meta({ title: '部门' }),
        startTime: moment('开始时间'),
        state: code('状态', recordState),
        /** seconds of the longest track */
        seconds: z.int().meta({ title: '时长' }),
        bytes: z.int().meta({ title: '大小' }),
        flagTimes: z.int().meta({ title: '异常标记' }),
        verdict: code('复核结论', evidenceVerdict),
        keepUntil: moment('保存至').nullable(),
      }),
    ),
  }),
  detail: query({
    title: '查看录像',
    permit: replayTags,
    input: z.object({ paperId: id('答卷') }),
    output: z.object({
      paperId: z.string(),
      examId: z.string(),
      title: z.string(),
      realName: z.string(),
      userName: z.string(),
      paperState: code('答卷状态', paperState),
      state: code('状态', recordState),
      keepUntil: moment('保存至').nullable(),
      holdUntil: moment('暂缓删除至').nullable(),
      /** the latest time of a hold; null before the hand-in */
      holdMost: moment('最迟保存至').nullable(),
      verdict: code('复核结论', evidenceVerdict),
      /** of the verdict, for the next one */
      version: z.int(),
      /** the paper was given up as a violation, and can be brought back */
      isVoid: z.boolean(),
      marks: z.array(Mark),
      /** the newest first */
      verdicts: z.array(Verdict),
      /** the beginning of the time axis: the start of the paper */
      zero: moment('开始时间'),
      /** milliseconds of the axis */
      endMs: ms,
      /** when answers were saved, to the second */
      answers: z.array(ms),
      /** times in which the microphone heard something like speech */
      speech: z.array(Span),
      tracks: z.array(
        z.object({
          track,
          /** the exam asked for it */
          asked: z.boolean(),
          sound: z.boolean(),
          parts: z.array(
            Span.extend({
              id: z.string(),
              part: z.int(),
              /** a part of which pieces are missing is played in stretches */
              stretch: z.int(),
              /** the beginning of the recorder, from which clusters count; `fromMs` is that of the stretch */
              zeroMs: ms,
              mime: z.string(),
              bytes: z.int(),
              /** bytes before the first cluster */
              init: z.int(),
              /** clusters at which a player can begin: position and milliseconds since the beginning of the part */
              clusters: z.array(z.tuple([z.int(), z.int()])),
              /** answers ranges of bytes; ends after some hours; empty once the recording is deleted */
              address: z.string(),
            }),
          ),
          /** times of the paper that the track does not cover */
          holes: z.array(Span),
        }),
      ),
    }),
  }),
  /**
   * a player reports what it has played; milliseconds since the beginning of the part. `live`: it follows the newest picture, and the recorder is to
   * send smaller pieces
   */
  seen: hot({
    title: '记录观看',
    permit: replayTags,
    rate: { by: 'user', max: 600, seconds: 60 },
    input: z.object({
      partId: id('录像分段'),
      fromMs: count('开始位置', 0, 1_000_000_000),
      toMs: count('结束位置', 0, 1_000_000_000),
      live: z.boolean().meta({ title: '跟随最新画面' }).optional(),
    }),
    output: z.literal(true),
  }),
  /** who watched which seconds, the newest first */
  views: query({
    title: '录像查看记录',
    permit: 'paper:evidence:audit',
    input: paging({ paperId: id('答卷') }),
    output: pageOf(
      z.object({
        id: z.string(),
        track,
        part: z.int().meta({ title: '分段' }),
        realName: z.string().meta({ title: '查看人' }),
        /** false: sent to their browser; true: their player reported that it played it */
        seen: z.boolean().meta({ title: '已播放' }),
        /** they are in a file that the viewer took */
        exported: z.boolean().meta({ title: '已导出' }),
        /** true: the newest minute of a track that was being recorded; false: replayed or exported; null: noted by an earlier version */
        live: z.boolean().nullable().meta({ title: '查看方式' }),
        fromMs: ms,
        toMs: ms,
        ip: z.string().meta({ title: 'IP' }),
        createTime: moment('开始查看'),
        updateTime: moment('最后查看'),
      }),
    ),
  }),
  /** the same as a spreadsheet; fails exportTooLong beyond 10,000 rows */
  'views-export': download({
    title: '导出录像查看记录',
    permit: 'paper:evidence:audit',
    input: z.object({ paperId: id('答卷') }),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
})
