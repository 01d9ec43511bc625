// Learning progress. The server counts the time; a page only reports activity.
import * as z from '../../kernel/z.ts'
import { endpoints, hot, query } from '../../kernel/endpoint.ts'
import { code, count, id, keyword, moment, pageOf, paging } from '../../kernel/field.ts'
import { courseFileType } from '../file/file.ts'
import { MOST_SPANS, Span } from './film.ts'

const place = { courseId: id('课程'), fileId: id('课件') }
export const LearnProcess = z.object({
  /** where to continue: seconds into a video or audio, page of a PDF */
  position: z.int(),
  /** percent, whole */
  process: z.int(),
  /** of a video or recording, seconds of the film; with those since the last passed capture, which are provisional */
  learnSec: z.int(),
  needSec: z.int(),
  /** the seconds of a video or recording that count; each counts once */
  covered: z.array(Span),
  finished: z.boolean(),
  /** the whole course is finished */
  courseFinished: z.boolean(),
  /** seconds: the furthest place reached; where dragging is forbidden, the player does not jump beyond it */
  furthest: z.int(),
  /** seconds to learn until the next reading check; 0 or less: it is due; null: none */
  checkIn: z.int().nullable(),
  /** second of the next question in the file that is not answered; null: none */
  stopAt: z.int().nullable(),
  /** the grace of a due check is over: nothing counts until it is passed */
  checkDue: z.boolean(),
  /** nothing counts and nothing is finished until a capture passes (course/face/save): none has since the file was opened, or the newest failed */
  captureHeld: z.boolean(),
  /** only a capture is missing to finish the file: one is due now */
  captureDue: z.boolean(),
})

/** Also served under the short prefix (../learn.ts). */
export const learnCalls = {
  /** the caller's own rows; the rows of all learners (`course:stat`) are an endpoint of the statistics */
  paging: query({
    title: '课件学习记录',
    permit: 'any',
    module: false,
    input: paging({ courseId: id('课程'), fileName: keyword('课件名称') }),
    output: pageOf(
      z.object({
        id: z.string(),
        ...place,
        fileName: z.string().meta({ title: '课件' }),
        fileType: code('类型', courseFileType),
        courseName: z.string().meta({ title: '课程' }),
        updateTime: moment('学习时间'),
        learnSec: count('已学时长', 0, 100_000_000, '秒'),
        process: count('学习进度', 0, 100, '%'),
        finished: z.boolean().meta({ title: '已学完' }),
      }),
    ),
  }),
  /** The courses of these rows, the latest learnt first, at most 200. */
  courses: query({
    title: '有学习记录的课程',
    permit: 'any',
    module: false,
    input: z.object({}),
    output: z.array(z.object({ id: z.string(), title: z.string().meta({ title: '课程' }) })),
  }),
  /** Opens a file. From now on this page's time counts, and the time of the learner's other pages no longer does. */
  'load-process': hot({
    title: '打开课件',
    permit: 'any',
    input: z.object(place),
    output: LearnProcess.extend({
      session: z.string(),
      /** The key of an encrypted video is asked for with `auth` = base64url(AES-128-CBC(milliseconds since 1970)), by this key and iv. */
      play: z.object({ key: z.string(), iv: z.string() }),
    }),
  }),
  /**
   * `learnSec`: seconds learnt since the last report; at most the time that has passed on the server's clock counts.
   * `played`: what of a video or recording was played since then. It counts where it is new, at most the fastest speed of the course times
   * that time. Without it the first seconds that are missing count, as many as `learnSec`.
   * `session`: the page that opened the file; without it any page of the learner.
   */
  'save-process': hot({
    title: '保存学习进度',
    permit: 'any',
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({
      ...place,
      learnSec: z.number().min(0).max(86_400),
      position: z.number().min(0).max(1_000_000).optional(),
      played: z.array(Span).max(MOST_SPANS).optional(),
      session: z.string().max(40).optional(),
    }),
    output: LearnProcess,
  }),
  /** Reports the end of a file; the file is finished if enough of it was learnt. */
  'fix-process': hot({
    title: '学完课件',
    permit: 'any',
    input: z.object({ ...place, session: z.string().max(40).optional() }),
    output: LearnProcess,
  }),
}

export const courseFileLearn = endpoints('course/file/learn', 'course', learnCalls)
