import { moment, points } from '@shuyuan/contract/kernel/field.ts'
import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { compileOutput } from './output.ts'

const wire = (schema: z.ZodType, value: unknown) => compileOutput(schema)(value)

describe('answers', () => {
  test('contain only declared fields, at any depth', () => {
    const schema = z.object({ id: z.string(), rows: z.array(z.object({ title: z.string() })), more: z.object({ a: z.int() }).nullable() })
    const value = { id: '1', password: 'x', rows: [{ title: 't', answer: 'A' }], more: { a: 1, b: 2 } }
    expect(wire(schema, value)).toEqual({ id: '1', rows: [{ title: 't' }], more: { a: 1 } })
  })
  test('contain instants as wall-clock text of the site, points as points', () => {
    const schema = z.object({ at: moment('时间').nullable(), none: moment('时间').nullable(), score: points('分数') })
    expect(wire(schema, { at: new Date('2026-11-20T01:02:03Z'), none: null, score: 250 })).toEqual({
      at: '2026-11-20 09:02:03',
      none: null,
      score: 2.5,
    })
  })
  test('contain trees of any depth', () => {
    type Node = { name: string; children: Node[] }
    const Node: z.ZodType<Node> = z.object({
      name: z.string(),
      get children(): z.ZodArray<z.ZodType<Node>> {
        return z.array(Node)
      },
    })
    const leaf = { name: 'c', children: [], secret: 1 }
    expect(wire(Node, { name: 'a', children: [{ name: 'b', children: [leaf] }] })).toEqual({
      name: 'a',
      children: [{ name: 'b', children: [{ name: 'c', children: [] }] }],
    })
  })
  test('use the branch of a union that declares every key', () => {
    const schema = z.union([z.strictObject({ tags: z.array(z.string()) }), z.strictObject({ text: z.string() })]).nullable()
    expect([wire(schema, { tags: ['A'] }), wire(schema, { text: 'x' }), wire(schema, null)]).toEqual([{ tags: ['A'] }, { text: 'x' }, null])
  })
  test('fail when the handler omits a required field, and only then', () => {
    const schema = z.object({ title: z.string(), image: z.string().optional(), remark: z.string().default('') })
    expect(wire(schema, { title: 't' })).toEqual({ title: 't' })
    expect(() => wire(schema, { image: 'x' })).toThrow('the handler left out title')
  })
  test('contain records by their keys', () => {
    expect(wire(z.record(z.string(), z.object({ a: z.int() })), { x: { a: 1, b: 2 } })).toEqual({ x: { a: 1 } })
  })
})

const secret = { secret: 'LEAK' }
const A = z.object({ a: z.string() })
const B = z.object({ b: z.int() })
const a = { a: 'x' }
const Tree: z.ZodType = z.lazy(() => z.object({ name: z.string(), below: z.array(Tree).optional() }))

describe('an undeclared key is dropped', () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    [
      'a discriminated union',
      z.discriminatedUnion('kind', [A.extend({ kind: z.literal('a') }), B.extend({ kind: z.literal('b') })]),
      { kind: 'a', ...a, ...secret },
      { kind: 'a', ...a },
    ],
    ['an intersection', z.intersection(A, B), { ...a, b: 1, ...secret }, { ...a, b: 1 }],
    ['readonly', A.readonly(), { ...a, ...secret }, a],
    ['catch', A.catch({ a: '' }), { ...a, ...secret }, a],
    ['optional', A.optional(), { ...a, ...secret }, a],
    ['nullable', A.nullable(), { ...a, ...secret }, a],
    ['non-optional', A.optional().nonoptional(), { ...a, ...secret }, a],
    ['default', A.default({ a: '' }), { ...a, ...secret }, a],
    ['prefault', A.prefault({ a: '' }), { ...a, ...secret }, a],
    ['a pipe', A.pipe(z.object({ a: z.string(), c: z.string().optional() })), { ...a, c: 'y', ...secret }, a],
    ['a codec', z.codec(A, B, { decode: () => ({ b: 1 }), encode: () => ({ ...a, ...secret }) }), { b: 1 }, a],
    ['lazy', Tree, { name: 'n', below: [{ name: 'm', ...secret }] }, { name: 'n', below: [{ name: 'm' }] }],
    ['a record', z.record(z.string(), A), { x: { ...a, ...secret } }, { x: a }],
    ['a record of named keys', z.record(z.enum(['x']), z.string()), { x: '1', ...secret }, { x: '1' }],
    ['a tuple', z.tuple([A]), [{ ...a, ...secret }, 'LEAK'], [a]],
    ['a tuple with a rest', z.tuple([z.int()], A), [1, { ...a, ...secret }, { ...a, ...secret }], [1, a, a]],
    ['a strict object', z.strictObject({ a: z.string() }), { ...a, ...secret }, a],
  ])('in %s', (_kind, schema, value, expected) => {
    expect(wire(schema, value)).toEqual(expected)
  })
})

