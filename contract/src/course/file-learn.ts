// How far people are with the files of their courses. The server counts; a page only says that somebody was there.
import * as z from 'zod'
import { endpoints, hot, query } from '../kernel/endpoint.ts'
import { code, count, id, keyword, moment, pageOf, paging } from '../kernel/field.ts'
import { courseFileType } from './file.ts'

const place = { courseId: id('课程'), fileId: id('课件') }
export const LearnProcess = z.object({
  /** seconds into a video or audio where it goes on; the page of a PDF */
  position: z.int(),
  /** percent, whole */
  process: z.int(),
  learnSec: z.int(),
  needSec: z.int(),
  finished: z.boolean(),
  /** the whole course is finished */
  courseFinished: z.boolean(),
})

/** Also served under the short prefix (../learn.ts). */
export const learnCalls = {
  /** one's own; everybody's with `course:stat` is a call of the statistics */
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
  /** Opens a file: from now on its time counts, and that of another page of the same person no longer does. */
  'load-process': hot({
    title: '打开课件',
    permit: 'any',
    module: false,
    input: z.object(place),
    output: LearnProcess.extend({ session: z.string() }),
  }),
  /**
   * `learnSec`: seconds learnt since the last report. No more counts than have passed on the server's clock since then.
   * `session`: of the page that opened the file; without one any page of that person.
   */
  'save-process': hot({
    title: '保存学习进度',
    permit: 'any',
    module: false,
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({
      ...place,
      learnSec: z.number().min(0).max(86_400),
      position: z.number().min(0).max(1_000_000).optional(),
      session: z.string().max(40).optional(),
    }),
    output: LearnProcess,
  }),
  /** The end of a file was reached: it is finished if enough of it was learnt. */
  'fix-process': hot({
    title: '学完课件',
    permit: 'any',
    module: false,
    input: z.object({ ...place, session: z.string().max(40).optional() }),
    output: LearnProcess,
  }),
}

export const courseFileLearn = endpoints('course/file/learn', 'course', learnCalls)
