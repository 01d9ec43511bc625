// What the candidate's page notices while the paper is open; the server decides what it leads to.
import * as z from 'zod'
import { type SignalKind, verdicts } from '../../exam/integrity-settings.ts'
import { endpoints, hot } from '../../kernel/endpoint.ts'
import { id, isStorable } from '../../kernel/field.ts'
import { eventId } from './sitting.ts'

/** What a page may tell; pictures have a call of their own, the rest the server sees by itself. */
export const toldKinds = ['leave', 'fullscreen', 'paste', 'copy', 'debug', 'screen', 'overtime'] as const satisfies SignalKind[]
export type ToldKind = (typeof toldKinds)[number]

export const event = endpoints('paper/event', 'exam', {
  /** The same `eventId` counts once. `time` brings the active seconds since the last one, by question, and leads to nothing. */
  save: hot({
    title: '考试事件',
    permit: 'any',
    begun: true,
    rate: { by: 'user', max: 180, seconds: 60 },
    input: z.object({
      paperId: id('答卷'),
      kind: z.enum([...toldKinds, 'time']),
      eventId,
      /** leave: how long */
      seconds: z.number().min(0).max(1_000_000).optional(),
      /** what the page saw, for people */
      detail: z.string().max(300).refine(isStorable).optional(),
      /** overtime: which question */
      quId: id('试题').optional(),
      times: z
        .array(z.object({ quId: id('试题'), seconds: z.int().min(0).max(1_000_000) }))
        .max(500)
        .optional(),
    }),
    output: z.object({
      /** none: it counts for nothing */
      action: z.enum(['none', ...(Object.keys(verdicts) as (keyof typeof verdicts)[])]),
      /** for the candidate; empty: say nothing */
      message: z.string(),
      /** how many of this kind there were */
      count: z.int(),
    }),
  }),
})
