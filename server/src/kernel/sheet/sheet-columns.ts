// Finds the columns of an import spreadsheet by their headers.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { sayServer } from '@shuyuan/contract/kernel/kernel.server.texts.ts'

export type SheetColumns<F extends string> = { at: ReadonlyMap<F, number>; unknown: string[] }

/** Converts full-width letters, digits and signs to their ASCII forms and removes spaces, for headers and codes typed by users. */
export const narrow = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, '')

/** The column of a file of wrong rows that says what is wrong; it is not read again. */
export const FAULTS = '错误说明'

/** Marks after a header: a star, or 必填 or 选填 in parentheses. */
const remark = /\*|\((?:必填|选填)\)$/g

/**
 * @param fields in the order of the template; the columns may come in any order
 * @param required columns that must exist
 * @returns the columns, or a message that names missing or duplicate ones
 */
export function findSheetColumns<F extends string>(
  header: readonly string[],
  fields: readonly F[],
  required: readonly F[],
): SheetColumns<F> | { problem: Message } {
  const at = new Map<F, number>()
  const unknown: string[] = []
  for (const [index, text] of header.entries()) {
    const name = narrow(text).replaceAll(remark, '')
    const field = fields.find((one) => one === name)
    if (name === '' || name === FAULTS) continue
    if (field === undefined) unknown.push(text.trim())
    else if (at.has(field)) return { problem: sayServer('columnTwice', { column: field }) }
    else at.set(field, index)
  }
  const missing = required.filter((one) => !at.has(one)).map((one) => `“${one}”`)
  return missing.length > 0 ? { problem: sayServer('columnsMissing', { columns: missing.join('、') }) } : { at, unknown }
}
