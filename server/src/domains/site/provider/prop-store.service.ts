// Stored settings of providers: secrets are sealed in the database and open in the server.
import { say } from '@shuyuan/contract/site/site.server.texts.ts'
import { sayKernel } from '@shuyuan/contract/kernel/kernel.texts.ts'
import type { Label } from '@shuyuan/contract/kernel/labels.ts'
import { MASK } from '@shuyuan/contract/site/provider/prop-field.ts'
import { addressesOf, ownSecretsOf, providerOf, type PropType, secretsOf } from '@shuyuan/contract/site/provider/prop-kinds.ts'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { failFields, type FieldMessage, issuesOf } from '../../../kernel/fail.ts'
import { isSealed, type Seal, sealedWith } from '../../../kernel/sealed/seal.ts'
import type { SealedPlace } from '../../../kernel/sealed/sealed-column.ts'
import { unreadableKey } from './pay-key.rules.ts'

export type Data = Record<string, unknown>
/** Settings as stored, secrets sealed. */
export type StoredProp = { provider: string; data: Data; remark: string; active: boolean }

const placeOf = (type: string, provider: string, field: string) => `sys_prop:${type}:${provider}:${field}`
const secretNames = (type: string, provider: string) => {
  const known = providerOf(type as PropType, provider)
  return known ? secretsOf(known.data) : []
}

/** Changes each secret of stored settings that is not empty. */
function withSecrets(type: string, provider: string, data: Data, change: (secret: string, place: string) => string): Data {
  const changed = { ...data }
  for (const name of secretNames(type, provider)) {
    const value = data[name]
    if (isText(value)) changed[name] = change(value, placeOf(type, provider, name))
  }
  return changed
}
/** A value that is not sealed yet is returned unchanged. */
const opened = (seal: Seal, type: string, provider: string, data: Data) =>
  withSecrets(type, provider, data, (secret, place) => (seal.isSealed(secret) ? seal.open(secret, place) : secret))

/** All stored providers of a kind, secrets sealed. */
export async function listProps({ db }: Pick<Ctx, 'db'>, type: string): Promise<StoredProp[]> {
  const rows = await db.selectFrom('sysProp').where('type', '=', type).select(['provider', 'data', 'remark', 'active']).execute()
  return rows.map((row) => ({ ...row, data: row.data as Data }))
}

/** The settings of a stored provider with its secrets: for the server's own use, never sent to a client. Throws for a value that does not open. */
export const openProp = ({ seal }: Pick<App, 'seal'>, type: string, { provider, data }: Pick<StoredProp, 'provider' | 'data'>): Data =>
  opened(seal, type, provider, data)

/** As openProp, for a save: a secret that does not open counts as missing, so that it can be entered again. */
export function knownData({ seal, log }: App, type: string, provider: string, rows: readonly StoredProp[]): Data {
  const row = rows.find((one) => one.provider === provider)
  return withSecrets(type, provider, row?.data ?? {}, (secret, place) => {
    try {
      return seal.isSealed(secret) ? seal.open(secret, place) : secret
    } catch (error) {
      log.warn({ err: error }, 'stored secret')
      return ''
    }
  })
}

