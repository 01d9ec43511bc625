// What an audit row is about, in a name: the title of the exam, the person, the department.
import { NOTHING } from '../../../kernel/list/columns.tsx'

const names = ['title', 'realName', 'deptName', 'groupName', 'roleName', 'metaTitle', 'siteName', 'userName', 'name']
/** Names shown of a list. */
const MAX_NAMES = 3

function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(namesIn)
  if (value === null || typeof value !== 'object') return []
  const found = names.map((name) => (value as Record<string, unknown>)[name]).find((one) => typeof one === 'string' && one !== '')
  return typeof found === 'string' ? [found] : []
}

/** @param row changes and input as the log has them. @returns names, or — where the row has none */
export function subjectOf({ input, before, after }: { input?: unknown; before?: unknown; after?: unknown }): string {
  const sent = input !== null && typeof input === 'object' ? namesIn(input) : []
  const found = [...new Set([...sent, ...namesIn(before), ...namesIn(after)])].slice(0, MAX_NAMES)
  return found.join('、') || NOTHING
}
