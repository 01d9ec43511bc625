// What a browser carries between two sites: fields of a query and of a form.
import type { CallbackInput } from '@shuyuan/contract/kernel/endpoint.ts'

export type LtiFields = Readonly<Record<string, string>>

/** The fields of both; those of the form count. PostgreSQL stores no NUL, so there is none in them. */
export function fieldsOf({ raw, query }: Pick<CallbackInput, 'raw' | 'query'>): LtiFields {
  const given = [...Object.entries(query), ...new URLSearchParams(Buffer.from(raw).toString())]
  return Object.fromEntries(given.map(([name, value]) => [name, value.replaceAll('\0', '')]))
}
