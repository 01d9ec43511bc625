// Departments and users of another system.
import { randomInt } from 'node:crypto'
import { setImmediate as breathe } from 'node:timers/promises'
import { TOP } from '@shuyuan/contract/kernel/parent.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { saveDepart } from '../../people/org/depart-admin.service.ts'
import { carryPeople, type CarriedUser, isEmail, isMobile, peopleKnown, whyNotCarry } from '../../people/user/carry-user.service.ts'
import { hashPassword } from '../../session/password.service.ts'
import type { OldDepart, OldUser } from '../old-site.format.ts'
import { type Brought, digestOf, type Run, whyOf } from './run.service.ts'

export type Top = { id: string; deptCode: string }
/** Called with the passwords of a portion before it is committed. */
export type KeepPasswords = (rows: readonly { userName: string; realName: string; password: string }[]) => Promise<void>

/** Few enough that little is hashed again after an interruption. */
const PORTION = 50
const HASHES_AT_ONCE = 2

/** Adds departments below `top`, parents first. One that has the name there already is taken. */
export async function bringDeparts(run: Run, departs: readonly OldDepart[], top: Top): Promise<void> {
  for (const one of run.fresh('depart', parentsFirst(departs), (row) => row.name)) {
    const above = one.parentId === '' ? top.id : run.idOf('depart', one.parentId)
    if (above === undefined) run.note('depart', one.id, one.name, 'refused', '上级部门没有迁移')
    else
      await run
        .portion(async (ctx) => {
          const known = await ctx.db
            .selectFrom('sysDepart')
            .where('parentId', above === TOP ? 'is' : '=', above === TOP ? null : above)
            .where('deptName', '=', one.name.trim())
            .select('id')
            .executeTakeFirst()
          const newId = known?.id ?? (await saveDepart(ctx, { parentId: above, deptName: one.name.trim().slice(0, 60) })).id
          await run.brought(ctx, 'depart', [{ oldId: one.id, newId, made: !known, given: digestOf(one) }])
          run.note('depart', one.id, one.name, known ? 'linked' : 'made', known ? '本站已有同名部门' : '')
        })
        .catch((error: unknown) => run.note('depart', one.id, one.name, 'refused', whyOf(error).zh))
  }
}

/** A department whose parent is missing, or that is below itself, stands at the top. */
function parentsFirst(departs: readonly OldDepart[]): OldDepart[] {
  const byId = new Map(departs.map((one) => [one.id, one]))
  const done = new Map<string, OldDepart>()
  const add = (one: OldDepart, below: readonly string[]): void => {
    if (done.has(one.id)) return
    const parent = byId.get(one.parentId)
    const isLoop = parent !== undefined && [...below, one.id].includes(parent.id)
    if (parent && !isLoop) add(parent, [...below, one.id])
    done.set(one.id, parent && !isLoop ? one : { ...one, parentId: '' })
  }
  for (const one of departs) add(one, [])
  return [...done.values()]
}

/** Adds users; those whose name or mobile number is here already are linked. */
export async function bringUsers(run: Run, users: readonly OldUser[], top: Top, keep: KeepPasswords): Promise<void> {
  const fresh = run.fresh('user', users, (row) => row.userName)
  const taken = { names: new Set<string>(), mobiles: new Set<string>() }
  for (let from = 0; from < fresh.length; from += PORTION) {
    const some = fresh.slice(from, from + PORTION)
    const plan = planOf(run, some, taken)
    const passwords = plan.map(({ person }) => person.password)
    const hashes = run.isDry ? new Map(passwords.map((one) => [one, ''])) : await hashesOf(passwords)
    try {
      await run.portion((ctx) => bringPortion(run, ctx, { plan, top, hashes, keep }))
    } catch (error) {
      const why = whyOf(error).zh
      for (const { old } of plan) run.note('user', old.id, old.userName, 'refused', why)
    }
    await breathe()
  }
}

type Planned = { old: OldUser; person: CarriedUser; dropped: string[] }

