// The client against the habits of services: how each wants to be asked, and how each fails.
import type { ThinkWay } from '@shuyuan/contract/site/provider/prop-model.ts'
import * as z from 'zod'
import { afterAll, describe, expect, test } from 'vitest'
import { startModelStandIn } from '../../../test/model-stand-in.ts'
import { stubOutgoing } from '../../../test/provider-stub.ts'
import { type Habits, type ModelConfig, ModelFailure } from './model.ts'
import { openModel, schemaOf } from './model-http.ts'

const standIn = await startModelStandIn()
const outgoing = stubOutgoing()
afterAll(async () => {
  outgoing.close()
  await standIn.close()
})

const Shape = z.object({ word: z.string() })
const KEY = 'sk-secret-of-the-site'
const config = (vendor: string, more: Partial<ModelConfig> = {}): ModelConfig => ({
  baseUrl: `${standIn.url}/${vendor}/v1`,
  apiKey: KEY,
  model: 'some-model',
  jsonMode: 'auto',
  think: 'none',
  timeout: 30,
  ...more,
})
const waits: number[] = []
function open(vendor: string, more: Partial<ModelConfig> = {}, habits: Habits = new Map()) {
  return openModel(config(vendor, more), { outgoing, habits, waitFor: async (ms) => void waits.push(ms) })
}
const question = { system: '你是助手', user: '请回答', shape: Shape, read: Shape, name: 'word', maxTokens: 200 }
const requests = async (act: () => Promise<unknown>) => {
  const before = standIn.calls.length
  await act()
  return standIn.calls.slice(before)
}

test.each<[string, number, number, ThinkWay]>([
  ['openai', 1, 1, 'none'],
  ['deepseek', 3, 1, 'none'],
  ['dashscope', 3, 1, 'none'],
  ['dashscope', 2, 1, 'top'],
  ['zhipu', 2, 1, 'type'],
  ['moonshot', 2, 1, 'none'],
  ['vllm', 1, 1, 'template'],
  ['lmstudio', 1, 1, 'none'],
  ['ollama', 1, 1, 'none'],
  ['streaming', 1, 1, 'none'],
])('%s answers after %i requests, and after %i once it is known (thinking off by %s)', async (vendor, first, later, think) => {
  const habits: Habits = new Map()
  const model = open(vendor, { think }, habits)
  const sent = await requests(async () => expect((await model.ask(question)).value).toEqual({ word: '好' }))
  expect(sent).toHaveLength(first)
  expect(await requests(() => model.ask(question))).toHaveLength(later)
})

test('a busy service is asked again after the time that it names', async () => {
  waits.length = 0
  expect((await open('busy-once').ask(question)).retried).toBe(1)
  expect(waits).toEqual([3_000])
})

test.each([
  ['cut', 'cut'],
  ['thoughts-only', 'thinking'],
  ['no-quota', 'quota'],
  ['no-balance', 'quota'],
  ['bad-key', 'key'],
  ['bad-gateway', 'down'],
  ['huge', 'tooLong'],
  ['unknown-model', 'refused'],
  ['filtered', 'filtered'],
  ['filtered-answer', 'filtered'],
  ['prose', 'unusable'],
  ['always-busy', 'busy'],
  ['hangs-up', 'down'],
  ['redirects', 'down'],
  ['redirects-inside', 'down'],
])('%s fails as %s, without the key', async (vendor, trouble) => {
  const error = await open(vendor)
    .ask(question)
    .then(
      () => undefined,
      (one: unknown) => one,
    )
  expect(error).toBeInstanceOf(ModelFailure)
  expect(error).toMatchObject({ trouble })
  expect((error as ModelFailure).message).not.toContain(KEY)
})

test.each(['silent', 'drips'])('a service that never ends its answer fails in time, and is asked once: %s', async (vendor) => {
  const sent = await requests(() => expect(open(vendor, { timeout: 0.2 }).ask(question)).rejects.toMatchObject({ trouble: 'timeout' }))
  expect(sent).toHaveLength(1)
})

test('where the way is said, no other is tried', async () => {
  await expect(open('lmstudio', { jsonMode: 'json_object' }).ask(question)).rejects.toMatchObject({ trouble: 'refused' })
})

test('what was counted, thought and streamed is told', async () => {
  expect(await open('openai').ask(question)).toMatchObject({ usage: { tokensIn: 100, tokensOut: 5, isEstimated: false }, thought: false })
  expect(await open('ollama').ask(question)).toMatchObject({ usage: { isEstimated: true }, thought: true })
})

describe('hostile answers', () => {
  test('properties of objects are not reached', async () => {
    const { value } = await open('proto').ask(question)
    expect(value).toEqual({ word: '好' })
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
  test('a redirect to the own machine is not followed', async () => {
    const sent = await requests(() =>
      open('redirects')
        .ask(question)
        .catch(() => undefined),
    )
    expect(sent.every((one) => one.url.pathname.startsWith('/redirects/'))).toBe(true)
  })
})

test('no shape has words that strict services refuse', () => {
  const schema = JSON.stringify(schemaOf(Shape))
  expect(schema).not.toMatch(/\$schema|"default"|\$ref|"pattern"/)
  expect(schema).toContain('"additionalProperties":false')
})
