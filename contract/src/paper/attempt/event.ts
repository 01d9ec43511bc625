// Events that a candidate's page reports while the paper is open; the server decides on the consequence.
import * as z from '../../kernel/z.ts'
import { type SignalKind, verdicts } from '../../exam/integrity-settings.ts'
import { endpoints, hot } from '../../kernel/endpoint.ts'
import { id, isStorable } from '../../kernel/field.ts'
import { eventId } from './open-paper.ts'

/** Events that a page reports. Pictures have an endpoint of their own; the server detects all others. */
export const reportedKinds = [
  'leave',
  'fullscreen',
  'unseen',
  'paste',
  'copy',
  'debug',
  'screen',
  'overtime',
] as const satisfies SignalKind[]
export type ReportedKind = (typeof reportedKinds)[number]

/**
 * A reload of the page is no leave, up to these limits per paper; beyond them it counts as one. They bound what a page gains that reports a reload
 * for a leave.
 */
export const reloadLimits = { times: 10, seconds: 30 } as const

export const event = endpoints('paper/event', 'exam', {
  /** The same `eventId` counts once. `reload` reports that the page was reloaded in the same tab. `time` reports the active seconds per question since the last report and has no consequence. */
  save: hot({
    title: '考试事件',
    permit: 'any',
    begun: true,
    rate: { by: 'user', max: 180, seconds: 60 },
    input: z.object({
      paperId: id('答卷'),
      kind: z.enum([...reportedKinds, 'time', 'reload']),
      eventId,
      /** leave or reload: its duration in seconds */
      seconds: z.number().min(0).max(1_000_000).optional(),
      /** a description for the invigilator */
      detail: z.string().max(300).refine(isStorable).optional(),
      /** overtime: the question */
      quId: id('试题').optional(),
      times: z
        .array(z.object({ quId: id('试题'), seconds: z.int().min(0).max(1_000_000) }))
        .max(500)
        .optional(),
    }),
    output: z.object({
      /** none: no consequence */
      action: z.enum(['none', ...(Object.keys(verdicts) as (keyof typeof verdicts)[])]),
      /** shown to the candidate; empty: nothing */
      message: z.string(),
      /** number of events of this kind */
      count: z.int(),
    }),
  }),
})
