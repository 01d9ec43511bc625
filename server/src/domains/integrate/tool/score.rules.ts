// A score as a tool reports it (LTI Assignment and Grade Services 2.0, section 3.4), read leniently.
import { toolActivity, type ToolActivity, toolGrading, type ToolGrading } from '@shuyuan/contract/integrate/tool.ts'
import * as z from 'zod'

/** Numbers as text too: Moodle sends "87.50000". */
const numeric = z.union([
  z.number(),
  z
    .string()
    .regex(/^\s*-?\d{1,15}(?:\.\d{1,15})?\s*$/)
    .transform(Number),
])
/** `+0800` and `+08` are `+08:00`. */
const moment = z
  .string()
  .transform((text) => text.trim().replace(/([+-]\d{2}):?(\d{2})?$/, (_all, hours: string, minutes = '00') => `${hours}:${minutes}`))
  .pipe(z.iso.datetime({ offset: true }))
  .transform((text) => new Date(text))

const Score = z
  .object({
    userId: z.uuid(),
    timestamp: moment,
    scoreGiven: numeric.pipe(z.number().min(0)).nullish(),
    scoreMaximum: numeric.pipe(z.number().positive()).nullish(),
    activityProgress: z.enum(Object.keys(toolActivity) as [ToolActivity]),
    gradingProgress: z.enum(Object.keys(toolGrading) as [ToolGrading]),
    comment: z.string().nullish(),
  })
  // a score means nothing without its maximum
  .refine(({ scoreGiven, scoreMaximum }) => typeof scoreGiven !== 'number' || typeof scoreMaximum === 'number', { path: ['scoreMaximum'] })
export type ReportedScore = z.output<typeof Score>

/** @returns the score, or the name of the field that is wrong ('body' for what is no JSON) */
export function readScore(text: string): ReportedScore | { wrong: string } {
  try {
    const read = Score.safeParse(JSON.parse(text))
    return read.success ? read.data : { wrong: String(read.error.issues[0]?.path[0] ?? 'body') }
  } catch {
    return { wrong: 'body' }
  }
}
