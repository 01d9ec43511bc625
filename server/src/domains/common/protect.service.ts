// Makes uploads private that were sent as public ones: those from before private uploads, and those of clients that name another scene.
import { type Expression, sql } from 'kysely'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import type { Database } from '../../kernel/database.ts'
import { isCloudKey } from '../../kernel/storage.ts'

/** Where a domain refers to uploads that must be private. */
export type PrivateReferences = {
  /** addresses in its rows whose uploads are still public; with `url` this one only */
  list: (db: Database, url?: string) => Promise<string[]>
  /** writes another address of the same upload into its rows */
  replace: (db: Database, from: string, to: string) => Promise<void>
}

/** Of these addresses, a query of one column, those whose uploads are still public; with `only` at most this one. */
export async function publicAmong(db: Database, addresses: Expression<{ fileUrl: string }>, only?: string): Promise<string[]> {
  const rows = await db
    .selectFrom('commonFile')
    .where('isPrivate', '=', false)
    .where(sql<boolean>`url in ${addresses}`)
    .$if(only !== undefined, (query) => query.where('url', '=', only ?? ''))
    .select('url')
    .execute()
  return rows.map((one) => one.url)
}

/** The references of all domains; each adds its own at the start. */
export const privateReferencesOf = appPart<PrivateReferences[]>(() => [])

/** Makes an upload private once the caller's row that refers to it is committed. */
export function protectAfter({ app, afterCommit }: Pick<Ctx, 'app' | 'afterCommit'>, references: PrivateReferences, url: string): void {
  afterCommit(() => protectUploads(app, [references], url))
}

/** Makes all these uploads private, or this one. An upload that cannot be moved now is logged and tried again at the next run. */
export async function protectUploads(app: App, references: readonly PrivateReferences[], only?: string): Promise<void> {
  for (const { list, replace } of references) {
    for (const url of new Set(await list(app.db, only))) {
      try {
        await protect(app, url, (db, to) => replace(db, url, to))
      } catch (error) {
        app.log.warn({ err: error, url }, 'an upload could not be made private')
      }
    }
  }
}

async function protect({ db, storage }: App, url: string, replace: (db: Database, to: string) => Promise<void>) {
  const row = await db.selectFrom('commonFile').where('url', '=', url).select(['id', 'provider']).executeTakeFirst()
  const key = keyOf(url)
  if (!row || key === undefined) return
  const address = `/files/${key}`
  const active = await storage.activeProvider()
  // a file that was sent to a provider which is no longer active stays as it is
  if (row.provider !== 'local' && !(active?.provider === row.provider && url === active.url + key)) return
  if (row.provider === 'local' && !(await storage.hide(address))) return
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('commonFile').set({ url: address, isPrivate: true }).where('id', '=', row.id).execute()
    if (url !== address) await replace(transaction, address)
    if (row.provider !== 'local') await active?.protect?.(key)
  })
}

/** The key at the end of an address. */
function keyOf(url: string): string | undefined {
  const parts = url.split('/')
  return [parts.slice(-4), parts.slice(-2)].map((one) => one.join('/')).find(isCloudKey)
}
