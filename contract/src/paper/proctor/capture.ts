// Pictures of the candidate, taken while the paper is open.
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from 'zod'
import { endpoints, hot } from '../../kernel/endpoint.ts'
import { id } from '../../kernel/field.ts'
import { eventId } from '../attempt/sitting.ts'

export const capture = endpoints('paper/capture', 'exam', {
  /** `base64`: a jpeg, with or without its data: prefix; empty when the camera gave none. The same `eventId` counts once. */
  save: hot({
    title: '考试抓拍',
    permit: 'any',
    begun: true,
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object({
      paperId: id('答卷'),
      base64: z.string().max(1_400_000, encoded(sayKernel('pictureOver'))),
      eventId: eventId.optional(),
    }),
    /** `failCount`: failures in a row, of which `faceChance` take the paper in; `isBreak`: they have */
    output: z.object({ isBreak: z.boolean(), failCount: z.int(), faceChance: z.int() }),
  }),
})
