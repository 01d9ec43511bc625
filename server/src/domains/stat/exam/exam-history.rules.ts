// Which settings of an exam an act of the audit log changed.
import { examHistory } from '@shuyuan/contract/stat/exam-history.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'

type Settings = Output<typeof examHistory.paging>['records'][number]['before']
const fields = Object.keys(examHistory.paging.output.shape.records.element.shape.before.shape)
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

type Json = Record<string, unknown> | null
// both sides come from jsonb, which orders keys alike and has instants as texts
const revived = (value: unknown) => (typeof value === 'string' && INSTANT.test(value) ? new Date(value) : value)
const isObject = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object' && !Array.isArray(value)

/**
 * @param stored the row before the act, as the log has it; null: not known
 * @param sent the form that was sent
 * @returns the settings that differ, as they were and as they are; masked values are left out
 */
export function changedSettings(stored: unknown, sent: unknown): { before: Settings; after: Settings } {
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
  const part = (from: Json) => Object.fromEntries(changed.map((field) => [field, revived(from?.[field])])) as Settings
  return { before: part(old), after: part(fresh) }
}