/** What can be stored of each user: a name that an earlier user has is refused, a number only left out. */
function planOf(run: Run, users: readonly OldUser[], { names, mobiles }: { names: Set<string>; mobiles: Set<string> }): Planned[] {
  return users.flatMap((old) => {
    const name = old.userName.toLowerCase()
    const why = names.has(name) ? '用户名与前面的用户相同' : whyNotCarry(old)?.zh
    if (why !== undefined) {
      run.note('user', old.id, old.userName, 'refused', why)
      return []
    }
    names.add(name)
    const dropped: string[] = []
    const kept = (value: string, fits: boolean, what: string) => {
      if (value !== '' && !fits) dropped.push(`${what} ${value} 没有带过来`)
      return fits ? value : ''
    }
    const mobile = kept(old.mobile, isMobile(old.mobile) && !mobiles.has(old.mobile), '手机号')
    if (mobile !== '') mobiles.add(mobile)
    const email = kept(old.email, isEmail(old.email), '邮箱')
    const { userName, realName, role, isDisabled } = old
    return [{ old, dropped, person: { userName, realName, role, isDisabled, mobile, email, deptCode: '', password: newPassword() } }]
  })
}

type Portion = { plan: readonly Planned[]; top: Top; hashes: ReadonlyMap<string, string>; keep: KeepPasswords }

async function bringPortion(run: Run, ctx: Ctx, { plan, top, hashes, keep }: Portion): Promise<void> {
  const codes = await codesOf(run, ctx, plan)
  const known = await peopleKnown(
    ctx,
    plan.map(({ person }) => person.userName),
    plan.map(({ person }) => person.mobile),
  )
  const rows: Brought[] = []
  const added: Planned[] = []
  for (const { old, person, dropped } of plan) {
    const same = known.byName.get(person.userName.toLowerCase()) ?? known.byMobile.get(person.mobile)
    if (same === undefined) added.push({ old, dropped, person: { ...person, deptCode: codes.get(old.departId) ?? top.deptCode } })
    else {
      rows.push({ oldId: old.id, newId: same, made: false, given: digestOf(old) })
      run.note('user', old.id, old.userName, 'linked', '本站已有此用户名或手机号，账号保持不变')
    }
  }
  if (added.length > 0) {
    const people = added.map(({ person }) => person)
    const ids = await carryPeople(ctx, people, hashes)
    for (const { old, person, dropped } of added) {
      rows.push({ oldId: old.id, newId: ids.get(person.userName.toLowerCase()) ?? '', made: true, given: digestOf(old) })
      run.note('user', old.id, old.userName, 'made', dropped.join('；'))
    }
    if (!run.isDry) await keep(people)
  }
  await run.brought(ctx, 'user', rows)
}

/** Codes of departments by the ids that they have in the other system. */
async function codesOf(run: Run, ctx: Ctx, plan: readonly Planned[]): Promise<Map<string, string>> {
  const wanted = new Map([...new Set(plan.map(({ old }) => old.departId))].map((old) => [old, run.idOf('depart', old)]))
  const rows = await ctx.db.selectFrom('sysDepart').select(['id', 'deptCode']).execute()
  const codes = new Map(rows.map((row) => [row.id, row.deptCode]))
  return new Map([...wanted].flatMap(([old, id]) => (id === undefined ? [] : [[old, codes.get(id) ?? ''] as const])))
}

async function hashesOf(passwords: readonly string[]): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (let from = 0; from < passwords.length; from += HASHES_AT_ONCE)
    for (const one of await Promise.all(
      passwords.slice(from, from + HASHES_AT_ONCE).map(async (password) => [password, await hashPassword(password)] as const),
    ))
      hashes.set(...one)
  return hashes
}

/** Signs that are not mistaken for each other on paper. */
const signs = ['ABCDEFGHJKLMNPQRSTUVWXYZ', 'abcdefghijkmnpqrstuvwxyz', '23456789']
const newPassword = () =>
  Array.from({ length: 12 }, (_, at) => {
    const some = signs[at % signs.length] ?? ''
    return some[randomInt(some.length)]
  }).join('')
