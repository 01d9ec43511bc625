// Looks at the start for accounts that still have a published password of the demonstration.
import type { App } from '../../kernel/ctx.ts'
import { hasPublished, setPublished } from '../site/config/demo.service.ts'
import { openArgon2 } from './argon2.service.ts'
import { LEARNER_PASSWORD, publishedPasswords } from './published.data.ts'

/** Accounts of the demo data are the first of a site. */
const DEMO_ACCOUNTS = 100

/**
 * Finds the hashes of published passwords on a site with the demo data, and remembers them for the life of the process. Accounts of the
 * demo data share their hash, so that few are verified.
 * @returns whether any account has one
 */
export async function findPublishedPasswords(app: App): Promise<boolean> {
  const { db, config } = app
  const demo = await db.selectFrom('sysConfig').where('key', '=', 'demo.people').select('key').executeTakeFirst()
  if (!demo && !config.demo) return false
  const named = Object.entries(publishedPasswords)
  const rows = await db
    .selectFrom('sysUser')
    .where('passwordHash', 'like', '$argon2%')
    .where((eb) => eb.or([eb('userName', 'in', Object.keys(publishedPasswords)), eb('userName', 'like', 'learner%')]))
    .select(['userName', 'passwordHash'])
    .orderBy('id')
    .limit(DEMO_ACCOUNTS)
    .execute()
  const passwordOf = new Map(rows.map((row) => [row.passwordHash, new Map(named).get(row.userName as 'admin') ?? LEARNER_PASSWORD]))
  const { verify } = await openArgon2()
  const hashes: string[] = []
  for (const [hash, password] of passwordOf) if (await verify(hash, password)) hashes.push(hash)
  const found = hashes.length === 0 ? [] : await db.selectFrom('sysUser').where('passwordHash', 'in', hashes).select('userName').execute()
  setPublished(app, { names: found.map((row) => row.userName), hashes })
  return hasPublished(app)
}
