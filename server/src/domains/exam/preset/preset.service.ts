// Presets of exams: settings that a person keeps for themselves or for the whole site.
import { say } from '@shuyuan/contract/exam/exam.server.texts.ts'
import { allowedSignals } from '@shuyuan/contract/exam/integrity-form.ts'
import { type examPreset, PresetSettings } from '@shuyuan/contract/exam/preset/preset.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import * as z from 'zod'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { json } from '../../../kernel/database.ts'
import { fail, failField } from '../../../kernel/fail.ts'
import { scopeOf } from '../../people/role-menu/scope.service.ts'

const MAX_PRESETS = 100

/** The caller's own presets and those of the site, by name. */
export async function listPresets(ctx: Ctx): Promise<Output<typeof examPreset.list>> {
  const { db, user } = ctx
  const site = await mayShare(ctx)
  const rows = await db
    .selectFrom('examPreset')
    .where((eb) => eb.or([eb('createBy', '=', user.id), eb('shared', '=', true)]))
    .orderBy('title')
    .orderBy('id')
    .limit(MAX_PRESETS)
    .select(['id', 'title', 'shared', 'settings', 'createBy'])
    .execute()
  // stored as on the wire, so that a field that came later has its default
  return rows.map(({ createBy, settings, ...row }) => ({
    ...row,
    own: createBy === user.id ? site || !row.shared : site && row.shared,
    settings: presetOf(settings as Partial<Stored>),
  }))
}

type Stored = z.input<typeof PresetSettings>
/** A preset that an earlier version stored may have verdicts that are refused today. */
const presetOf = (settings: Partial<Stored>) => PresetSettings.parse({ ...settings, signals: allowedSignals(settings.signals ?? {}) })

/** Presets of the site stand in everybody's form: they need the permission to change exams, and all data in scope (decision 101). */
const mayShare = async (ctx: Ctx) => can(ctx, 'exam:update') && (await scopeOf(ctx)).width === 'all'

/**
 * Stores a preset of the caller, or changes a stored one. Fails at shared for a caller without the right to presets of the site, notFound for a
 * preset that they may not change.
 */
export async function savePreset(ctx: Ctx, { id, title, shared, settings }: Input<typeof examPreset.save>) {
  const { db, user, now } = ctx
  const site = await mayShare(ctx)
  if (shared && !site) failField('shared', say('presetBeyondReach'))
  if (id !== undefined) {
    const changed = await db
      .updateTable('examPreset')
      .set({ title, shared, settings: json(z.encode(PresetSettings, settings)) })
      .where('id', '=', id)
      .where((eb) => (site ? eb.or([eb('createBy', '=', user.id), eb('shared', '=', true)]) : eb.and({ createBy: user.id, shared: false })))
      .returning('id')
      .executeTakeFirst()
    return changed ?? fail('notFound')
  }
  return db
    .insertInto('examPreset')
    .values({ title, shared, settings: json(z.encode(PresetSettings, settings)), createBy: user.id, createTime: now })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** Deletes presets of the caller; callers with the right to presets of the site can delete them, too. Fails notFound if one may not be deleted. */
export async function deletePresets(ctx: Ctx, { ids }: Input<typeof examPreset.delete>) {
  const { db, user } = ctx
  const site = await mayShare(ctx)
  const { numDeletedRows } = await db
    .deleteFrom('examPreset')
    .where('id', 'in', ids)
    .where((eb) => eb.or([eb('createBy', '=', user.id), ...(site ? [eb('shared', '=', true)] : [])]))
    .executeTakeFirstOrThrow()
  if (Number(numDeletedRows) < new Set(ids).size) fail('notFound')
  return true as const
}
