// Captures: pictures of the candidate, taken while the paper is open.
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { endpoints, hot } from '../../kernel/endpoint.ts'
import { id } from '../../kernel/field.ts'
import { eventId } from '../attempt/open-paper.ts'

export const capture = endpoints('paper/capture', 'exam', {
  /** `base64`: a JPEG, with or without `data:` prefix; empty when the camera failed. The same `eventId` counts once. */
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
    /** `failCount`: consecutive failures; `faceChance` of them force-close the paper; `isBreak`: the paper was force-closed */
    output: z.object({ isBreak: z.boolean(), failCount: z.int(), faceChance: z.int() }),
  }),
})
