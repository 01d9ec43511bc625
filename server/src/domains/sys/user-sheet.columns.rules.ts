// The columns of the sheet with which people are imported and exported.
export const fields = ['用户名', '姓名', '部门', '角色', '用户类型', '手机号', '邮箱', '身份证号', '密码', '有效期至'] as const
const required = ['用户名', '姓名', '部门', '角色'] as const
export type Field = (typeof fields)[number]

export type Columns = { at: Map<Field, number>; unknown: string[] }

/** Full-width letters, digits and signs as their usual forms, without spaces: for what people type into headers and codes. */
export const narrow = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, '')
const isField = (name: string): name is Field => (fields as readonly string[]).includes(name)

/** Finds the columns by their headers, in any order. @returns what is missing or doubled as a message instead of columns */
export function findColumns(header: string[]): Columns | { problem: string } {
  const at = new Map<Field, number>()
  const unknown: string[] = []
  for (const [index, text] of header.entries()) {
    const name = narrow(text).replace(/\*|\((?:必填|选填)\)$/g, '')
    if (name === '') continue
    if (!isField(name)) unknown.push(text.trim())
    else if (at.has(name)) return { problem: `“${name}”列重复` }
    else at.set(name, index)
  }
  const missing = required.filter((name) => !at.has(name))
  return missing.length > 0 ? { problem: `缺少${missing.map((name) => `“${name}”`).join('、')}列` } : { at, unknown }
}
