// The licence of this installation: uploaded once, checked whenever it is read.
import { say } from '@shuyuan/contract/site/site.server.texts.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import type { LicenseFacts } from '@shuyuan/contract/site/config/license.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { sql } from 'kysely'
import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type App, can, type Ctx, mustHaveFile } from '../../../kernel/ctx.ts'
import { readNamed } from '../../../kernel/files/named-file.ts'
import { appPart } from '../../../kernel/part.ts'
import { fail } from '../../../kernel/fail.ts'
import { isOver, publicKeyOf, readLicense, type SignedLicense } from './license.format.ts'
import { saveSetting, storedSetting } from '../setting/setting.service.ts'

const MAX_BYTES = 10_000

type Reading = ReturnType<typeof readLicense>
/** The key, and the last result of checking a licence: a signature is verified once, not with every call. */
const keyOf = appPart((): { key?: KeyObject; checked?: { text: string; read: Reading } } => ({}))

/** Reads the public key that the environment names. Throws when it cannot be read, or when a licence is required and no key is named. */
export async function openLicense(app: App): Promise<void> {
  const { licensePublicKey, licensePublicKeyFile, licenseRequired } = app.config
  const text = licensePublicKeyFile === undefined ? licensePublicKey : readNamed('LICENSE_PUBLIC_KEY_FILE', licensePublicKeyFile)
  if (text === undefined) {
    if (licenseRequired) throw new Error('LICENSE_REQUIRED is set, but neither LICENSE_PUBLIC_KEY nor LICENSE_PUBLIC_KEY_FILE names a key')
    return
  }
  try {
    keyOf(app).key = publicKeyOf(text)
  } catch {
    throw new Error('The licence key (LICENSE_PUBLIC_KEY, LICENSE_PUBLIC_KEY_FILE) is not an Ed25519 public key')
  }
  const { state } = await stateOf(app)
  if (licenseRequired && state !== 'valid') app.log.warn({ state }, 'no valid licence: only administrators can sign in')
}

type Found = { state: LicenseFacts['state']; license?: SignedLicense }

async function stateOf(app: App): Promise<Found> {
  const { text } = (await storedSetting({ app }, 'license')) as { text?: string }
  const part = keyOf(app)
  if (text === undefined || part.key === undefined) return { state: 'missing' }
  if (part.checked?.text !== text) part.checked = { text, read: readLicense(text, part.key) }
  const { read } = part.checked
  if ('refused' in read) return { state: 'wrong' }
  return { state: isOver(read.license, app.clock()) ? 'expired' : 'valid', license: read.license }
}

async function mustBeLicensed(app: App) {
  const { state } = await stateOf(app)
  if (state === 'missing') fail('licence', say('licenceMissing'))
  if (state === 'expired') fail('licence', say('licenceExpired'))
  if (state === 'wrong') fail('licence')
}

/**
 * Refuses a call with licence where a licence is required and none is valid; public calls pass, and those about an open paper.
 */
export async function admitUnlicensed(app: App, endpoint: Endpoint): Promise<void> {
  if (!app.config.licenseRequired || endpoint.permit === '-' || endpoint.begun || endpoint.unlicensed) return
  await mustBeLicensed(app)
}

/** Without a valid licence only back-office users sign in; call it before a session is opened. Fails licence. */
export async function admitSession({ app, db }: Pick<Ctx, 'app' | 'db'>, userId: string): Promise<void> {
  if (!app.config.licenseRequired) return
  const person = await db.selectFrom('sysUser').where('id', '=', userId).select('roleType').executeTakeFirst()
  if (person?.roleType !== RoleType.staff) await mustBeLicensed(app)
}

const countUsers = async ({ db }: Pick<Ctx, 'db'>) => {
  const { users } = await db
    .selectFrom('sysUser')
    .where('state', '!=', UserState.disabled)
    .select(sql<number>`count(*)::int`.as('users'))
    .executeTakeFirstOrThrow()
  return users
}

/** Fails licenseSeats when there are more accounts than the licence allows; call it after adding some, in the same transaction. */
export async function mustFitLicense(ctx: Pick<Ctx, 'app' | 'db'>): Promise<void> {
  if (!ctx.app.config.licenseRequired) return
  const maxUsers = (await stateOf(ctx.app)).license?.maxUsers
  if (maxUsers === undefined) return
  // concurrent transactions that add users must count each other's
  await sql`select pg_advisory_xact_lock(hashtextextended('sys.license', 0))`.execute(ctx.db)
  if ((await countUsers(ctx)) > maxUsers) fail('licenseSeats', say('licenseSeatsOf', { max: maxUsers }))
}

/** Number of users who can sign in now: neither disabled nor pending nor expired. */
async function countAdmitted({ db, now }: Pick<Ctx, 'db' | 'now'>) {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from sys_user where state = ${sql.lit(UserState.active)} and (expire_time is null or expire_time > ${now}::timestamptz)`.execute(
    db,
  )
  return rows[0]?.people ?? 0
}

/**
 * Runs a change of users. Where it enables more users to sign in (enabled, approved, a later expiry), their number must be within the
 * licence. Other changes pass even where a smaller licence is exceeded. Fails licenseSeats.
 */
export async function withinUserLimit<T>(ctx: Pick<Ctx, 'app' | 'db' | 'now'>, act: () => Promise<T>): Promise<T> {
  if (!ctx.app.config.licenseRequired) return act()
  const before = await countAdmitted(ctx)
  const done = await act()
  if ((await countAdmitted(ctx)) > before) await mustFitLicense(ctx)
  return done
}

/** The facts of the licence; the numbers of users only for callers who can upload one. */
export async function licenseDetail(ctx: Ctx): Promise<LicenseFacts> {
  const { state, license } = await stateOf(ctx.app)
  const facts = {
    required: ctx.app.config.licenseRequired,
    state,
    holder: license?.holder ?? '',
    validUntil: license?.validUntil ?? '',
  }
  return can(ctx, 'sys:license') ? { ...facts, maxUsers: license?.maxUsers ?? null, users: await countUsers(ctx) } : facts
}

/** Stores a licence file. Fails licenseKeyless, licenseBroken, licenseForged or licenseOver; then the previous one stays. */
export async function uploadLicense(ctx: Ctx): Promise<LicenseFacts> {
  const { path, size } = mustHaveFile(ctx)
  const { key } = keyOf(ctx.app)
  if (key === undefined) fail('licenseKeyless')
  if (size > MAX_BYTES) fail('licenseBroken')
  const text = await readFile(path, 'utf8')
  const read = readLicense(text, key)
  if ('refused' in read) fail(read.refused === 'broken' ? 'licenseBroken' : 'licenseForged')
  const { license } = read
  if (isOver(license, ctx.now)) fail('licenseOver')
  await saveSetting(ctx, 'license', { text })
  const { holder, validUntil, maxUsers } = license
  ctx.change.after = { holder, validUntil, maxUsers }
  return {
    required: ctx.app.config.licenseRequired,
    state: 'valid',
    holder,
    validUntil,
    maxUsers: maxUsers ?? null,
    users: await countUsers(ctx),
  }
}
