import { moment, points } from '@shuyuan/contract/kernel/field.ts'
import * as z from 'zod'
import { describe, expect, test } from 'vitest'
import { compileOutput } from './output.ts'

const wire = (schema: z.ZodType, value: unknown) => compileOutput(schema)(value)

describe('answers', () => {
  test('hold what the contract names and nothing else, at any depth', () => {
    const schema = z.object({ id: z.string(), rows: z.array(z.object({ title: z.string() })), more: z.object({ a: z.int() }).nullable() })
    const value = { id: '1', password: 'x', rows: [{ title: 't', answer: 'A' }], more: { a: 1, b: 2 } }
    expect(wire(schema, value)).toEqual({ id: '1', rows: [{ title: 't' }], more: { a: 1 } })
  })
  test('give instants as wall-clock text of the site, points as points', () => {
    const schema = z.object({ at: moment('时间').nullable(), none: moment('时间').nullable(), score: points('分数') })
    expect(wire(schema, { at: new Date('2026-11-20T01:02:03Z'), none: null, score: 250 })).toEqual({
      at: '2026-11-20 09:02:03',
      none: null,
      score: 2.5,
    })
  })
  test('follow trees of any depth', () => {
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
  test('choose the branch of a union that knows every key', () => {
    const schema = z.union([z.strictObject({ tags: z.array(z.string()) }), z.strictObject({ text: z.string() })]).nullable()
    expect([wire(schema, { tags: ['A'] }), wire(schema, { text: 'x' }), wire(schema, null)]).toEqual([{ tags: ['A'] }, { text: 'x' }, null])
  })
  test('fail where the handler leaves out what is promised, and only there', () => {
    const schema = z.object({ title: z.string(), image: z.string().optional(), remark: z.string().default('') })
    expect(wire(schema, { title: 't' })).toEqual({ title: 't' })
    expect(() => wire(schema, { image: 'x' })).toThrow('the handler left out title')
  })
  test('keep records by their keys', () => {
    expect(wire(z.record(z.string(), z.object({ a: z.int() })), { x: { a: 1, b: 2 } })).toEqual({ x: { a: 1 } })
  })
})
