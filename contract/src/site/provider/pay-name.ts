// The ways of paying by name; apart from their settings, because learners' pages load it.
import { say } from '../site.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'

export const payName = z.enum(['wechat', 'alipay', 'paypal', 'points'], { error: encoded(say('payWayWrong')) })
export type PayName = z.infer<typeof payName>
