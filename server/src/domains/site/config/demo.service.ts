// A demonstration site: whether the passwords that README.md publishes still open accounts.
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'
import { isReachable } from '../../../kernel/config.ts'

/** Password hashes that were found to be of published passwords (session/published.service.ts). */
const publishedOf = appPart((): { names: string[]; hashes: string[] } => ({ names: [], hashes: [] }))

export const setPublished = publishedOf.replace

/** Whether a password hash is of a published password: everybody can sign in to such an account. */
export const isPublished = ({ app }: Pick<Ctx, 'app'>, hash: string): boolean => publishedOf(app).hashes.includes(hash)

/** Whether an account still has its published password. */
export async function hasPublished(app: App): Promise<boolean> {
  const { names, hashes } = publishedOf(app)
  if (hashes.length === 0) return false
  const row = await app.db
    .selectFrom('sysUser')
    .where('userName', 'in', names)
    .where('passwordHash', 'in', hashes)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const filledOf = appPart((): { filled: boolean } => ({ filled: false }))

/** Whether the demo school is there and its history (seed/history) is not yet. */
async function isFilling(app: App): Promise<boolean> {
  if (!app.config.demoHistory || filledOf(app).filled) return false
  const rows = await app.db.selectFrom('sysConfig').where('key', 'in', ['demo.school', 'demo.history']).select('key').execute()
  const found = new Set(rows.map((row) => row.key))
  if (found.has('demo.history')) filledOf.replace(app, { filled: true })
  return found.has('demo.school') && !found.has('demo.history')
}

type DemoFacts = { demo: boolean; demoFilling?: true; publishedPasswords: boolean }

/** What pages say about a demonstration: that it is one, that it is being filled, and that published passwords can be used from other computers. */
export async function demoFacts({ app }: Pick<Ctx, 'app'>): Promise<DemoFacts> {
  const { config } = app
  const filling = (await isFilling(app)) ? { demoFilling: true as const } : {}
  return { demo: config.demo, ...filling, publishedPasswords: isReachable(config) && (await hasPublished(app)) }
}
