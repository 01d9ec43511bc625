// A stand-in for model services: one path for each habit that services were seen or documented to have. It answers `{"word":"好"}` unless
// `answer` says otherwise.
import { type Call, type Play, startProviderStub } from './provider-stub.ts'

type Body = {
  messages: { role: string; content: string }[]
  max_tokens: number
  response_format?: { type: string; json_schema?: { strict?: boolean; schema?: object } }
  enable_thinking?: boolean
  chat_template_kwargs?: { enable_thinking?: boolean }
  thinking?: { type?: string }
}
export type Answer = (body: Body) => string | Promise<string>
type EmbedBody = { model: string; input: string[]; encoding_format?: string }
/** The direction of a text. */
export type Direct = (text: string) => number[]

const refused = (status: number, message: string, code = 'invalid_request_error'): Play => ({ status, body: { error: { message, code } } })
const said = (content: string, more: object = {}, finish = 'stop'): Play => ({
  body: {
    choices: [{ message: { role: 'assistant', content, ...more }, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 5 },
  },
})
const mentionsJson = ({ messages }: Body) => messages.some((one) => /json/i.test(one.content))

type Vendor = (body: Body, answer: string, round: number, call: Call) => Play
const streamed = (answer: string) =>
  [
    ': keep-alive',
    ...[answer.slice(0, 3), answer.slice(3)].map((content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}`),
  ]
    .concat(`data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}`, 'data: [DONE]')
    .join('\n\n')

const vendors: Record<string, Vendor> = {
  openai: (_body, answer) => said(answer),
  // no schema; blank first; empty lines while a request waits
  deepseek(body, answer, round) {
    if (body.response_format?.type === 'json_schema') return refused(400, 'This response_format type is unavailable now')
    if (!mentionsJson(body))
      return refused(400, "Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'.")
    if (round === 2) return said('   \n')
    return { raw: `\n\n\n${JSON.stringify((said(answer) as { body: object }).body)}`, headers: { 'content-type': 'application/json' } }
  },
  // thinks unless the request switches it off, and gives no JSON while it thinks
  dashscope(body, answer) {
    if (body.response_format !== undefined && body.enable_thinking !== false)
      return refused(400, 'Json mode response is not supported when enable_thinking is true')
    if (body.response_format?.type === 'json_schema') return refused(400, 'response_format.type json_schema is not supported by this model')
    return said(answer)
  },
  zhipu(body, answer) {
    if (body.response_format?.type === 'json_schema') return refused(400, 'response_format 参数错误', '1210')
    return said(answer, body.thinking?.type === 'disabled' ? {} : { reasoning_content: '想一想' })
  },
  moonshot(body, answer) {
    return body.response_format?.type === 'json_schema' ? refused(400, 'Invalid request: response_format json_schema') : said(answer)
  },
  vllm: (body, answer) => said(answer, body.chat_template_kwargs?.enable_thinking === false ? {} : { reasoning_content: '想' }),
  lmstudio(body, answer) {
    return body.response_format?.type === 'json_object'
      ? refused(400, "'response_format.type' must be 'json_schema' or 'text'")
      : said(answer)
  },
  // ignores the format, thinks aloud, writes a fence, counts nothing
  ollama: (_body, answer) => ({
    body: { choices: [{ message: { content: `<think>用户要 {一个} 词</think>\n\`\`\`json\n${answer}\n\`\`\`` }, finish_reason: 'stop' }] },
  }),
  // keeps what fits into its context and forgets the beginning
  forgetful(body) {
    const all = body.messages.map((one) => one.content).join('\n')
    const seen = all.slice(-1_000)
    const word = /【开头：(\w+)】/.exec(seen)?.[1] ?? '不知道'
    return said(JSON.stringify({ word }))
  },
  // reads everything
  attentive(body) {
    const all = body.messages.map((one) => one.content).join('\n')
    return said(JSON.stringify({ word: /【开头：(\w+)】/.exec(all)?.[1] ?? '好' }))
  },
  thinker: (body) =>
    said(JSON.stringify({ word: /【开头：(\w+)】/.exec(body.messages.map((one) => one.content).join('\n'))?.[1] ?? '好' }), {
      reasoning_content: '嗯',
    }),
  streaming: (_body, answer) => ({ raw: streamed(answer), headers: { 'content-type': 'text/event-stream' } }),
  'busy-once': (_body, answer, round) =>
    round === 1
      ? { status: 429, raw: JSON.stringify({ error: { message: 'Rate limit reached' } }), headers: { 'retry-after': '3' } }
      : said(answer),
  'always-busy': () => refused(429, 'Rate limit reached'),
  cut: () => said('{"word":"', {}, 'length'),
  'thoughts-only': () => said('', { reasoning_content: '想'.repeat(100) }, 'length'),
  'no-quota': () => refused(429, 'You exceeded your current quota', 'insufficient_quota'),
  'no-balance': () => refused(402, 'Insufficient Balance'),
  'bad-key': (_body, _answer, _round, call) => refused(401, `Incorrect API key provided: ${String(call.headers.authorization)}`),
  'bad-gateway': () => ({ status: 502, raw: '<html>502 Bad Gateway</html>' }),
  huge: () => said('x'.repeat(3_000_000)),
  'unknown-model': () => refused(404, 'The model does not exist'),
  filtered: () => refused(400, 'Input data may contain inappropriate content.', 'data_inspection_failed'),
  'filtered-answer': () => said('', {}, 'content_filter'),
  prose: () => said('好的，我来回答。'),
  // says what it was asked, key included
  echoes: (body, _answer, _round, call) =>
    refused(400, `${String(call.headers.authorization)} ${body.messages.map((one) => one.content).join(' ')}`),
  'hangs-up': () => 'cut',
  redirects: () => 'redirect',
  'redirects-inside': () => 'inside',
  silent: () => 'silence',
  // a sign now and then, so that no idle limit ends it
  drips: () => 'drip',
  proto: () => said('{"word":"好","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
}

