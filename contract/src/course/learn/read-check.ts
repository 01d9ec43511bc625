// The reading check: from time to time a learner types a captcha to show that they are still there.
import * as z from '../../kernel/z.ts'
import { endpoints, hot } from '../../kernel/endpoint.ts'
import { id } from '../../kernel/field.ts'

const place = { courseId: id('课程'), fileId: id('课件') }

/** seconds from the question until learning is broken off (learner.md §4) */
export const READ_CHECK_GRACE_SEC = 30

export const readCheck = endpoints('course/read-check', 'course', {
  /** Begins a check; only the picture of the newest key passes it. */
  gen: hot({
    title: '开始阅读验证',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object(place),
    output: z.object({ captchaKey: z.string() }),
  }),
  /** Fails captchaWrong; the picture is used up in any case. Afterwards the seconds until the next check start anew. */
  pass: hot({
    title: '通过阅读验证',
    permit: 'any',
    rate: { by: 'user', max: 30, seconds: 60 },
    input: z.object({ ...place, captchaKey: z.string().max(64), captchaValue: z.string().max(20) }),
    output: z.literal(true),
  }),
})
