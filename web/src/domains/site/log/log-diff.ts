// The changes of an audit row, field by field, in a readable order.
export type Change = { field: string; kind: 'added' | 'removed' | 'changed' | 'same'; before: string; after: string }

type Flat = Map<string, string>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)
const isList = (value: unknown): value is unknown[] => Array.isArray(value) && value.some((one) => isObject(one))

/** Fields by dotted name; a list of scalars stays one field. */
function flat(value: unknown, name = '', into: Flat = new Map()): Flat {
  const inner = (key: string | number) => (name === '' ? String(key) : `${name}.${key}`)
  if (isObject(value)) for (const [key, one] of Object.entries(value)) flat(one, inner(key), into)
  else if (isList(value)) for (const [at, one] of value.entries()) flat(one, inner(at + 1), into)
  else if (value !== undefined) into.set(name, textOf(value))
  return into
}

/** All fields of both sides; changed fields first. */
export function changesOf(before: unknown, after: unknown): Change[] {
  const [old, fresh] = [flat(before ?? undefined), flat(after ?? undefined)]
  const fields = [...new Set([...old.keys(), ...fresh.keys()])]
  const changes = fields.map((field): Change => {
    const [was, is] = [old.get(field), fresh.get(field)]
    const kind = was === undefined ? 'added' : is === undefined ? 'removed' : was === is ? 'same' : 'changed'
    return { field, kind, before: was ?? '', after: is ?? '' }
  })
  return [...changes.filter((one) => one.kind !== 'same'), ...changes.filter((one) => one.kind === 'same')]
}
