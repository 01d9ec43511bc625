// Consents to the comparison of faces, and the rules of the library.
import type { FaceRules, sysFace } from '@shuyuan/contract/face/face.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type * as z from 'zod'
import type { App, Ctx } from '../../kernel/ctx.ts'
import type { Database } from '../../kernel/database.ts'
import { saveSetting, storedSetting } from '../site/setting/setting.service.ts'

type Rules = z.output<typeof FaceRules>
const consentText = `为核验考试和学习者的身份，本站将保存您的一张人脸照片及由它计算的特征，用于：实名认证、考前人脸核验、考试和学习中的抓拍比对、您自己开启的人脸登录。
人脸信息属于敏感个人信息。照片和特征只保存在本站（或本站设置的人脸服务商），不用于其他目的，不对外提供；抓拍照片到期自动删除。
您可以随时在用户中心撤回同意，撤回后立即删除人脸库中的照片和特征，实名认证申请中的照片作为认证记录保留；不同意不影响使用本站的其他功能，需要人脸核验的考试可以申请由监考员核对身份。`
const defaults: Rules = { consentText, keepDays: 180, examKeepDays: 180, realAuto: 'manual' }

export async function faceRules(ctx: Pick<Ctx, 'app'>): Promise<Rules> {
  return { ...defaults, ...(await storedSetting(ctx, 'face')) }
}

export async function saveFaceRules(ctx: Ctx, input: Input<(typeof sysFace)['rules-save']>): Promise<true> {
  ctx.change = { before: await faceRules(ctx), after: input }
  await saveSetting(ctx, 'face', input)
  return true
}

export const faceRulesDetail = (ctx: Ctx): Promise<Output<(typeof sysFace)['rules-detail']>> => faceRules(ctx)

/** When these users last agreed; users who did not, or withdrew, are missing. */
export async function consentTimes(db: Database, userIds: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ userId: string; createTime: Date; give: boolean }>`
    select distinct on (user_id) user_id::text as user_id, create_time, give from sys_face_consent
    where user_id = any(${userIds}::bigint[]) order by user_id, id desc`.execute(db)
  return new Map(rows.flatMap((row) => (row.give ? [[row.userId, row.createTime] as const] : [])))
}

/** Records a consent or its withdrawal with the present text. @param content replaces the text, where the user agreed elsewhere */
export async function recordConsent(
  { app, db, now, request }: Pick<Ctx, 'app' | 'db' | 'now' | 'request'>,
  userId: string,
  give: boolean,
  content?: string,
): Promise<void> {
  const row = { userId, give, content: content ?? (await faceRules({ app })).consentText, ip: request.ip, createTime: now }
  await db.insertInto('sysFaceConsent').values(row).execute()
}

const DAY_MS = 86_400_000
/** Pictures of checks and captures from before this moment are deleted. */
export const keptSince = async (app: App, of: 'keepDays' | 'examKeepDays'): Promise<Date> =>
  new Date(app.clock().getTime() - (await faceRules({ app }))[of] * DAY_MS)
