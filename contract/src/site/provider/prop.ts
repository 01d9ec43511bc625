// The settings of all providers: storage, face, live, SMS, e-mail, payment, third-party sign-in, hotel lookup.
import { say } from '../site.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, hot, query } from '../../kernel/endpoint.ts'
import { choice, isStorable, optionalText } from '../../kernel/field.ts'
import { email, mobile, webAddress } from '../../kernel/rule.ts'
import { propTypes } from './prop-kinds.ts'
import { probeStates, probeSteps } from './prop-storage.ts'
import { uploadWay } from './upload-way.ts'

const type = z.enum(propTypes, { error: encoded(say('propTypeWrong')) })
const provider = z.string().max(40).refine(isStorable)
/**
 * Fields by provider: `propKinds` in prop-kinds.ts. Secrets are sent as ******; a client that sends ****** or an empty value keeps them. With a
 * changed address they are needed anew.
 */
const data = z.record(z.string().max(40), z.unknown())

const Asked = z.object({ type, provider: provider.optional() })
const Saved = z.object({ type, provider: provider.optional(), data: data.optional(), remark: optionalText('备注', 500) })
export const PropDetail = z.object({
  type,
  /** the requested provider; default: the active one, else the first */
  provider: z.string(),
  data,
  remark: z.string(),
  /** whether this provider has been saved */
  stored: z.boolean(),
  active: z.boolean(),
  /** '' while no provider is active; of ways to pay, of which several are active, the first */
  activeProvider: z.string(),
  storedProviders: z.array(z.string()),
})

export const configProp = {
  ...uploadWay,
  ...endpoints('sys/config/prop', {
    detail: query({ title: '服务商配置', permit: 'sys:prop:update', input: Asked, output: PropDetail }),
    save: command({ slow: true, title: '保存服务商配置', permit: 'sys:prop:update', apiToken: false, input: Saved, output: PropDetail }),
    /** without `data` the stored settings are used */
    change: command({ slow: true, title: '切换服务商', permit: 'sys:prop:update', apiToken: false, input: Saved, output: PropDetail }),
    /**
     * Writes, reads and removes a small file at a bucket with the calls of S3, and says what is wrong; `data` as for `save`, and nothing is
     * stored. `origin`: the site as its pages are opened, for the check of cross-origin uploads.
     */
    'upload-test': hot({
      title: '测试存储',
      permit: 'sys:prop:update',
      rate: { by: 'user', max: 30, seconds: 600 },
      input: z.object({ data, origin: webAddress('站点地址') }),
      output: z.array(z.object({ step: choice('检查项', probeSteps), state: choice('结果', probeStates), message: z.string() })),
    }),
    /** `hot`, because the call waits for the provider. */
    'sms-test': hot({
      title: '发送测试短信',
      permit: 'sys:prop:update',
      rate: { by: 'user', max: 20, seconds: 600 },
      input: z.object({ mobile }),
      output: z.object({ provider: z.string() }),
    }),
    'mail-test': hot({
      title: '发送测试邮件',
      permit: 'sys:prop:update',
      rate: { by: 'user', max: 20, seconds: 600 },
      input: z.object({ email: email.meta({ title: '邮箱', control: 'text' }) }),
      output: z.object({ provider: z.string() }),
    }),
  }),
}
