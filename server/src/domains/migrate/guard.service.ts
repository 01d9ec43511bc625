// What a run is asked before it stores anything: a demonstration, and a site with content of its own, are no places to pour another system into by mistake.
import { sql } from 'kysely'
import type { App } from '../../kernel/ctx.ts'
import { site } from '../site/config/config.service.ts'

type Given = {
  source: string
  /** the name of this site, as the caller has written it */
  name: string | undefined
  /** the caller means a demonstration */
  demo: boolean
}

/**
 * Throws where this is a demonstration that was not meant, and where the site has content of its own and nothing of this source yet, unless its
 * name is given. An empty site, and one that goes on with the same source, ask nothing.
 */
export async function mustBeMeant(app: App, { source, name, demo }: Given): Promise<void> {
  const { rows } = await sql<{ isDemo: boolean; isFull: boolean; isKnown: boolean }>`
    select exists (select from sys_config where key = 'demo.people') as is_demo,
      exists (select from repo) or exists (select from exam) or exists (select from course) or (select count(*) from sys_user) > 1 as is_full,
      exists (select from migrate_item where source = ${source}) as is_known`.execute(app.db)
  const { isDemo = false, isFull = false, isKnown = false } = rows[0] ?? {}
  if (isDemo && !demo)
    throw new Error(
      'This is a demonstration. --demo brings it here all the same; DEMO=false and another DATA_DIR begin a site of your own.',
    )
  if (!isFull || isKnown || isDemo) return
  const { siteName } = await site({ app })
  if (name?.trim() !== siteName)
    throw new Error(`The site “${siteName}” has users or content already. To add to it, give its name: --site "${siteName}"`)
}
