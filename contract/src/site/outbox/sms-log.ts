// Log of the SMS handed to a provider.
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'
import { choice, keyword, moment, pageOf, paging } from '../../kernel/field.ts'
import { smsTypes } from '../provider/sms-type.ts'

export const smsState = { sent: '已发送', failed: '失败' } as const
/** Purpose of an SMS: a code, an administrator's test, a notification. */
export const smsPurpose = { ...smsTypes, test: '测试', notify: '通知' } as const

const SmsLog = z.object({
  id: z.string(),
  mobile: z.string().meta({ title: '手机号' }),
  smsType: choice('类型', smsPurpose),
  provider: z.string().meta({ title: '服务商' }),
  /** never contains a code */
  content: z.string().meta({ title: '内容' }),
  state: choice('状态', smsState),
  error: z.string().meta({ title: '失败原因' }),
  createTime: moment('发送时间'),
})

export const smsLog = endpoints('sys/sms-log', {
  paging: query({
    title: '短信记录',
    permit: 'sys:sms:list',
    input: paging({ mobile: keyword('手机号'), smsType: choice('类型', smsPurpose), state: choice('状态', smsState) }),
    output: pageOf(SmsLog),
  }),
})
