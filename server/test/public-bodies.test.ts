// The body of a call without a sign-in has room for everything that its input accepts: otherwise the server refuses what the page lets people write.
import { expect, test } from 'vitest'
import * as z from 'zod'
import { served } from '../src/domains.ts'
import { SMALL_BODY } from '../src/kernel/http/large-body.ts'

type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  pattern?: string
  format?: string
  maxLength?: number
  items?: Schema | false
  prefixItems?: Schema[]
  maxItems?: number
  properties?: Record<string, Schema>
  propertyNames?: unknown
}

/** Bytes of a Chinese character. */
const LETTER = 3
/** A number, or a text whose form is given: an id, a key. */
const SHORT = 40
/** A longer text is a picture in base64. */
const LONGEST_TEXT = 100_000

/** The most bytes of JSON that a schema accepts; infinite where it says no most. */
function mostOf(schema: Schema): number {
  const { type, properties = {}, items, prefixItems, maxItems = Number.POSITIVE_INFINITY, maxLength } = schema
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return Math.max(...choices.map(mostOf))
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined)
  if (values) return Math.max(...values.map((one) => JSON.stringify(one).length))
  if (prefixItems) return prefixItems.reduce((sum, one) => sum + mostOf(one) + 1, 2)
  if (type === 'array') return 2 + maxItems * (mostOf(items || {}) + 1)
  if (type === 'object' && schema.propertyNames === undefined)
    return Object.entries(properties).reduce((sum, [name, one]) => sum + name.length + 4 + mostOf(one), 2)
  if (type === 'string' && maxLength !== undefined) return 2 + maxLength * (maxLength > LONGEST_TEXT ? 1 : LETTER)
  const isShort =
    schema.pattern !== undefined || schema.format !== undefined || ['integer', 'number', 'boolean', 'null'].includes(type ?? '')
  return isShort ? SHORT : Number.POSITIVE_INFINITY
}

/** Calls whose schema leaves open how long a part may be. */
const open: Record<string, string> = {
  '/api/common/captcha/check': 'a key of the page, which is compared',
  '/api/common/captcha/gen': 'a number against caches, which is not read',
  '/api/survey/answer/public-save': 'the answers, whose questions and length the server knows',
  '/api/sys/config/detail': 'an id, which is not read',
}

test('each public call takes the largest body that its input accepts', () => {
  const found = served
    .map((one) => one.endpoint)
    // other systems send what they want to these
    .filter(({ permit, kind }) => permit === '-' && kind !== 'callback')
    .map((one) => ({
      path: one.path,
      most: mostOf(z.toJSONSchema(one.input, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema),
      room: one.mostBytes ?? SMALL_BODY,
    }))
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter(({ path, most, room }) => !(path in open) && most > room)).toEqual([])
  expect(Object.keys(open).filter((path) => found.find((one) => one.path === path)?.most !== Number.POSITIVE_INFINITY)).toEqual([])
})

test('a body that is too large is found', () => {
  const text = (most: number) => z.toJSONSchema(z.object({ text: z.string().max(most) })) as Schema
  expect(mostOf(text(10))).toBe(2 + 8 + 32)
  expect(mostOf(text(90_000))).toBeGreaterThan(SMALL_BODY)
  expect(mostOf(z.toJSONSchema(z.object({ list: z.array(z.string()).max(3) })) as Schema)).toBe(Number.POSITIVE_INFINITY)
})
