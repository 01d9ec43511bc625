// Which person, department and roles a row of an import means, and whether whoever imports may do that.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { SheetProblem } from '@shuyuan/contract/kernel/import.ts'
import type { Draft, Field } from './user-sheet.format.ts'

type Depart = { id: string; parentId: string | null; deptName: string; deptCode: string }
export type StoredPerson = { id: string; roles: string[]; isReachable: boolean }

/** What the house knows when the sheet arrives. */
export type Known = {
  departs: ReturnType<typeof departsByText>
  /** null: every department */
  reachableDepts: ReadonlySet<string> | null
  /** by name */
  roles: Map<string, { id: string; refusal: string | null }>
  grantable: ReadonlySet<string>
  /** by user name in lower case */
  people: Map<string, StoredPerson>
  /** who has a mobile number */
  mobiles: Map<string, string>
  mayUpdate: boolean
  /** who imports */
  selfId: string
}

/** A row that can be stored: `id` of the person it changes; '' and [] for what stays as it is. */
export type Ready = { draft: Draft; id: string | undefined; deptCode: string; roleIds: string[] }

const SEVERAL = Symbol('several')

/** Names from the top down with slashes, by department code. */
export function departPaths(departs: readonly Depart[]): Map<string, string> {
  const byId = new Map(departs.map((one) => [one.id, one]))
  const pathOf = (one: Depart): string => {
    const parent = byId.get(one.parentId ?? '')
    return parent ? `${pathOf(parent)}/${one.deptName}` : one.deptName
  }
  return new Map(departs.map((one) => [one.deptCode, pathOf(one)]))
}

/** Department codes by code, by name, and by names from the top down. */
export function departsByText(departs: readonly Depart[]): Map<string, string | typeof SEVERAL> {
  const found = new Map<string, string | typeof SEVERAL>()
  const put = (text: string, code: string) => found.set(text, found.has(text) && found.get(text) !== code ? SEVERAL : code)
  for (const one of departs) put(one.deptName, one.deptCode)
  for (const [code, path] of departPaths(departs)) put(path, code)
  // a code is a code whatever else bears the same text
  for (const one of departs) found.set(one.deptCode, one.deptCode)
  return found
}

/**
 * Matches the rows of a sheet. A person or mobile number that an earlier row has already taken is a problem of the later row.
 * @param before what is known to be wrong already: such rows are never ready, and their wrong cells are not judged again
 */
export function matchRows(
  drafts: readonly Draft[],
  known: Known,
  before: readonly SheetProblem[] = [],
): { ready: Ready[]; problems: SheetProblem[] } {
  const wrong = new Map<number, Set<string>>()
  for (const { row, field, level } of before) if (level === 'error') wrong.set(row, (wrong.get(row) ?? new Set()).add(field))
  const names = new Map<string, number>()
  const mobiles = new Map<string, number>()
  const ready: Ready[] = []
  const problems: SheetProblem[] = []
  for (const draft of drafts) {
    const found: [Field, string][] = []
    const repeats = (field: Field, seen: Map<string, number>, value: string) => {
      const before = value === '' ? undefined : seen.get(value)
      if (before === undefined) seen.set(value, draft.row)
      else found.push([field, `与第${before}行的${field}相同`])
    }
    repeats('用户名', names, draft.userName.toLowerCase())
    repeats('手机号', mobiles, draft.mobile)
    const row = matchRow(draft, known, found)
    const cells = wrong.get(draft.row)
    if (found.length === 0 && !cells) ready.push(row)
    for (const [field, msg] of found) if (!cells?.has(field)) problems.push({ row: draft.row, field, msg, level: 'error' })
  }
  return { ready, problems }
}

function matchRow(draft: Draft, known: Known, found: [Field, string][]): Ready {
  const stored = known.people.get(draft.userName.toLowerCase())
  const refusal = stored ? whyNotUpdate(stored, known) : null
  if (refusal !== null) found.push(['用户名', refusal])
  if (!stored) found.push(...missing(draft))
  const owner = draft.mobile === '' ? undefined : known.mobiles.get(draft.mobile)
  if (owner !== undefined && owner !== stored?.id) found.push(['手机号', '手机号已被其他用户使用'])
  return { draft, id: stored?.id, deptCode: departOf(draft.depart, known, found), roleIds: rolesOf(draft.roleNames, known, found) }
}

function whyNotUpdate(stored: StoredPerson, { mayUpdate, grantable, selfId }: Known): string | null {
  if (!mayUpdate) return '用户名已存在'
  if (!stored.isReachable) return '用户名已存在，且该用户不在您的管理范围内'
  return stored.id === selfId || stored.roles.every((id) => grantable.has(id)) ? null : errors.userBeyond[1]
}

const missing = (draft: Draft) =>
  (
    [
      ['姓名', '姓名不能为空！', draft.realName === ''],
      ['部门', '部门不能为空！', draft.depart === ''],
      ['角色', '必须选择一个角色！', draft.roleNames.length === 0],
      ['密码', '密码不能为空！', draft.password === ''],
    ] as const
  ).flatMap(([field, msg, is]): [Field, string][] => (is ? [[field, msg]] : []))

function departOf(text: string, { departs, reachableDepts }: Known, found: [Field, string][]): string {
  if (text === '') return ''
  const code = departs.get(text) ?? departs.get(text.replaceAll(/\s*[/／\\＞>]\s*/g, '/'))
  if (code === undefined) found.push(['部门', `部门“${text}”不存在`])
  else if (typeof code === 'symbol') found.push(['部门', `有多个名为“${text}”的部门，请填写部门编码`])
  else if (reachableDepts !== null && !reachableDepts.has(code)) found.push(['部门', '您无权管理该部门'])
  else return code
  return ''
}

function rolesOf(names: string[], { roles }: Known, found: [Field, string][]): string[] {
  return names.flatMap((name) => {
    const role = roles.get(name)
    const refusal = role ? role.refusal : `角色“${name}”不存在`
    if (refusal !== null) found.push(['角色', refusal])
    return role ? [role.id] : []
  })
}