describe('a value that fits no schema is a fault', () => {
  const kinds = z.discriminatedUnion('kind', [A.extend({ kind: z.literal('a') }), B.extend({ kind: z.literal('b') })])
  test.each<[string, z.ZodType, unknown]>([
    ['an undeclared key in a union', z.union([A, B]), { ...a, ...secret }],
    ['an undeclared key in a nullable union', z.union([A, B]).nullable(), { ...a, ...secret }],
    ['an undeclared key in a union with null', z.union([z.null(), A]), { ...a, ...secret }],
    ['a union whose branches all need more', z.union([A, B]), {}],
    ['an object in a union of scalars', z.union([z.string(), z.int()]), secret],
    ['an unknown discriminator', kinds, { kind: 'c', ...secret }],
    ['null in a discriminated union', kinds, null],
    ['an object for a text', z.string(), secret],
    ['an object for an enum', z.enum(['a']), secret],
    ['an object for a flag', z.boolean(), secret],
    ['anything where nothing may stand', z.never(), secret],
  ])('%s', (_kind, schema, value) => {
    expect(() => wire(schema, value)).toThrow('the handler returned')
  })
})

describe('a union uses the branch', () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['of its literal', z.union([z.object({ is: z.literal(1), at: moment('时间') }), z.object({ is: z.literal(2) })]), { is: 2 }, { is: 2 }],
    ['of its required keys', z.union([z.object({ a: z.string(), b: z.string() }), z.object({ a: z.string() })]), a, a],
    ['of a scalar', z.union([A, z.string(), z.array(A)]), 'text', 'text'],
    ['of a list', z.union([A, z.string(), z.array(A)]), [{ ...a, ...secret }], [a]],
    ['of an instant', z.union([z.int(), moment('时间')]), new Date('2026-11-20T01:02:03Z'), '2026-11-20 09:02:03'],
  ])('%s', (_what, schema, value, expected) => {
    expect(wire(schema, value)).toEqual(expected)
  })
})

test('JSON declared as unknown is passed unchanged', () => {
  expect(wire(z.object({ input: z.unknown() }), { input: { any: [1] } })).toEqual({ input: { any: [1] } })
})

describe('a kind of schema without a wire form is refused at registration', () => {
  test.each<[string, z.ZodType]>([
    ['any', z.any()],
    ['date', z.date()],
    ['map', z.map(z.string(), A)],
    ['set', z.set(A)],
    ['bigint', z.bigint()],
    ['file', z.file()],
    ['symbol', z.symbol()],
    ['promise', z.promise(A)],
    ['custom', z.custom<string>()],
    ['transform', z.string().transform((text) => text.length)],
    ['preprocess', z.preprocess((value) => value, A)],
    ['a loose object', z.looseObject({ a: z.string() })],
    ['a catchall', z.object({ a: z.string() }).catchall(z.string())],
    ['an intersection with something else than objects', z.intersection(A, z.record(z.string(), z.string()))],
    ['map, in the depth of a lazy schema', z.object({ rows: z.array(z.lazy(() => z.map(z.string(), A))) })],
  ])('%s', (_kind, schema) => {
    expect(() => compileOutput(schema)).toThrow('an answer')
  })
})
