// A deferred schema behaves as Zod's own, and is made no earlier than its first use.
import { expect, test, vi } from 'vitest'
import * as zod from 'zod'
import * as z from './z.ts'

const Person = z.object({
  id: z.string().meta({ title: 'id' }),
  age: z.int().min(0).max(150).optional(),
  kind: z.enum({ staff: 'staff', guest: 'guest' }).default('guest'),
})
const same = zod.object({
  id: zod.string().meta({ title: 'id' }),
  age: zod.int().min(0).max(150).optional(),
  kind: zod.enum({ staff: 'staff', guest: 'guest' }).default('guest'),
})
const values = [{ id: '1' }, { id: '1', age: 151 }, { id: 1 }, { id: '1', kind: 'x' }, null, { id: '2', age: 3, kind: 'staff', more: 1 }]

const pairs: [string, zod.ZodType, zod.ZodType][] = [
  ['object', Person, same],
  ['pick', Person.pick({ id: true }), same.pick({ id: true })],
  ['omit', Person.omit({ id: true }), same.omit({ id: true })],
  ['partial', Person.partial(), same.partial()],
  ['extend', Person.extend({ age: z.string() }), same.extend({ age: zod.string() })],
  ['strict', z.strictObject(Person.shape), zod.strictObject(same.shape)],
  [
    'members of members',
    z.object({ ...Person.omit({ age: true }).shape, more: z.int() }),
    same.omit({ age: true }).extend({ more: zod.int() }),
  ],
  ['union', z.union([Person, z.literal('')]).nullable(), zod.union([same, zod.literal('')]).nullable()],
  ['array', z.array(Person).max(1), zod.array(same).max(1)],
  ['element', z.array(Person).element, same],
  ['tuple', z.tuple([z.string(), Person]), zod.tuple([zod.string(), same])],
  ['record', z.record(z.string(), Person), zod.record(zod.string(), same)],
  ['unwrap', Person.shape.age.unwrap(), same.shape.age.unwrap()],
  [
    'refine',
    Person.refine((one) => one.id === '1', 'no').transform((one) => one.id),
    same.refine((one) => one.id === '1', 'no').transform((one) => one.id),
  ],
]

test.each(pairs)('%s: parses as Zod’s own', (_, deferred, own) => {
  for (const value of [...values, ...values.map((one) => [one]), ['a', values[0]], { x: values[0] }, '', 3]) {
    const [found, expected] = [deferred.safeParse(value), own.safeParse(value)]
    expect(found.data).toEqual(expected.data)
    expect(found.error?.issues).toEqual(expected.error?.issues)
  }
})

test('a schema is made with its first use, once, and its parts with it', () => {
  const check = vi.fn<() => boolean>(() => true)
  const make = vi.fn<() => z.ZodString>(() => z.string())
  const Late = z.object({
    get self() {
      return make().refine(check)
    },
  })
  expect(make).not.toHaveBeenCalled()
  expect(Late.safeParse({ self: 'a' }).success).toBe(true)
  expect(Late.safeParse({ self: 1 }).success).toBe(false)
  expect(make).toHaveBeenCalledOnce()
  expect(check).toHaveBeenCalledOnce()
})

test('is an instance of its class, has the names of its members and its meta', () => {
  expect(Person).toBeInstanceOf(zod.ZodObject)
  expect(Person).not.toBeInstanceOf(zod.ZodArray)
  expect(Object.keys(Person.omit({ id: true }).shape)).toEqual(['age', 'kind'])
  expect(Person.shape.id.meta()).toEqual({ title: 'id' })
  expect('safeParse' in Person).toBe(true)
})

test('a key of a map is the made schema, whoever made it', () => {
  const Row = z.object({ person: Person })
  expect(z.made(Row.shape.person)).toBe(z.made(Row).shape.person)
  expect(z.made(same)).toBe(same)
})

test('a wrong declaration is an error of its first use', () => {
  const Wrong = Person.refine(() => true).omit({ id: true })
  expect(() => Wrong.parse({})).toThrow('refinements')
})
