// Which user, department and roles a row of an import means, and whether the caller may do that.
import { type Message, stated } from '@shuyuan/contract/kernel/message.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import { say as sayForm } from '@shuyuan/contract/people/people.texts.ts'
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import type { SheetProblem } from '@shuyuan/contract/kernel/import.ts'
import type { Draft, Field } from './user-sheet.format.ts'

type Depart = { id: string; parentId: string | null; deptName: string; deptCode: string }
export type StoredPerson = { id: string; roles: string[]; isReachable: boolean }

/** Existing rows that the sheet is matched with. */
export type Existing = {
  departs: ReturnType<typeof departsByText>
  /** null: every department */
  reachableDepts: ReadonlySet<string> | null
  /** by name */
  roles: Map<string, { id: string; refusal: Message | null; backOffice: boolean }>
  grantable: ReadonlySet<string>
  /** by user name in lower case */
  people: Map<string, StoredPerson>
  /** user ids by mobile number */
  mobiles: Map<string, string>
  mayUpdate: boolean
  /** id of the caller */
  selfId: string
}

/** A row that can be stored: `id` of the user it changes; '' and [] for values that stay unchanged. */
export type Ready = { draft: Draft; id: string | undefined; deptCode: string; roleIds: string[]; roleType: Draft['roleType'] }

const SEVERAL = Symbol('several')

/** Names from the root down with slashes, by department code. */
export function departPaths(departs: readonly Depart[]): Map<string, string> {
  const byId = new Map(departs.map((one) => [one.id, one]))
  const pathOf = (one: Depart): string => {
    const parent = byId.get(one.parentId ?? '')
    return parent ? `${pathOf(parent)}/${one.deptName}` : one.deptName
  }
  return new Map(departs.map((one) => [one.deptCode, pathOf(one)]))
}

/** Department codes by code, by name, and by names from the root down. */
export function departsByText(departs: readonly Depart[]): Map<string, string | typeof SEVERAL> {
  const found = new Map<string, string | typeof SEVERAL>()
  const put = (text: string, code: string) => found.set(text, found.has(text) && found.get(text) !== code ? SEVERAL : code)
  for (const one of departs) put(one.deptName, one.deptCode)
  for (const [code, path] of departPaths(departs)) put(path, code)
  // a code has precedence over a name with the same text
  for (const one of departs) found.set(one.deptCode, one.deptCode)
  return found
}

/**
 * Matches the rows of a sheet. A user or mobile number that an earlier row uses is a problem of the later row.
 * @param before problems found earlier: such rows are never ready, and their wrong cells are not checked again
 */
export function matchRows(
  drafts: readonly Draft[],
  existing: Existing,
  before: readonly SheetProblem[] = [],
): { ready: Ready[]; problems: SheetProblem[] } {
  const wrong = new Map<number, Set<string>>()
  for (const { row, field, level } of before) if (level === 'error') wrong.set(row, (wrong.get(row) ?? new Set()).add(field))
  const names = new Map<string, number>()
  const mobiles = new Map<string, number>()
  const ready: Ready[] = []
  const problems: SheetProblem[] = []
  for (const draft of drafts) {
    const found: [Field, Message][] = []
    const repeats = (field: Field, seen: Map<string, number>, value: string) => {
      const before = value === '' ? undefined : seen.get(value)
      if (before === undefined) seen.set(value, draft.row)
      else found.push([field, say('sheetSameAs', { row: before, field })])
    }
    repeats('用户名', names, draft.userName.toLowerCase())
    repeats('手机号', mobiles, draft.mobile)
    const row = matchRow(draft, existing, found)
    const cells = wrong.get(draft.row)
    if (found.length === 0 && !cells) ready.push(row)
    for (const [field, message] of found)
      if (!cells?.has(field)) problems.push({ row: draft.row, field, ...stated(message), level: 'error' })
  }
  return { ready, problems }
}

function matchRow(draft: Draft, existing: Existing, found: [Field, Message][]): Ready {
  const stored = existing.people.get(draft.userName.toLowerCase())
  const refusal = stored ? whyNotUpdate(stored, existing) : null
  if (refusal !== null) found.push(['用户名', refusal])
  if (!stored) found.push(...missing(draft))
  const owner = draft.mobile === '' ? undefined : existing.mobiles.get(draft.mobile)
  if (owner !== undefined && owner !== stored?.id) found.push(['手机号', say('mobileTaken')])
  const roleIds = rolesOf(draft.roleNames, existing, found)
  const roleType = typeOf(draft, roleIds.length > 0 ? roleIds : (stored?.roles ?? []), existing, found)
  return { draft, id: stored?.id, deptCode: departOf(draft.depart, existing, found), roleIds, roleType }
}

/** The type of the row; else back office where a role of the row needs it. */
function typeOf({ roleType, roleNames }: Draft, roleIds: string[], { roles }: Existing, found: [Field, Message][]) {
  const [needing] = [...roles].find(([, { id, backOffice }]) => backOffice && roleIds.includes(id)) ?? []
  if (needing === undefined) return roleType
  if (roleType === RoleType.learner) found.push(['用户类型', say('roleNeedsStaff', { role: needing })])
  return roleType ?? (roleNames.length > 0 ? RoleType.staff : undefined)
}

function whyNotUpdate(stored: StoredPerson, { mayUpdate, grantable, selfId }: Existing): Message | null {
  if (!mayUpdate) return say('userNameTaken')
  if (!stored.isReachable) return say('userNameTakenBeyond')
  return stored.id === selfId || stored.roles.every((id) => grantable.has(id)) ? null : sayError('userBeyond')
}

const missing = (draft: Draft) =>
  (
    [
      ['姓名', sayForm('realNameEmpty'), draft.realName === ''],
      ['部门', sayForm('departEmpty'), draft.depart === ''],
      ['角色', sayForm('roleUnchosen'), draft.roleNames.length === 0],
      ['密码', sayKernel('passwordEmpty'), draft.password === ''],
    ] as const
  ).flatMap(([field, msg, is]): [Field, Message][] => (is ? [[field, msg]] : []))

function departOf(text: string, { departs, reachableDepts }: Existing, found: [Field, Message][]): string {
  if (text === '') return ''
  const code = departs.get(text) ?? departs.get(text.replaceAll(/(?<!\s)\s*[/／\\＞>]\s*/g, '/'))
  if (code === undefined) found.push(['部门', say('sheetDepartUnknown', { depart: text })])
  else if (typeof code === 'symbol') found.push(['部门', say('sheetDepartAmbiguous', { depart: text })])
  else if (reachableDepts !== null && !reachableDepts.has(code)) found.push(['部门', say('departBeyondReach')])
  else return code
  return ''
}

function rolesOf(names: string[], { roles }: Existing, found: [Field, Message][]): string[] {
  return names.flatMap((name) => {
    const role = roles.get(name)
    const refusal = role ? role.refusal : say('sheetRoleUnknown', { role: name })
    if (refusal !== null) found.push(['角色', refusal])
    return role ? [role.id] : []
  })
}
