// Endpoints of /api/paper/paper for an open paper (exam-rules.md, *Delivery*).
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { Recording } from '../record/recording.ts'
import { integrityRules } from '../../exam/integrity-settings.ts'
import { roomRules } from '../../exam/room-settings.ts'
import { hot, query } from '../../kernel/endpoint.ts'
import { code, id, moment, points } from '../../kernel/field.ts'
import { Answer, PaperQuestion } from '../../qu/content.ts'
import { ExamHint } from '../channel/exam-hint.ts'
import { paperState } from '../paper-state.ts'

const paperId = id('答卷')
const session = z.string().max(40)
const seq = z.int().min(0).max(1_000_000_000)
/** id of one event of a paper, chosen by the page */
export const eventId = z.string().regex(/^[\w-]{1,40}$/)
const saved = z.object({ quId: id('试题'), answer: Answer.nullable(), seq: seq.optional() })

/** The time left, the server's clock, and the number of the latest deadline change. */
const Clock = z.object({
  leftSeconds: z.int(),
  leftMs: z.int(),
  serverTime: moment('服务器时间'),
  deadlineAt: moment('截止时间'),
  timeRev: z.int(),
  state: z.int(),
  /** why the paper is being force-closed, for a page that missed the hint; else empty */
  notice: z.string(),
  /** number of the newest hint; a page that has not seen it calls left-time */
  msgSeq: z.int(),
  /** hints that the page has not confirmed, in order */
  msgs: z.array(ExamHint),
})

export const PaperGroup = z.object({
  title: z.string(),
  quCount: z.int(),
  /** null when the questions of the group differ */
  perScore: points('每题分数').nullable(),
  totalScore: points('总分'),
  quList: z.array(
    PaperQuestion.extend({
      score: points('分数'),
      sort: z.int(),
      subList: z.array(z.object({ ...PaperQuestion.shape.subList.element.shape, score: points('分数') })),
    }),
  ),
})

const SavedAnswer = z.object({ quId: z.string(), answer: Answer.nullable(), seq: z.int(), session: z.string() })

export const Receipt = z.object({
  state: code('状态', paperState),
  waitReview: z.boolean(),
  receiptNo: z.string(),
  handTime: moment('交卷时间'),
  answered: z.int(),
  total: z.int(),
  answerHash: z.string(),
  /** questions with an answer that came too late and waits for a decision */
  late: z.int(),
})

export const openPaperCalls = {
  'create-paper': hot({
    title: '开始考试',
    permit: 'any',
    module: false,
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({
      examId: id('考试'),
      password: z.string().max(60).optional(),
      faceToken: z.string().max(200).optional(),
      /** the candidate has confirmed the pledge, which is recorded with its text */
      pledged: z.boolean().optional(),
    }),
    output: z.object({ id: z.string() }),
  }),
  'paper-detail': hot({
    title: '打开试卷',
    permit: 'any',
    begun: true,
    input: z.object({ id: paperId, takeover: z.boolean().optional() }),
    output: Clock.extend({
      id: z.string(),
      examId: z.string(),
      title: z.string(),
      session: z.string(),
      /** another page has the write lock: confirm before the takeover */
      heldElsewhere: z.boolean(),
      quCount: z.int(),
      totalScore: points('总分'),
      earliestHandTime: moment('最早交卷时间').nullable(),
      allowPaste: z.boolean(),
      rules: z.object({ ...roomRules, ...integrityRules }).extend({
        /** step mode: index of the current question, from 0; else 0 */
        stepAt: z.int(),
        leaveTimes: z.int(),
        faceFails: z.int(),
        /** what the page records; without it nothing */
        record: Recording.optional(),
      }),
      /** questions shown so far with their time left; empty without a question time */
      quTimes: z.array(z.object({ quId: z.string(), leftMs: z.int() })),
      groups: z.array(PaperGroup),
      answers: z.array(SavedAnswer),
      /** the question answered last; null before the first answer */
      lastQuId: z.string().nullable(),
    }),
  }),
  /** step mode: the current question, the next one, or, when the exam allows going back, an earlier one */
  'qu-detail': hot({
    title: '取一道试题',
    permit: 'any',
    begun: true,
    input: z.object({ paperId, quId: id('试题') }),
    output: PaperGroup.shape.quList.element.extend({
      answer: Answer.nullable(),
      /** time left for the question; null without a question time */
      quLeftMs: z.int().nullable(),
    }),
  }),
  'fill-answer': hot({
    title: '保存答案',
    permit: 'any',
    begun: true,
    input: z
      .object({
        paperId,
        session: session.optional(),
        quId: id('试题').optional(),
        answer: Answer.nullable().optional(),
        seq: seq.optional(),
        answers: z.array(saved).min(1).max(500).optional(),
      })
      .refine((body) => (body.answers === undefined) !== (body.quId === undefined), {
        path: ['answers'],
        error: encoded(sayKernel('parametersWrong')),
      }),
    output: z.object({
      saved: z.array(z.object({ quId: z.string(), seq: z.int(), state: z.enum(['saved', 'stale']) })),
      savedAt: moment('保存时间'),
      answeredCount: z.int(),
      leftSeconds: z.int(),
      leftMs: z.int(),
      serverTime: moment('服务器时间'),
      deadlineAt: moment('截止时间'),
      timeRev: z.int(),
      msgSeq: z.int(),
    }),
  }),
  'hand-exam': hot({
    title: '交卷',
    permit: 'any',
    begun: true,
    input: z.object({ id: paperId, session: session.optional(), lastAnswers: z.array(saved).max(500).optional() }),
    output: Receipt,
  }),
  'left-time': query({
    title: '剩余时间',
    permit: 'any',
    begun: true,
    /**
     * `session`: the calling page-load session; a call from the one with the write lock counts as its heartbeat.
     * `acked`: the page has seen every hint up to this number
     */
    input: z.object({ id: paperId, session: session.optional(), acked: seq.optional() }),
    /** exemptions of the candidate's override, which may change while the paper is open */
    output: Clock.extend({ noFace: z.boolean(), noFullScreen: z.boolean() }),
  }),
  /** the candidate left the page; the same `eventId` counts once */
  'leave-incr': hot({
    title: '离开考试页面',
    permit: 'any',
    begun: true,
    rate: { by: 'user', max: 120, seconds: 60 },
    input: z.object({ id: paperId, seconds: z.number().min(0).max(1_000_000), eventId: eventId.optional() }),
    output: z.object({ leaveTimes: z.int(), overLimit: z.boolean() }),
  }),
}
