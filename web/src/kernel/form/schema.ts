// Reads a field from a contract's schema: label, control, texts of its codes, bounds, whether it is required.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import type { FieldMeta } from '@shuyuan/contract/kernel/field.ts'
import * as z from '@shuyuan/contract/kernel/z.ts'

export type Choice = { value: string | number; label: string }
export type FieldInfo = {
  /** the label; '' where the contract gives none */
  title: string
  /** text, textarea, password, count, points, flag, code, choice, moment, html, keyword, id, depart, hours, ranges, ids or unknown */
  control: string
  choices: Choice[]
  unit?: string
  min?: number
  max?: number
  /** the longest text allowed */
  maxLength?: number
  /** neither undefined nor null is accepted */
  required: boolean
  /** null stands for "nothing chosen" */
  nullable: boolean
}

type Def = {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  element?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  left?: z.ZodType
  right?: z.ZodType
  items?: z.ZodType[]
  getter?: () => z.ZodType
}
const defOf = (schema: z.ZodType) => schema.def as unknown as Def

/** The schema inside optional, nullable, default, codec and similar wrappers, in its wire form. */
export function unwrap(schema: z.ZodType): z.ZodType {
  const { innerType, in: wire, type, getter } = defOf(schema)
  const inner = innerType ?? (type === 'pipe' ? wire : undefined) ?? (type === 'lazy' ? getter?.() : undefined)
  return inner ? unwrap(inner) : schema
}

/** The outermost meta. */
function metaOf(schema: z.ZodType): Partial<FieldMeta> {
  const { innerType, in: wire, type } = defOf(schema)
  const inner = innerType ?? (type === 'pipe' ? wire : undefined)
  return { ...(inner ? metaOf(inner) : {}), ...(schema.meta() as Partial<FieldMeta> | undefined) }
}

/** The members of an object schema; of a union, those of all its branches. Empty for any other schema. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  const bare = unwrap(schema)
  if (bare instanceof z.ZodObject) return bare.shape
  const { options, left, right } = defOf(bare)
  const parts = options ?? (left && right ? [left, right] : [])
  return Object.assign({}, ...parts.map(shapeOf)) as Record<string, z.ZodType>
}

/** The schema at a path such as `['groups', 0, 'title']`; undefined for an unknown path. */
export function schemaAt(schema: z.ZodType, path: readonly (string | number)[]): z.ZodType | undefined {
  const [head, ...rest] = path
  if (head === undefined) return schema
  const bare = unwrap(schema)
  const { type, element, valueType, items } = defOf(bare)
  const next = type === 'array' ? element : type === 'record' ? valueType : type === 'tuple' ? items?.[Number(head)] : shapeOf(bare)[head]
  return next && schemaAt(next, rest)
}

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

function controlOf(bare: z.ZodType): string {
  const { type } = defOf(bare)
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'int') return 'count'
  if (type === 'boolean') return 'flag'
  return type === 'enum' || type === 'literal' ? 'choice' : 'unknown'
}

function choicesOf(bare: z.ZodType, meta: Partial<FieldMeta>): Choice[] {
  const numeric = meta.control === 'code'
  return Object.entries(meta.options ?? {}).map(([key, label]) => ({ value: numeric ? Number(key) : key, label }))
}

const finite = (value: unknown) => (typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined)

/** What a label and a control need of the schema of one field. */
export function fieldInfo(schema: z.ZodType): FieldInfo {
  const bare = unwrap(schema)
  const meta = metaOf(schema)
  const { minValue, maxValue, maxLength } = bare as { minValue?: unknown; maxValue?: unknown; maxLength?: unknown }
  const nullable = accepts(schema, null)
  return {
    title: meta.title ?? '',
    control: meta.control ?? controlOf(bare),
    choices: choicesOf(bare, meta),
    unit: meta.unit,
    min: finite(minValue),
    max: finite(maxValue),
    maxLength: finite(maxLength),
    required: !nullable && !accepts(schema, undefined),
    nullable,
  }
}

/** The schema of one row of a paged (or plain) list's answer. */
export function rowSchema(endpoint: Endpoint): z.ZodType {
  const records = schemaAt(endpoint.output, ['records']) ?? endpoint.output
  return schemaAt(records, [0]) ?? records
}

/** The schema of a paged list's filters. */
export const paramsSchema = (endpoint: Endpoint): z.ZodType => schemaAt(endpoint.input, ['params']) ?? z.object({})

/** 'a.0.b' → ['a', 0, 'b'] */
export const pathOf = (name: string): (string | number)[] => name.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
