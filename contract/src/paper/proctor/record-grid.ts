// Recordings of open papers for the watch grid: the newest picture of each track.
import * as z from '../../kernel/z.ts'
import { watchTags } from '../../exam/entry/invigilation.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'
import { choice, code, id, moment } from '../../kernel/field.ts'
import { recordTrack } from '../record/record-codes.ts'

/** Papers of one call: a page of the grid. */
export const GRID_PAPERS = 32
/** What an invigilator should look at: nothing has arrived yet, nothing for a while, or nothing because the server has no room. */
export const recordProblem = {
  none: '录制中',
  waiting: '尚未录制',
  silent: '录制中断',
  full: '存储空间不足，录像暂存在考生浏览器',
} as const

export const recordGrid = endpoints('exam/watch', {
  /** open papers of the exam whose candidates the caller watches; others are left out */
  'record-grid': query({
    title: '录制画面',
    permit: watchTags,
    input: z.object({
      examId: id('考试'),
      paperIds: z.array(id('答卷')).max(GRID_PAPERS).meta({ title: '答卷' }),
    }),
    output: z.array(
      z.object({
        paperId: z.string(),
        /** an invigilator lets the candidate take the exam without a recording */
        exempt: z.boolean(),
        /** address of the latest capture, else the portrait; empty: none */
        picture: z.string(),
        tracks: z.array(
          z.object({
            track: code('轨道', recordTrack),
            /** empty: nothing was recorded yet */
            partId: z.string(),
            mime: z.string(),
            lastAt: moment('最后上传').nullable(),
            bytes: z.int(),
            problem: choice('录制状态', recordProblem),
            /** answers ranges of bytes of the part, as in `paper/evidence/detail`; empty: none */
            address: z.string(),
            /** bytes before the first cluster */
            init: z.int(),
            /** where the newest cluster with a key frame begins */
            from: z.int(),
            /** percent, of a phone that says it */
            battery: z.int().nullable(),
          }),
        ),
      }),
    ),
  }),
})
