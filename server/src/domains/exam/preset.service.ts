// Presets of exams: settings that a person keeps for themselves or for the whole site.
import { type examPreset, PresetSettings } from '@shuyuan/contract/exam/preset.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import * as z from 'zod'
import { can, type Ctx } from '../../kernel/ctx.ts'
import { json } from '../../kernel/database.ts'
import { fail } from '../../kernel/fail.ts'

const MOST = 100

/** The caller's own presets and those of the site, by name. */
export async function listPresets({ db, user }: Ctx): Promise<Output<typeof examPreset.list>> {
  const rows = await db
    .selectFrom('examPreset')
    .where((eb) => eb.or([eb('createBy', '=', user.id), eb('shared', '=', true)]))
    .orderBy('title')
    .orderBy('id')
    .limit(MOST)
    .select(['id', 'title', 'shared', 'settings', 'createBy'])
    .execute()
  // stored as on the wire, so that a field that came later has its default
  return rows.map(({ createBy, settings, ...row }) => ({ ...row, own: createBy === user.id, settings: PresetSettings.parse(settings) }))
}

/** Stores a preset of the caller. */
export function savePreset({ db, user, now }: Ctx, { title, shared, settings }: Input<typeof examPreset.save>) {
  return db
    .insertInto('examPreset')
    .values({ title, shared, settings: json(z.encode(PresetSettings, settings)), createBy: user.id, createTime: now })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Deletes presets of the caller, and with the permission to delete exams those of the site. Fails notFound if one may not be deleted. */
export async function deletePresets(ctx: Ctx, { ids }: Input<typeof examPreset.delete>) {
  const { db, user } = ctx
  const { numDeletedRows } = await db
    .deleteFrom('examPreset')
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('createBy', '=', user.id), ...(can(ctx, 'exam:delete') ? [eb('shared', '=', true)] : [])]))
    .executeTakeFirstOrThrow()
  if (Number(numDeletedRows) < new Set(ids).size) fail('notFound')
  return true as const
}
