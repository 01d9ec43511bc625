// The client for vectors against the habits of services, and what it refuses to believe.
import { afterAll, expect, test } from 'vitest'
import { startModelStandIn } from '../../../test/model-stand-in.ts'
import { stubOutgoing } from '../../../test/provider-stub.ts'
import { type EmbedConfig, openEmbedder } from './embed-http.ts'
import { ModelFailure } from './model.ts'

const standIn = await startModelStandIn()
const outgoing = stubOutgoing()
afterAll(async () => {
  outgoing.close()
  await standIn.close()
})
const KEY = 'sk-secret-of-the-site'
const waits: number[] = []
function open(vendor: string, more: Partial<EmbedConfig> = {}) {
  const config = {
    baseUrl: `${standIn.url}/${vendor}/v1`,
    apiKey: KEY,
    embedModel: 'some-vectors',
    embedUrl: '',
    embedKey: '',
    timeout: 30,
  }
  return openEmbedder({ ...config, ...more }, { outgoing, waitFor: async (ms) => void waits.push(ms) })
}
const texts = ['甲乙丙', '丁戊己']
const size = (one: Float32Array | undefined) => Math.hypot(...(one ?? []))

test('vectors come in the order of the texts, with the length 1', async () => {
  const plain = await open('openai').embed(texts)
  expect(plain.vectors.map((one) => size(one).toFixed(4))).toEqual(['1.0000', '1.0000'])
  expect(plain.usage).toEqual({ tokensIn: 7, tokensOut: 0, isEstimated: false })
  expect((await open('embed-mixed').embed(texts)).vectors).toEqual(plain.vectors)
  const sent = JSON.parse(standIn.calls[0]?.body ?? '{}') as object
  expect(sent).toEqual({ model: 'some-vectors', input: texts, encoding_format: 'float' })
})

test.each([
  ['embed-400', 'refused'],
  ['embed-many', 'unusable'],
  ['embed-few', 'unusable'],
  ['embed-twice', 'unusable'],
  ['embed-uneven', 'unusable'],
  ['embed-short', 'unusable'],
  ['embed-zero', 'unusable'],
  ['embed-words', 'unusable'],
  ['embed-page', 'unusable'],
  ['embed-key', 'key'],
])('%s fails as %s, without the key', async (vendor, trouble) => {
  const error: unknown = await open(vendor)
    .embed(texts)
    .catch((one: unknown) => one)
  expect(error).toBeInstanceOf(ModelFailure)
  expect(error).toMatchObject({ trouble })
  expect(String(error)).not.toContain(KEY)
})

test('a busy service is asked once more after the time that it names', async () => {
  waits.length = 0
  expect((await open('embed-busy-once').embed(texts)).vectors).toHaveLength(2)
  expect(waits).toEqual([2_000])
})

test('a silent service fails in time, and a request that is given up ends at the service', async () => {
  await expect(open('embed-silent', { timeout: 0.1 }).embed(texts)).rejects.toMatchObject({ trouble: 'timeout' })
  const ending = new AbortController()
  const before = standIn.calls.length
  const asked = open('embed-silent').embed(texts, ending.signal)
  await expect.poll(() => standIn.calls.length).toBe(before + 1)
  ending.abort()
  await expect(asked).rejects.toMatchObject({ trouble: 'cancelled' })
  await expect.poll(() => standIn.calls.at(-1)?.isGivenUp).toBe(true)
})

test('another address gets its own key only', async () => {
  const keyOf = async (more: Partial<EmbedConfig>) => {
    await open('openai', more).embed(texts)
    return standIn.calls.at(-1)?.headers.authorization
  }
  const elsewhere = `${standIn.url}/else/v1`
  expect(await keyOf({})).toBe(`Bearer ${KEY}`)
  expect(await keyOf({ embedUrl: elsewhere })).toBeUndefined()
  expect(await keyOf({ embedUrl: elsewhere, embedKey: 'sk-own' })).toBe('Bearer sk-own')
})
