// Accounts of the users of learning platforms.
import { createHash } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { addOutsideAccount } from '../../people/user/outside-account.service.ts'

const MOST_NAME = 60
const NAMELESS = '学员'

/** The account that was made for a user of a platform. */
export const storedUser = ({ db }: Pick<App, 'db'>, platformId: string, subject: string) =>
  db.selectFrom('integrateLtiUser').where('platformId', '=', platformId).where('subject', '=', subject).select('userId').executeTakeFirst()

type Platform = { id: string; deptCode: string }

/**
 * The platform's user here; a new learner at the first time, in the caller's transaction. No account is found by name or address: the platform
 * does not prove these. Fails licenseSeats.
 */
export async function userOf(
  ctx: Ctx,
  platform: Platform,
  { subject, name }: { subject: string; name: string },
): Promise<{ id: string; isNew: boolean }> {
  const { db } = ctx
  const known = await storedUser(ctx, platform.id, subject)
  if (known) return { id: known.userId, isNew: false }
  // two first launches of a person at once
  await db.selectFrom('integrateLtiPlatform').where('id', '=', platform.id).select('id').forUpdate().execute()
  const stored = await storedUser(ctx, platform.id, subject)
  if (stored) return { id: stored.userId, isNew: false }
  const userName = `lti${platform.id}_${createHash('sha256').update(subject).digest('hex').slice(0, 16)}`
  const realName = name.replaceAll('\0', '').toWellFormed().trim().slice(0, MOST_NAME) || NAMELESS
  const id = await addOutsideAccount(ctx, { userName, realName, deptCode: platform.deptCode })
  await db.insertInto('integrateLtiUser').values({ userId: id, platformId: platform.id, subject }).execute()
  return { id, isNew: true }
}
