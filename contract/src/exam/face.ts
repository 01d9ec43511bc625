// The face check before an exam.
import { sayKernel } from '../kernel/kernel.texts.ts'
import { encoded } from '../kernel/message.ts'
import * as z from '../kernel/z.ts'
import { endpoints, hot } from '../kernel/endpoint.ts'
import { id } from '../kernel/field.ts'

export const face = endpoints('exam/face', 'exam', {
  /** `base64`: a jpeg, with or without its data: prefix. `faceToken` starts one paper of this exam, once, within ten minutes; empty when the check failed. */
  'validate-face': hot({
    title: '考前人脸核验',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object({ examId: id('考试'), base64: z.string().max(1_400_000, encoded(sayKernel('pictureOver'))) }),
    output: z.object({ pass: z.boolean(), failMsg: z.string(), faceToken: z.string() }),
  }),
})
