import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MOST_ATTEMPTS, nextAttempt, signedHeaders } from './sign.rules.ts'

const now = new Date('2026-11-23T02:00:00Z')
const message = { eventId: '0b5f1f0e-6a35-4a53-9a7b-0b0d2f0a8a51', event: 'ping', body: '{"title":"消防"}' }

test('a message is sent six times within 15 hours', () => {
  const minutes = Array.from({ length: MOST_ATTEMPTS }, (_, at) => nextAttempt(at + 1, now)).map((at) =>
    at === null ? null : (at.getTime() - now.getTime()) / 60_000,
  )
  expect(minutes).toEqual([1, 5, 30, 120, 720, null])
})

test('the verification in the documentation accepts a message, and refuses a changed, a foreign and an old one', async () => {
  const docs = readFileSync(new URL('../../../../../docs/integrate.md', import.meta.url), 'utf8')
  const source = /```js\n([\s\S]*?)```/.exec(docs)?.[1] ?? ''
  const sample = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    isGenuine: (body: Buffer, headers: Record<string, string>, key: string, now: number) => boolean
  }
  const headers = signedHeaders('key', message, now)
  const verdict = (more: { body?: string; key?: string; later?: number } = {}) =>
    sample.isGenuine(Buffer.from(more.body ?? message.body), headers, more.key ?? 'key', now.getTime() + (more.later ?? 0))
  expect(verdict()).toBe(true)
  expect(verdict({ body: '{}' })).toBe(false)
  expect(verdict({ key: 'other' })).toBe(false)
  expect(verdict({ later: 301_000 })).toBe(false)
})
