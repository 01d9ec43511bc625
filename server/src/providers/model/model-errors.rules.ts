// What the refusals of model services mean: recorded wordings of DeepSeek, DashScope, Zhipu, Moonshot, Ollama, vLLM and LM Studio.
import type { ModelTrouble } from './model.ts'

/** `format`: the way to ask for JSON is not supported · `think`: the parameter against thinking is wrong or missing · `wait`: later */
type Refusal = { kind: 'format' | 'think' } | { kind: 'wait'; trouble: 'busy' | 'down' } | { kind: 'end'; trouble: ModelTrouble }

const quota = /insufficient[_ ]?(?:quota|balance|user_quota)|exceeded your current quota|arrearage|余额不足|欠费|1113/i
const filtered = /data_inspection_failed|content[_ ]?filter|inappropriate content|sensitive|敏感|1301/i
const thinking = /enable_thinking|chat_template_kwargs|\bthinking\b/i
const format = /response_format|json_schema|json_object|\bjson\b|structured output|guided/i

/** What to do after an answer that is no success. `text` is its body. */
export function refusalOf(status: number, text: string): Refusal {
  if (quota.test(text) || status === 402) return { kind: 'end', trouble: 'quota' }
  if (status === 401 || status === 403) return { kind: 'end', trouble: 'key' }
  if (status === 429) return { kind: 'wait', trouble: 'busy' }
  if (status >= 500) return { kind: 'wait', trouble: 'down' }
  if (filtered.test(text)) return { kind: 'end', trouble: 'filtered' }
  if (status === 400 || status === 422) {
    if (thinking.test(text)) return { kind: 'think' }
    if (format.test(text)) return { kind: 'format' }
  }
  return { kind: 'end', trouble: 'refused' }
}

/** The service's own words, without the key, in one line. */
export function detailOf(text: string, apiKey: string): string {
  let said = text
  try {
    const { error, message } = JSON.parse(text) as { error?: { message?: unknown } | string; message?: unknown }
    const found = typeof error === 'string' ? error : (error?.message ?? message)
    if (typeof found === 'string') said = found
  } catch {
    // the words of a proxy
    said = text.replaceAll(/<[^<>]*>/g, ' ')
  }
  const open = apiKey === '' ? said : said.replaceAll(apiKey, '******')
  return open
    .replaceAll(/\bsk-[\w*-]{6,}/g, '******')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed()
}
