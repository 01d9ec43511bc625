// The picture code (captcha).
import { say } from './common.texts.ts'
import { encoded } from '../kernel/message.ts'
import * as z from '../kernel/z.ts'
import { download, endpoints, fileReply, query } from '../kernel/endpoint.ts'
import { isStorable } from '../kernel/field.ts'

const captchaKey = z
  .string()
  .min(8, encoded(say('captchaWrong')))
  .max(64)
  .refine(isStorable)

export const captcha = endpoints('common/captcha', {
  gen: download({
    title: '图形验证码',
    permit: '-',
    get: true,
    rate: { by: 'ip', max: 600, seconds: 60 },
    input: z.object({ key: captchaKey, t: z.string().optional() }),
    output: fileReply('image/png'),
  }),
  check: query({
    title: '校验图形验证码',
    permit: '-',
    rate: { by: 'ip', max: 600, seconds: 60 },
    /** a key that no picture has is answered with false, like a wrong value */
    input: z.object({ captchaKey: z.string(), captchaValue: z.string().max(20) }),
    output: z.boolean(),
  }),
})
