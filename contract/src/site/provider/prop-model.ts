// Settings of the writing assistant: a service with the chat completions of OpenAI, or rules that need none (docs/assistant.md).
import * as z from '../../kernel/z.ts'
import { choice, count } from '../../kernel/field.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import type { Label } from '../../kernel/labels.ts'
import { encoded } from '../../kernel/message.ts'
import { orEmpty, webAddress } from '../../kernel/rule.ts'
import { address, optionalSecret, optionalSetting, setting } from './prop-field.ts'

/** The parameter of a request that asks for JSON. */
export const jsonModes = {
  auto: '自动选择',
  json_schema: 'json_schema',
  json_object: 'json_object',
  text: '纯文本',
} as const
/** The parameter of a request that switches thinking off. */
export const thinkWays = {
  none: '不发送',
  top: 'enable_thinking',
  template: 'chat_template_kwargs',
  type: 'thinking.type',
} as const
export type ThinkWay = keyof typeof thinkWays

const MOST_PRICE = 100_000
/** Yuan for 1,000,000 tokens; 0: not known. */
const price = (label: Label) =>
  z
    .number({ error: encoded(sayKernel('empty', { label })) })
    .min(0, encoded(sayKernel('negative', { label })))
    .max(MOST_PRICE, encoded(sayKernel('above', { label, max: MOST_PRICE })))
    .default(0)
    .meta({ title: label, control: 'count', unit: '元/百万 tokens' })

const chat = (baseUrl: z.ZodType<string>, think: ThinkWay) =>
  z.object({
    baseUrl,
    /** services of the own network often need none */
    apiKey: optionalSecret('API Key'),
    model: setting('模型'),
    jsonMode: choice('结构化输出', jsonModes).default('auto').meta({ title: '结构化输出', control: 'choice', options: jsonModes }),
    think: choice('关闭思考', thinkWays).default(think).meta({ title: '关闭思考', control: 'choice', options: thinkWays }),
    /** what the service reads of one request; longer ones are divided */
    contextTokens: count('上下文长度', 1_000, 1_000_000, 'tokens').default(8_000),
    maxTokens: count('最长输出', 200, 32_000, 'tokens').default(4_000),
    timeout: count('超时时间', 10, 600, '秒').default(120),
    atOnce: count('同时请求', 1, 20).default(2),
    priceIn: price('输入单价'),
    priceOut: price('输出单价'),
    /** '': texts are compared by their words alone */
    embedModel: optionalSetting('向量模型'),
    /** '': that of the model. Another address is sent its own key only. */
    embedUrl: address(orEmpty(webAddress('向量接口地址'))),
    embedKey: optionalSecret('向量 API Key'),
    priceEmbed: price('向量单价'),
  })

/** The providers' own addresses; an empty field means these. */
export const modelAddresses: Readonly<Record<string, string>> = {
  deepseek: 'https://api.deepseek.com/v1',
  dashscope: 'https://dashscope.aliyuncs.com/compatible-mode/v1',
  zhipu: 'https://open.bigmodel.cn/api/paas/v4',
  moonshot: 'https://api.moonshot.cn/v1',
}
const known = address(orEmpty(webAddress('接口地址')))
const given = address(webAddress('接口地址'))

/** No model: questions from the numbers and duties of a text. */
export const ModelRules = z.object({})
/** A service with an address of its own. */
export const modelKnown = (think: ThinkWay) => chat(known, think)
/** A service whose address is asked for. */
export const modelGiven = (think: ThinkWay) => chat(given, think)
export type ModelSettings = z.infer<ReturnType<typeof modelKnown>>
