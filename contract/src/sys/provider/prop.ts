// The settings of providers under one roof: storage, faces, live, short messages, payment, sign-in elsewhere, hotels.
import { say } from '../sys.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from 'zod'
import { command, endpoints, hot, query } from '../../kernel/endpoint.ts'
import { isStorable, optionalText } from '../../kernel/field.ts'
import { mobile } from '../../kernel/rule.ts'
import { propTypes } from './prop-kinds.ts'

const type = z.enum(propTypes, { error: encoded(say('propTypeWrong')) })
const provider = z.string().max(40).refine(isStorable)
/** Fields by provider: `propKinds` in prop-kinds.ts. Secrets read as ******; sent back so, or empty, they stay as stored. */
const data = z.record(z.string().max(40), z.unknown())

const Asked = z.object({ type, provider: provider.optional() })
const Saved = z.object({ type, provider: provider.optional(), data: data.optional(), remark: optionalText('备注', 500) })
export const PropDetail = z.object({
  type,
  /** the one asked for; without it the active one, else the first */
  provider: z.string(),
  data,
  remark: z.string(),
  /** whether this provider has been saved */
  stored: z.boolean(),
  active: z.boolean(),
  /** '' while none is */
  activeProvider: z.string(),
  storedProviders: z.array(z.string()),
})

export const configProp = endpoints('sys/config/prop', {
  detail: query({ title: '服务商配置', permit: 'sys:prop:update', input: Asked, output: PropDetail }),
  save: command({ title: '保存服务商配置', permit: 'sys:prop:update', input: Saved, output: PropDetail }),
  /** `data` left out: what is stored */
  change: command({ title: '切换服务商', permit: 'sys:prop:update', input: Saved, output: PropDetail }),
  /** how a client sends files; `maxSize` in bytes, `accept` as file endings */
  upload: query({
    title: '上传方式',
    permit: 'any',
    input: z.object({ key: z.literal('upload', { error: encoded(say('propTypeWrong')) }) }),
    output: z.object({
      provider: z.string(),
      url: z.string(),
      region: z.string(),
      bucket: z.string(),
      maxSize: z.int(),
      accept: z.array(z.string()),
    }),
  }),
  /** Its own transaction: a vendor is asked. */
  'sms-test': hot({
    title: '发送测试短信',
    permit: 'sys:prop:update',
    rate: { by: 'user', max: 20, seconds: 600 },
    input: z.object({ mobile }),
    output: z.object({ provider: z.string() }),
  }),
})
