// Imports a sheet of users: new names are added, existing ones are changed.
import { restated } from '../../../kernel/localized.ts'
import { say } from '@shuyuan/contract/people/people.server.texts.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import type { user } from '@shuyuan/contract/account/user.ts'
import { sql } from 'kysely'
import { can, type Ctx, mustHaveFile, type SlowCtx } from '../../../kernel/ctx.ts'
import { violates } from '../../../kernel/database.ts'
import { fail } from '../../../kernel/fail.ts'
import { findProgress, openProgress, type Progress } from '../../../kernel/progress.ts'
import { readRows, type ReadRows } from '../../../kernel/sheet/sheet-rows.ts'
import type { SheetFile } from '../../../kernel/sheet/sheet-worker.ts'
import { mustFitLicense, withinUserLimit } from '../../site/config/license.service.ts'
import { hashPassword } from '../../session/password.service.ts'
import { departsByText, type Existing, matchRows, type Ready, type StoredPerson } from './user-match.rules.ts'
import { departsWithinScope, judgedRoles, keepingAdministrator, withinDataScope } from './data-scope.service.ts'
import type { Draft } from './user-sheet.format.ts'
import { type Passwords, storePeople } from './user-import-store.service.ts'

const TOPIC = 'sys.user.import'
/** Problems sent to the client; `total - valid` still counts every wrong row. */
const MAX_PROBLEMS = 5_000
/** Limits the hashing time: a hash takes about 25 ms of a core. */
const MAX_PASSWORDS = 2_000
const HASHES_AT_ONCE = 2

type Report = (progress: Progress) => void
type Result = Output<typeof user.import>

export const findImportState = async (
  ctx: Ctx,
  { progressKey }: Input<(typeof user)['import-state']>,
): Promise<Output<(typeof user)['import-state']>> => findProgress(ctx, TOPIC, progressKey)

/**
 * Imports the uploaded sheet, or with `dryRun` only reports what would happen. In mode `all` nothing is stored while any row is wrong.
 * Fails as readSheet for the file, sheetTooLong for too many different passwords, lastAdministrator, conflict, and as mustFitLicense and
 * withinUserLimit.
 */
export async function importUsers(ctx: SlowCtx, input: Input<typeof user.import>): Promise<Result> {
  const file = mustHaveFile(ctx)
  const report = openProgress(ctx, TOPIC, input.progressKey)
  let stored = 0
  try {
    const { ready, errors, total } = await checkPeople(ctx, file, report)
    const stores = !input.dryRun && ready.length > 0 && (input.mode === 'valid' || total === ready.length)
    const chosen = stores ? ready.map((row) => row.draft) : []
    const hashes = await hashAll(chosen, report)
    const done = await ctx.transaction(async (inner) => {
      const changed = stores ? await store(inner, chosen, { hashes, mustChange: input.mustChange }, report) : { inserted: 0, updated: 0 }
      inner.change.after = { file: file.name, total, ...changed }
      return changed
    })
    stored = done.inserted + done.updated
    return { total, valid: ready.length, ...done, errors: restated(ctx, errors.slice(0, MAX_PROBLEMS)) }
  } finally {
    report({ stage: 'done', done: stored, total: stored })
  }
}

/** Reads and checks the sheet. Fails as importUsers for the file. @returns the rows that can be stored, and the problems of the others by row */
export async function checkPeople(ctx: SlowCtx, file: SheetFile, report: Report) {
  const { drafts, problems, total } = await readPeople(ctx, file, report)
  const { ready, problems: more } = matchRows(drafts, await ctx.read((inner) => findExisting(inner, drafts)), problems)
  return { total, ready, errors: [...problems, ...more].toSorted((a, b) => a.row - b.row) }
}

