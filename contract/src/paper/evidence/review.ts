// Judging a recording: marks on its axis, the verdict with its history, the hold of its deletion, and a copy as a file.
import * as z from '../../kernel/z.ts'
import { command, endpoints } from '../../kernel/endpoint.ts'
import { choice, code, count, id, moment, optionalText, text } from '../../kernel/field.ts'
import { recordTrack } from '../record/record-codes.ts'
import { evidenceVerdict, reviewAct, verdictEffect } from './verdict-codes.ts'

/** Characters that the reason of a suspicion or violation has at least. */
export const REASON_LEAST = 10
const axisMs = 1_000_000_000
const span = { fromMs: count('开始位置', 0, axisMs), toMs: count('结束位置', 0, axisMs) }

export const Mark = z.object({
  id: z.string(),
  /** null: all tracks */
  track: code('轨道', recordTrack).nullable(),
  /** milliseconds from `zero` of the recording */
  fromMs: z.int(),
  toMs: z.int(),
  label: z.string().meta({ title: '标记' }),
  note: z.string().meta({ title: '说明' }),
  byName: z.string().meta({ title: '标记人' }),
  /** the caller may remove it */
  own: z.boolean(),
  createTime: moment('标记时间'),
})

export const Verdict = z.object({
  id: z.string(),
  verdict: code('复核结论', evidenceVerdict),
  effect: choice('处理方式', reviewAct),
  reason: z.string().meta({ title: '说明' }),
  holdUntil: moment('暂缓删除至').nullable(),
  byName: z.string().meta({ title: '复核人' }),
  createTime: moment('复核时间'),
})

export const evidenceReview = endpoints('paper/evidence', {
  /** adds a mark; fails recordGone for a deleted recording */
  'mark-save': command({
    title: '标记录像',
    permit: 'paper:evidence:mark',
    input: z.object({
      paperId: id('答卷'),
      ...span,
      track: code('轨道', recordTrack).nullish(),
      label: text('标记', 20),
      note: optionalText('说明', 500),
    }),
    output: Mark,
  }),
  /** removes a mark: an own one, or any for holders of `paper:evidence:verdict` */
  'mark-delete': command({
    title: '删除录像标记',
    permit: 'paper:evidence:mark',
    input: z.object({ id: id('标记') }),
    output: z.literal(true),
  }),
  /**
   * Adds a verdict. `effect` void gives the paper up as a violation, restore brings such a paper back as it was, note tells the candidate.
   * Fails verdictChanged where another verdict came after `version`, paperStillOpen before the hand-in.
   */
  verdict: command({
    title: '复核录像',
    permit: 'paper:evidence:verdict',
    input: z.object({
      paperId: id('答卷'),
      version: z.int32(),
      verdict: code('复核结论', evidenceVerdict),
      reason: optionalText('复核说明', 500),
      effect: choice('处理方式', verdictEffect).default('none'),
    }),
    output: Verdict,
  }),
  /** keeps a recording until a time, for an appeal; null ends that */
  hold: command({
    title: '暂缓删除录像',
    permit: 'paper:evidence:verdict',
    input: z.object({ paperId: id('答卷'), until: moment('暂缓删除至').nullable(), reason: text('暂缓原因', 500) }),
    output: z.literal(true),
  }),
  /** Queues a file with the tracks, for 24 hours and the caller only: `paper/export/list` and `download` have it. The copy is noted in the views. */
  export: command({
    title: '导出录像',
    permit: 'paper:evidence:export',
    input: z.object({
      paperId: id('答卷'),
      fromMs: span.fromMs.optional(),
      toMs: span.toMs.optional(),
      tracks: z.array(code('轨道', recordTrack)).min(1).max(3).meta({ title: '轨道' }),
    }),
    output: z.object({ id: z.string(), total: z.int() }),
  }),
})
