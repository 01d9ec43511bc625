// What a comparison of the directory with the accounts that came from it would change.
import type { DirectoryField, DirectoryKind, DirectoryReason } from '@shuyuan/contract/account/directory/directory.ts'
import { userName as userNameRule } from '@shuyuan/contract/people/user/user-admin.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { email as emailRule, mobile as mobileRule } from '@shuyuan/contract/kernel/rule.ts'
import { createHash } from 'node:crypto'

/** `departs`: names from the site's top of the sync; null leaves the department. */
export type Entry = { entryId: string; userName: string; realName: string; mobile: string; email: string; departs: string[] | null }
/** An account that came from the directory. */
export type Account = {
  userId: string
  entryId: string
  userName: string
  realName: string
  mobile: string
  email: string
  deptCode: string
  state: number
  /** disabled by the sync */
  left: boolean
  isAdministrator: boolean
}
export type Known = {
  accounts: readonly Account[]
  /** ids of users by user name in lower case, by phone number, and by the entry that they are bound to */
  names: ReadonlyMap<string, string>
  mobiles: ReadonlyMap<string, string>
  bound: ReadonlyMap<string, string>
  departs: DepartTree
}
export type Change = { field: DirectoryField; from: string; to: string }
export type Row = {
  kind: DirectoryKind
  entryId: string
  userId: string | null
  userName: string
  realName: string
  /** names from the top of the sync; null is its top */
  departs: readonly string[] | null
  depart: string
  reason: DirectoryReason | ''
  changes: Change[]
}
type Depart = { id: string; parentId: string | null; deptName: string; deptCode: string }

const MOST_LEVELS = 8
const MOST_NAME = 60
const DIVIDER = ' / '

/** Descendants of the configured root department. */
export class DepartTree {
  readonly top: Depart
  readonly #children = new Map<string, Depart>()
  readonly #byId: Map<string, Depart>
  readonly #byCode: Map<string, Depart>

  constructor(rows: readonly Depart[], top: Depart) {
    this.top = top
    this.#byId = new Map(rows.map((row) => [row.id, row]))
    this.#byCode = new Map(rows.map((row) => [row.deptCode, row]))
    for (const row of rows) if (row.parentId !== null) this.#children.set(`${row.parentId}/${row.deptName}`, row)
  }

  child = (parentId: string, name: string) => this.#children.get(`${parentId}/${name}`)

  /** The code of a path of names; undefined while one of its departments does not exist. */
  codeOf(path: readonly string[]): string | undefined {
    let at: Depart | undefined = this.top
    for (const name of path) at = at && this.child(at.id, name)
    return at?.deptCode
  }