async function readPeople({ app }: Pick<Ctx, 'app'>, file: SheetFile, report: Report): Promise<ReadRows<Draft>> {
  report({ stage: 'reading', done: 0, total: 0 })
  const worker = new URL('./user-sheet.worker.ts', import.meta.url)
  const read = await readRows<Draft>(app, worker, file, (done) => report({ stage: 'reading', done, total: 0 }))
  const passwords = new Set(read.drafts.map((draft) => draft.password))
  if (passwords.size > MAX_PASSWORDS) fail('sheetTooLong', say('passwordsTooMany', { max: MAX_PASSWORDS.toLocaleString('en-US') }))
  report({ stage: 'checking', done: 0, total: read.drafts.length })
  return read
}

/** Matches all rows again with the users locked: they may have changed while the passwords were hashed. */
async function store(ctx: Ctx, drafts: Draft[], passwords: Passwords, report: Report) {
  const existing = await findExisting(ctx, drafts, true)
  const { ready, problems } = matchRows(drafts, existing)
  if (problems.length > 0) fail('conflict')
  try {
    const write = () => storePeople(ctx, ready, passwords, (at) => report({ stage: 'saving', done: at, total: drafts.length }))
    const done = await withinUserLimit(ctx, () => keepingAdministrator(ctx, concerned(ready, existing), write))
    if (done.inserted > 0) await mustFitLicense(ctx)
    return done
  } catch (error) {
    return violates(error, 'unique') ? fail('conflict') : Promise.reject(error)
  }
}

const concerned = (ready: Ready[], { people }: Existing) => ready.flatMap(({ draft }) => people.get(draft.userName.toLowerCase()) ?? [])

async function hashAll(drafts: Draft[], report: Report): Promise<Map<string, string>> {
  const passwords = [...new Set(drafts.map((draft) => draft.password))].filter((one) => one !== '')
  const hashes = new Map<string, string>()
  for (let from = 0; from < passwords.length; from += HASHES_AT_ONCE) {
    const some = passwords.slice(from, from + HASHES_AT_ONCE)
    for (const [at, hash] of (await Promise.all(some.map(hashPassword))).entries()) hashes.set(some[at] ?? '', hash)
    report({ stage: 'saving', done: hashes.size, total: drafts.length })
  }
  return hashes
}

async function findExisting(ctx: Ctx, drafts: Draft[], locks = false): Promise<Existing> {
  const { db, user: self } = ctx
  const roles = await judgedRoles(ctx)
  const departs = await departsWithinScope(ctx)
  const mobiles = drafts.map((draft) => draft.mobile).filter((one) => one !== '')
  const owners = await db
    .selectFrom('sysUser')
    .where(sql<boolean>`mobile = any(${mobiles}::text[])`)
    .select(['id', 'mobile'])
    .execute()
  return {
    departs: departsByText(await db.selectFrom('sysDepart').select(['id', 'parentId', 'deptName', 'deptCode']).execute()),
    reachableDepts: departs && new Set(departs),
    roles: new Map(roles.map((one) => [one.roleName, one])),
    grantable: new Set(roles.filter((one) => one.refusal === null).map((one) => one.id)),
    people: await peopleNamed(ctx, drafts, locks),
    mobiles: new Map(owners.map((one) => [one.mobile ?? '', one.id])),
    mayUpdate: can(ctx, 'sys:user:update'),
    selfId: self.id,
  }
}

async function peopleNamed(ctx: Ctx, drafts: Draft[], locks: boolean): Promise<Map<string, StoredPerson>> {
  const names = drafts.map((draft) => draft.userName.toLowerCase())
  const rows = await ctx.db
    .selectFrom('sysUser')
    .where(sql<boolean>`lower(user_name) = any(${names}::text[])`)
    .select(['sysUser.id', 'userName', sql<boolean>`(${await withinDataScope(ctx)})`.as('isReachable')])
    .select(sql<string[]>`array(select role_id::text from sys_user_role where user_id = sys_user.id)`.as('roles'))
    .$if(locks, (query) => query.orderBy('sysUser.id').forUpdate())
    .execute()
  return new Map(rows.map(({ userName, ...row }) => [userName.toLowerCase(), row]))
}
