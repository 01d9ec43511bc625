// Which settings an act of the audit log changed.
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

type Json = Record<string, unknown> | null
// both sides come from jsonb, which orders keys alike and has instants as texts
const revived = (value: unknown) => (typeof value === 'string' && INSTANT.test(value) ? new Date(value) : value)
const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

/**
 * @param fields the settings to compare
 * @param stored the row before the act, as the log has it; null: not known
 * @param sent the form that was sent
 * @returns the settings that differ, as they were and as they are; masked values are left out
 */
export function changedFields<T>(fields: readonly string[], stored: unknown, sent: unknown): { before: T; after: T } {
  const [old, fresh]: [Json, Json] = [isObject(stored) ? stored : null, isObject(sent) ? sent : null]
  const changed = fields.filter(
    (field) =>
      old !== null &&
      fresh !== null &&
      field in old &&
      field in fresh &&
      fresh[field] !== '***' &&
      JSON.stringify(old[field]) !== JSON.stringify(fresh[field]),
  )
  const part = (from: Json) => Object.fromEntries(changed.map((field) => [field, revived(from?.[field])])) as T
  return { before: part(old), after: part(fresh) }
}
