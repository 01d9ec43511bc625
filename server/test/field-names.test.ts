// Messages about inputs name each field in words, in Chinese and in English, and never by its technical name.
import { fieldNames } from '@shuyuan/contract/kernel/field-names.ts'
import { issueMessage } from '@shuyuan/contract/kernel/issue-message.ts'
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { messageOf } from '@shuyuan/contract/kernel/message.ts'
import { translate } from '@shuyuan/contract/kernel/translate.ts'
import { english } from '@shuyuan/contract/texts.en.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { served } from '../src/domains.ts'

const { customError } = z.config()
beforeAll(() => void z.config({ customError: issueMessage(fieldNames) }))
afterAll(() => void z.config({ customError }))

const nameless = sayKernel('parametersWrong').zh
const many = Array.from({ length: 20_001 }, () => '1')
const bad: unknown[] = [undefined, null, '', 'x', 'x'.repeat(70_000), -1, 1.5, 1e16, true, [], [{}], [''], [1], many, {}, { x: 1 }]

type Definition = { [part in 'innerType' | 'in' | 'element' | 'valueType' | 'left' | 'right']?: z.ZodType } & {
  options?: z.ZodType[]
  items?: z.ZodType[]
  shape?: Record<string, z.ZodType>
  getter?: () => z.ZodType
}
type Field = { path: string[]; schema: z.ZodType }

/** Each field of the schema, at every depth. A schema inside itself is followed once. */
function fieldsOf(schema: z.ZodType, path: string[] = [], outer: readonly z.ZodType[] = []): Field[] {
  if (outer.includes(schema)) return []
  const around = [...outer, schema]
  const def = schema.def as Definition
  const parts = [
    def.innerType,
    def.in,
    def.element,
    def.valueType,
    def.left,
    def.right,
    def.getter?.(),
    ...(def.options ?? []),
    ...(def.items ?? []),
  ]
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([name, field]) => [
      { path: [...path, name], schema: field },
      ...fieldsOf(field, [...path, name], around),
    ]),
    ...parts.flatMap((part) => (part ? fieldsOf(part, path, around) : [])),
  ]
}

/** Whether a person can read the message: no name of the path in it, a name in words, and no Chinese in the English. */
function isPlain(message: ReturnType<typeof messageOf>, path: PropertyKey[]) {
  const names = path.filter((part) => typeof part === 'string' && part !== 'x')
  return (
    !names.some((name) => new RegExp(`(?<![A-Za-z])${String(name)}(?![A-Za-z])`, 'u').test(message.zh)) &&
    message.zh !== nameless &&
    !/\p{Script=Han}/u.test(translate(message, english))
  )
}

/** The messages of a field of this name, for all bad values, that are not plain. */
function unclear(name: string, schema: z.ZodType): string[] {
  const alone = z.object({ [name]: schema })
  // to compile a schema is dearer than to judge a few values without
  const issues = bad.flatMap((value) => alone.safeParse({ [name]: value }, { jitless: true }).error?.issues ?? [])
  // the elements of a long list have the same message
  const different = new Map(
    issues.map((issue) => [JSON.stringify([issue.message, issue.path.filter((part) => typeof part === 'string')]), issue]),
  )
  return [...different.values()].flatMap((issue) => {
    const message = messageOf(issue.message)
    return isPlain(message, issue.path) ? [] : [`${issue.path.join('.')}: ${message.zh} / ${translate(message, english)}`]
  })
}

/** Judges each schema once under each name: endpoints share many of them. */
const judged = new Map<z.ZodType, Map<string, string[]>>()
function judge({ path, schema }: Field): string[] {
  const name = path.at(-1) ?? ''
  const byName = judged.get(schema) ?? new Map<string, string[]>()
  judged.set(schema, byName)
  const found = byName.get(name) ?? unclear(name, schema)
  byName.set(name, found)
  return found.map((message) => `${path.join('.')} → ${message}`)
}

test('messages about the fields of every input name them in words', { timeout: 120_000 }, () => {
  const calls = served.map(({ endpoint }) => ({ path: endpoint.path, fields: fieldsOf(endpoint.input) }))
  expect(calls.flatMap(({ fields }) => fields).length).toBeGreaterThan(2_000)
  expect(
    calls.flatMap(({ path, fields }) => fields.flatMap(judge).map((message) => `${path} ${message}`)),
    'give the schema a title, or the name a word in contract/src/kernel/field-names.ts',
  ).toEqual([])
})
