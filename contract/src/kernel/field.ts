// The fields of contracts. Each has its label, which messages, forms, columns and OpenAPI use.
import { sayKernel } from './kernel.texts.ts'
import type { Label } from './labels.ts'
import { encoded } from './message.ts'
import * as z from './z.ts'
import { fromWallClock, isWallClock, toWallClock } from './moment.ts'

export type FieldMeta = { title: string; control?: string; options?: Record<string, string>; unit?: string }
const meta = (title: Label, control: string, more: Partial<FieldMeta> = {}) => ({ title, control, ...more })
const NUL = String.fromCharCode(0)

type Checked = { value: unknown; issues: { path?: PropertyKey[] }[] }
/**
 * The `when` of a check over these fields: it runs together with the checks of the other fields, not after them.
 * It is left out while one of its own fields has a problem.
 */
export const sound =
  (...fields: string[]) =>
  ({ value, issues }: Checked): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && issues.every(({ path }) => !fields.includes(String(path?.[0])))

/** Whether PostgreSQL can store the text: no NUL, no lone surrogates. */
export const isStorable = (value: string) => !value.includes(NUL) && value.isWellFormed()

const idText = /^\d{1,18}$/
/** Whether a text of an address is a row's id. */
export const isId = (text: string): boolean => idText.test(text)

/** A row's id: decimal digits as a string. */
export const id = (label: Label) =>
  z
    .string({ error: encoded(sayKernel('unchosen', { label })) })
    .regex(idText, encoded(sayKernel('gone', { label })))
    .meta(meta(label, 'id'))

/** `{ids}`, at least one and at most 5,000. */
export const ids = (label: Label) =>
  z.object({
    ids: z
      .array(id(label), { error: encoded(sayKernel('rowsUnchosen')) })
      .min(1, encoded(sayKernel('rowsUnchosen')))
      .max(5_000),
  })

/** Required text of at most `max` characters, trimmed. `message` replaces the default 请填写…. */
export const text = (label: Label, max = 200, message = sayKernel('empty', { label })) =>
  z
    .string({ error: encoded(message) })
    .trim()
    .min(1, encoded(message))
    .max(max, encoded(sayKernel('tooLong', { label, max })))
    .refine(isStorable, encoded(sayKernel('unstorable', { label })))
    .meta(meta(label, 'text'))

/** Text that may be empty. */
export const optionalText = (label: Label, max = 200) =>
  z
    .string({ error: encoded(sayKernel('wrongType', { label })) })
    .trim()
    .max(max, encoded(sayKernel('tooLong', { label, max })))
    .refine(isStorable, encoded(sayKernel('unstorable', { label })))
    .default('')
    .meta(meta(label, max > 200 ? 'textarea' : 'text'))

/** A numeric code with its texts, e.g. `code('状态', { 0: '正常', 1: '禁用' })`. */
export const code = <const T extends Record<number, Label>>(label: Label, options: T) =>
  z
    .literal(Object.keys(options).map(Number) as (keyof T & number)[], { error: encoded(sayKernel('unchosen', { label })) })
    .meta(meta(label, 'code', { options }))

/** A string choice with its texts. */
export const choice = <const T extends Record<string, Label>>(label: Label, options: T) =>
  z
    .enum(Object.keys(options) as (keyof T & string)[], { error: encoded(sayKernel('unchosen', { label })) })
    .meta(meta(label, 'choice', { options }))

/** A whole number within bounds. */
export const count = (label: Label, min = 0, max = 1_000_000, unit?: Label) =>
  z
    .int({ error: encoded(sayKernel('empty', { label })) })
    .min(min, encoded(sayKernel('below', { label, min })))
    .max(max, encoded(sayKernel('above', { label, max })))
    .meta(meta(label, 'count', unit === undefined ? {} : { unit }))

export const flag = (label: Label) => z.boolean({ error: encoded(sayKernel('unchosen', { label })) }).meta(meta(label, 'flag'))

/** An instant: `yyyy-MM-dd HH:mm:ss` in the site's time zone on the wire, a Date on the server. */
export const moment = (label: Label) =>
  z
    .codec(
      z
        .string({ error: encoded(sayKernel('unchosen', { label })) })
        .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, encoded(sayKernel('momentForm', { label })))
        .refine(isWallClock, encoded(sayKernel('momentUnreal', { label }))),
      z.date(),
      {
        decode: fromWallClock,
        encode: toWallClock,
      },
    )
    .meta(meta(label, 'moment'))

/** A score: points with at most two decimals on the wire, integer 1/100 points on the server (exam-rules.md, *Marking*). */
export const points = (label: Label, max = 100_000) =>
  z
    .codec(
      z
        .number({ error: encoded(sayKernel('empty', { label })) })
        .min(0, encoded(sayKernel('negative', { label })))
        .max(max, encoded(sayKernel('above', { label, max })))
        .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, encoded(sayKernel('twoDecimals', { label }))),
      z.int(),
      { decode: (value) => Math.round(value * 100), encode: (value) => value / 100 },
    )
    .meta(meta(label, 'points'))

/** An amount of money: text with two decimals on the wire (api.md, *Conventions*), integer hundredths on the server. */
export const money = (label: Label, max = 1_000_000) =>
  z
    .codec(
      z
        .string({ error: encoded(sayKernel('empty', { label })) })
        .regex(/^\d{1,7}(\.\d{1,2})?$/, encoded(sayKernel('moneyForm', { label })))
        .refine((value) => Number(value) <= max, encoded(sayKernel('above', { label, max }))),
      z.int(),
      { decode: (value) => Math.round(Number(value) * 100), encode: (value) => (value / 100).toFixed(2) },
    )
    .meta(meta(label, 'money'))

/** A search term: optional, trimmed, at most 100 characters. */
export const keyword = (label: Label) =>
  z
    .string({ error: encoded(sayKernel('wrongType', { label })) })
    .trim()
    .max(100, encoded(sayKernel('tooLong', { label, max: 100 })))
    .refine(isStorable, encoded(sayKernel('unstorable', { label })))
    .optional()
    .meta(meta(label, 'keyword'))

export const order = z.object({ column: z.string().max(40), asc: z.boolean() })

/** The body of every paged list: `PG` of api.md. */
export const paging = <T extends z.ZodRawShape>(params: T) =>
  z.object({
    current: z.int().min(1).max(1_000_000).meta({ title: '页码' }).default(1),
    size: z.int().min(1).max(5_000).meta({ title: '每页条数' }).default(10),
    params: z
      .object(params)
      .partial()
      .default({} as never),
    orders: z.array(order).max(5).optional(),
    t: z.number().optional(),
  })

/** The data of every paged list. `about`: more rows than are counted one by one; `total` and `pages` are estimates. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ records: z.array(row), total: z.int(), pages: z.int(), current: z.int(), size: z.int(), about: z.boolean().optional() })

/** A row of a tree, with its child rows. */
export type Tree<T> = T & { children: Tree<T>[] }