  /** Names from the root of the site. */
  text(path: readonly string[]): string {
    return [...this.#namesOf(this.top), ...path].join(DIVIDER)
  }

  textOfCode(code: string): string {
    const depart = this.#byCode.get(code)
    return depart ? this.#namesOf(depart).join(DIVIDER) : ''
  }

  #namesOf(depart: Depart): string[] {
    const parent = depart.parentId === null ? undefined : this.#byId.get(depart.parentId)
    return [...(parent ? this.#namesOf(parent) : []), depart.deptName]
  }
}

/** Rows in the order of kinds; people in that of the directory. */
export function planOf(entries: readonly Entry[], known: Known): Row[] {
  const judge = new Judge(known)
  const rows = entries.flatMap((entry) => judge.rowsOf(entry))
  const seen = new Set(entries.map((entry) => entry.entryId))
  const gone = known.accounts.filter((one) => !seen.has(one.entryId) && one.state !== UserState.disabled)
  rows.push(...gone.map((one) => goneRow(one, known)))
  return [...newDeparts(rows, known.departs), ...rows]
}

/** Equal for equal plans. */
export const hashOf = (rows: readonly Row[]): string => createHash('sha256').update(JSON.stringify(rows)).digest('hex')

/** Whether more accounts would be disabled than `percent` of those that are active. */
export const isTooMany = (rows: readonly Row[], active: number, percent: number): boolean =>
  rows.filter((row) => row.kind === 'disable').length * 100 > active * percent

export const activeOf = ({ accounts }: Pick<Known, 'accounts'>): number =>
  accounts.filter((one) => one.state === UserState.active && !one.isAdministrator).length

const goneRow = (one: Account, { departs }: Known): Row => ({
  kind: one.isAdministrator ? 'skip' : 'disable',
  entryId: one.entryId,
  userId: one.userId,
  userName: one.userName,
  realName: one.realName,
  departs: null,
  depart: departs.textOfCode(one.deptCode),
  reason: one.isAdministrator ? 'administrator' : '',
  changes: [],
})

class Judge {
  readonly #known: Known
  readonly #accounts: Map<string, Account>
  readonly #names = new Set<string>()
  readonly #mobiles = new Set<string>()

  constructor(known: Known) {
    this.#known = known
    this.#accounts = new Map(known.accounts.map((one) => [one.entryId, one]))
  }

  rowsOf(given: Entry): Row[] {
    const stored = this.#accounts.get(given.entryId)
    const refused = this.#whyNot(given, stored)
    if (refused !== null) return [this.#row('skip', given, stored, { reason: refused })]
    this.#names.add(given.userName.toLowerCase())
    const problems = this.#contactProblems(given, stored)
    const entry = {
      ...given,
      realName: given.realName.slice(0, MOST_NAME) || given.userName,
      mobile: problems.some((one) => one.startsWith('mobile')) ? '' : given.mobile,
      email: problems.includes('emailWrong') ? '' : given.email,
    }
    if (entry.mobile !== '') this.#mobiles.add(entry.mobile)
    const skipped = problems.map((reason) => this.#row('skip', entry, stored, { reason }))
    return [...(stored ? this.#differences(entry, stored) : [this.#added(entry)]), ...skipped]
  }

  #whyNot(entry: Entry, stored: Account | undefined): DirectoryReason | null {
    if (stored?.isAdministrator) return this.#differs(entry, stored) ? 'administrator' : null
    if (stored && stored.state !== UserState.active && !stored.left) return 'disabledHere'
    const owner = this.#known.bound.get(entry.entryId)
    if (owner !== undefined && owner !== stored?.userId) return 'bound'
    if (!userNameRule.safeParse(entry.userName).success) return 'nameWrong'
    const named = this.#known.names.get(entry.userName.toLowerCase())
    if (named !== undefined && named !== stored?.userId) return 'nameTaken'
    if (this.#names.has(entry.userName.toLowerCase())) return 'twice'
    if (entry.departs && (entry.departs.length > MOST_LEVELS || entry.departs.some((name) => name.length > MOST_NAME))) return 'departWrong'
    return null
  }

  #contactProblems(entry: Entry, stored: Account | undefined): DirectoryReason[] {
    const problems: DirectoryReason[] = []
    const owner = this.#known.mobiles.get(entry.mobile)
    if (entry.mobile !== '' && !mobileRule.safeParse(entry.mobile).success) problems.push('mobileWrong')
    else if ((owner !== undefined && owner !== stored?.userId) || this.#mobiles.has(entry.mobile)) problems.push('mobileTaken')
    if (entry.email !== '' && !emailRule.safeParse(entry.email).success) problems.push('emailWrong')
    return problems
  }

  #differences(entry: Entry, stored: Account): Row[] {
    const rows: Row[] = []
    if (stored.left) rows.push(this.#row('restore', entry, stored))
    const changes = changesOf(entry, stored)
    if (changes.length > 0) rows.push(this.#row('change', entry, stored, { changes }))
    const move = this.#moveOf(entry, stored)
    if (move) rows.push(this.#row('move', entry, stored, { changes: [move] }))
    return rows
  }

  #differs = (entry: Entry, stored: Account) => changesOf(entry, stored).length > 0 || this.#moveOf(entry, stored) !== undefined

  #moveOf({ departs }: Entry, { deptCode }: Account): Change | undefined {
    const { departs: tree } = this.#known
    if (departs === null || tree.codeOf(departs) === deptCode) return undefined
    return { field: 'depart', from: tree.textOfCode(deptCode), to: tree.text(departs) }
  }

  #added(entry: Entry): Row {
    const fields = (['mobile', 'email'] as const).filter((field) => entry[field] !== '')
    return this.#row('add', entry, undefined, { changes: fields.map((field) => ({ field, from: '', to: entry[field] })) })
  }

  #row(kind: DirectoryKind, entry: Entry, stored: Account | undefined, more: Partial<Pick<Row, 'reason' | 'changes'>> = {}): Row {
    const { departs: tree } = this.#known
    const { entryId, userName, realName, departs } = entry
    const depart = departs === null && stored ? tree.textOfCode(stored.deptCode) : tree.text(departs ?? [])
    return { kind, entryId, userId: stored?.userId ?? null, userName, realName, departs, depart, reason: '', changes: [], ...more }
  }
}

/** An attribute without a value leaves the stored value. */
const changesOf = (entry: Entry, stored: Account): Change[] =>
  (['userName', 'realName', 'mobile', 'email'] as const)
    .filter((field) => entry[field] !== '' && entry[field] !== stored[field])
    .map((field) => ({ field, from: stored[field], to: entry[field] }))

/** The departments that additions and moves need and that do not exist, from above. */
function newDeparts(rows: readonly Row[], tree: DepartTree): Row[] {
  const missing = new Map<string, string[]>()
  for (const { kind, departs } of rows) {
    if (departs === null || (kind !== 'add' && kind !== 'move')) continue
    for (const at of departs.keys()) {
      const path = departs.slice(0, at + 1)
      if (tree.codeOf(path) === undefined) missing.set(JSON.stringify(path), path)
    }
  }
  return [...missing.values()].map((departs) => ({
    kind: 'depart',
    entryId: '',
    userId: null,
    userName: '',
    realName: '',
    departs,
    depart: tree.text(departs),
    reason: '',
    changes: [],
  }))
}
