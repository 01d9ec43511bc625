// Prizes of activities: the certificates that they name, and their titles.
import type { Prize } from '@shuyuan/contract/activity/activity.ts'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { Ctx } from '../../kernel/ctx.ts'
import { mustNameCert } from '../cert/cert.service.ts'
import { site } from '../site/config/config.service.ts'

export type PrizeRow = z.infer<typeof Prize>
type Titled = PrizeRow & { certId_dictText: string }

/** The stored prizes of an activity; those of earlier versions name no certificate. */
export const storedPrizes = (stored: unknown): PrizeRow[] =>
  (stored as (Omit<PrizeRow, 'certId'> & { certId?: string | null })[]).map((one) => ({ ...one, certId: one.certId ?? null }))

const certsOf = (prizes: readonly PrizeRow[]) => [...new Set(prizes.flatMap(({ certId }) => (certId === null ? [] : [certId])))]

/** Prizes with the titles of their certificates; empty titles while the module is switched off, because none is granted then. */
export async function titledPrizes(ctx: Pick<Ctx, 'app' | 'db'>, prizes: readonly PrizeRow[]): Promise<Titled[]> {
  const ids = certsOf(prizes)
  const isOn = ids.length > 0 && (await site(ctx)).props.moduleCert
  const rows = isOn ? await ctx.db.selectFrom('cert').where('id', 'in', ids).select(['id', 'title']).execute() : []
  const titles = new Map(rows.map((row) => [row.id, row.title]))
  return prizes.map((one) => ({ ...one, certId_dictText: titles.get(one.certId ?? '') ?? '' }))
}

/** Fails at `prizes` for an unknown certificate, and for a disabled one that the activity did not name before. */
export async function mustNameCerts(ctx: Ctx, prizes: readonly PrizeRow[], before: readonly PrizeRow[]): Promise<void> {
  const stored = new Set(certsOf(before))
  for (const id of certsOf(prizes)) await mustNameCert(ctx, id, stored.has(id) ? id : null, 'prizes')
}

/** Stores which certificates an activity names: they cannot be deleted. */
export async function storeCerts({ db }: Pick<Ctx, 'db'>, activityId: string, prizes: readonly PrizeRow[]): Promise<void> {
  await db.deleteFrom('activityCert').where('activityId', '=', activityId).execute()
  await sql`insert into activity_cert (activity_id, cert_id)
    select ${activityId}::bigint, unnest(${certsOf(prizes)}::bigint[])`.execute(db)
}