const LENGTH = 16
/** Texts with the same letters have the same direction. */
export const byLetters: Direct = (text) => {
  const sums = Array.from({ length: LENGTH }, () => 0.01)
  for (const sign of text) sums[(sign.codePointAt(0) ?? 0) % LENGTH]! += 1
  return sums
}

type Vector = { index: number; embedding: number[] }
const vectors = (data: Vector[]): Play => ({ body: { object: 'list', data, usage: { prompt_tokens: 7, total_tokens: 7 } } })
/** Habits with embeddings; a service that is not named here answers as it should. */
const embedders: Record<string, (all: Vector[], round: number) => Play> = {
  'embed-400': () => refused(400, 'This model does not support embeddings'),
  'embed-many': (all) => vectors([...all, { index: all.length, embedding: all[0]?.embedding ?? [] }]),
  'embed-few': (all) => vectors(all.slice(1)),
  'embed-twice': (all) => vectors(all.map((one) => ({ ...one, index: 0 }))),
  'embed-uneven': (all) => vectors(all.map((one) => (one.index === 0 ? { ...one, embedding: one.embedding.slice(1) } : one))),
  'embed-short': (all) => vectors(all.map((one) => ({ ...one, embedding: [1, 2] }))),
  'embed-zero': (all) => vectors(all.map((one) => ({ ...one, embedding: one.embedding.map(() => 0) }))),
  'embed-words': (all) => vectors(all.map((one) => ({ ...one, embedding: ['0.1'] as unknown as number[] }))),
  'embed-page': () => 'garbage',
  'embed-key': () => refused(401, 'Incorrect API key provided'),
  'embed-busy-once': (all, round) => (round === 1 ? { status: 429, raw: '{}', headers: { 'retry-after': '2' } } : vectors(all)),
  // out of order, as the shape allows
  'embed-mixed': (all) => vectors(all.toReversed()),
  'embed-silent': () => 'silence',
}

/** Starts the stand-in. `url`/<vendor>/v1 is the address of a service; `calls` are the requests. */
export async function startModelStandIn(answer: Answer = () => '{"word":"好"}', direct: Direct = byLetters) {
  const rounds = new Map<string, number>()
  return startProviderStub(async (call) => {
    const [, vendor = '', version, chat, completions] = call.url.pathname.split('/')
    if (`${version}/${chat}` === 'v1/embeddings') {
      const { input } = JSON.parse(call.body) as EmbedBody
      const all = input.map((text, index) => ({ index, embedding: direct(text) }))
      const round = (rounds.get(`${vendor} vectors`) ?? 0) + 1
      rounds.set(`${vendor} vectors`, round)
      return embedders[vendor]?.(all, round) ?? vectors(all)
    }
    const name = vendor.startsWith('embed-') ? 'openai' : vendor
    const habit = Object.hasOwn(vendors, name) ? vendors[name] : undefined
    if (!habit || `${version}/${chat}/${completions}` !== 'v1/chat/completions') return { status: 404, raw: 'not found' }
    const round = (rounds.get(vendor) ?? 0) + 1
    rounds.set(vendor, round)
    const body = JSON.parse(call.body) as Body
    return habit(body, await answer(body), round, call)
  })
}