/** Changes of one kind follow one another: of two concurrent activations the later wins. */
export const lockProps = (db: Ctx['db'], type: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`sys.prop ${type}`}, 0))`.execute(db)

/** Stores settings, and with `active` whether the provider is in use. */
export async function writeProp(
  { app, db, now }: Pick<Ctx, 'app' | 'db' | 'now'>,
  type: string,
  { provider, data, ...more }: { provider: string; data: Data; remark?: string; active?: boolean },
): Promise<void> {
  const row = { ...more, data: json(withSecrets(type, provider, data, app.seal.seal)), updateTime: now }
  await db
    .insertInto('sysProp')
    .values({ type, provider, ...row })
    .onConflict((conflict) => conflict.columns(['type', 'provider']).doUpdateSet(row))
    .execute()
}

/** Settings as a client sends them. */
export type GivenProp = { type: PropType; provider: string; schema: z.ZodObject; data: Data }
const isUnchanged = (value: unknown) => value === undefined || (typeof value === 'string' && (value.trim() === '' || value.trim() === MASK))

/**
 * The settings to store: complete, valid, with unchanged secrets filled in. A changed address needs the secrets anew, because they are sent
 * there. Fails at the fields that are wrong.
 * @param refused what `addressProblems` found
 */
export function completeProp({ type, provider, schema, data }: GivenProp, stored: Data, refused: readonly FieldMessage[]): Data {
  const given: Data = { ...data }
  const unchanged = secretsOf(schema).filter((name) => isUnchanged(given[name]))
  for (const name of unchanged) given[name] = stored[name] ?? ''
  const read = schema.safeParse(given)
  if (!read.success) return failFields(issuesOf(read.error, ['data']))
  const unreadable = type === 'pay' ? unreadableKey(provider, read.data) : []
  if (unreadable.length > 0) return failFields(unreadable.map((name) => ({ field: `data.${name}`, message: say('pemUnreadable') })))
  if (refused.length > 0) return failFields(refused)
  const moved = addressesOf(schema).filter((name) => read.data[name] !== parsed(schema, name, stored[name]))
  const [first] = moved
  const own = ownSecretsOf(schema)
  const kept = unchanged.filter((name) => read.data[name] !== '' && !own.includes(name))
  if (first !== undefined && kept.length > 0)
    return failFields(
      kept.map((name) => ({
        field: `data.${name}`,
        message: say('secretWithAddress', { address: labelOf(schema, first), label: labelOf(schema, name) }),
      })),
    )
  return read.data
}
const field = (schema: z.ZodObject, name: string) => schema.shape[name] as z.ZodType
/** A stored value, or the default of a field that was added later. */
const parsed = (schema: z.ZodObject, name: string, value: unknown) => field(schema, name).safeParse(value).data ?? value
const labelOf = (schema: z.ZodObject, name: string) => (field(schema, name).meta()?.title ?? name) as Label

/** The addresses of these settings that the server may not connect to, as messages at their fields. Waits for the name service. */
export async function addressProblems({ outgoing }: App, schema: z.ZodObject, data: Data): Promise<FieldMessage[]> {
  const found = await Promise.all(
    addressesOf(schema).map(async (name) => {
      const address = addressIn(data[name])
      const problem = address === '' ? null : await outgoing.problemOf(address)
      return problem === null ? [] : [{ field: `data.${name}`, message: messages[problem](labelOf(schema, name)) }]
    }),
  )
  return found.flat()
}
const messages = {
  form: () => sayKernel('urlForm'),
  scheme: (label: Label) => say('addressNeedsHttps', { label }),
  inside: (label: Label) => say('addressInside', { label }),
}
/** '' for what is no address by itself, such as a region. */
function addressIn(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (/^https?:/i.test(text)) return text
  // the same rule of addresses; ldap without TLS is never spoken
  if (/^ldaps?:/i.test(text)) return text.replace(/^ldaps?:/i, 'https:')
  return text.includes('.') ? `https://${text}/` : ''
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Changes the stored settings of all providers for which `change` returns others. @returns how many */
const rewriteProps = (db: App['db'], change: (type: string, provider: string, data: Data) => { data: Data; active?: false } | undefined) =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('sysProp')
      .select(['type', 'provider', 'data'])
      .orderBy('type')
      .orderBy('provider')
      .forUpdate()
      .execute()
    let written = 0
    for (const { type, provider, data } of rows) {
      const changed = change(type, provider, data as Data)
      if (!changed) continue
      const row = { ...changed, data: json(changed.data) }
      await trx.updateTable('sysProp').set(row).where('type', '=', type).where('provider', '=', provider).execute()
      written++
    }
    return written
  })

/** The secrets of all providers. A provider whose key is lost is not in use any more. */
export const sealedProps: SealedPlace = {
  seal: ({ db, seal }, { all }) =>
    rewriteProps(db, (type, provider, data) => {
      const secrets = secretNames(type, provider).map((name) => data[name])
      const isDue = (value: unknown) => isText(value) && (!seal.isSealed(value) || (all && seal.stale(value)))
      return secrets.some(isDue) ? { data: withSecrets(type, provider, opened(seal, type, provider, data), seal.seal) } : undefined
    }),
  discard: (db, keyIds) =>
    rewriteProps(db, (type, provider, data) => {
      const isLost = (value: string) => isSealed(value) && !keyIds.includes(sealedWith(value))
      if (!secretNames(type, provider).some((name) => isText(data[name]) && isLost(data[name]))) return undefined
      return { data: withSecrets(type, provider, data, (secret) => (isLost(secret) ? '' : secret)), active: false }
    }),
}
