// npm run migrate: brings what another system holds to this one, shows what would be brought, or takes it back.
import type { App, Ctx, CurrentUser } from '../../kernel/ctx.ts'
import { ownTransaction } from '../../kernel/own-transaction.ts'
import { rootDepart } from '../people/org/depart.service.ts'
import { administratorNamed } from '../people/user/carry-user.service.ts'
import { auditTitled } from '../site/log/log.service.ts'
import type { OldSite } from './old-site.format.ts'
import { bringBanks } from './write/bank.service.ts'
import { bringCourses } from './write/course.service.ts'
import { bringCourseFiles } from './write/course-file.service.ts'
import { bringLearning } from './write/learn.service.ts'
import { bringExams, bringPapers, bringResults } from './write/paper.service.ts'
import { bringDeparts, bringUsers, type KeepPasswords, type Top } from './write/people.service.ts'
import { countsOf } from './write/report.service.ts'
import { placeLateWorks } from './write/late-work.service.ts'
import { bringHands, bringWorks } from './write/work.service.ts'
import { type Entry, Run } from './write/run.service.ts'
import { undoMigration } from './write/undo.service.ts'

/** What can be left out: users include departments, results need exams, and what was learnt needs courses. */
export const parts = ['users', 'banks', 'exams', 'results', 'courses'] as const
export type Part = (typeof parts)[number]

export type Migration = {
  site: OldSite
  /** name of the administrator in whose name it is done */
  as: string
  /** nothing stays */
  isDry: boolean
  only: ReadonlySet<Part>
  /** code or name of the department that gets the others; undefined: the root */
  depart: string | undefined
  keepPasswords: KeepPasswords
}

/** The department of this code or name. Throws for none and for several. */
async function topOf({ db }: Pick<App, 'db'>, named: string | undefined): Promise<Top> {
  if (named === undefined) return rootDepart(db)
  const rows = await db
    .selectFrom('sysDepart')
    .where((eb) => eb.or([eb('deptCode', '=', named), eb('deptName', '=', named)]))
    .select(['id', 'deptCode'])
    .execute()
  const [row] = rows
  if (!row || rows.length > 1)
    throw new Error(row ? `several departments are called ${named}: give the code` : `there is no department ${named}`)
  return row
}

/** Brings the parts in their order, one after the other. Throws for an unknown administrator or department. @returns what became of each row */
export async function migrateSite(app: App, { site, as, isDry, only, depart, keepPasswords }: Migration): Promise<Entry[]> {
  const user = await administratorNamed(app.db, as)
  const top = await topOf(app, depart)
  return Run.of(app, { source: site.source, user, isDry }, async (run) => {
    for (const { kind, id, title, why } of site.left) run.note(kind, id, title, 'left', why)
    if (only.has('users')) {
      await bringDeparts(run, site.departs, top)
      await bringUsers(run, site.users, top, keepPasswords)
    }
    if (only.has('banks')) await bringBanks(run, site)
    if (only.has('exams')) {
      await bringPapers(run, site)
      await bringExams(run, site)
    }
    if (only.has('results')) await bringResults(run, site)
    if (only.has('courses')) {
      const files = await bringCourseFiles(run, site.files)
      await bringCourses(run, site, new Set([...files, ...(await bringWorks(run, site))]))
      await placeLateWorks(run, site)
    }
    if (only.has('courses') && only.has('results')) {
      await bringHands(run, site)
      await bringLearning(run, site.learns)
    }
    if (!isDry) await recordRun(app, user, '迁移旧系统数据', site.source, run.entries)
    return run.entries
  })
}

/** Takes back what was brought from this source. Throws for an unknown administrator, and where nothing was brought from it. */
export async function undoSite(app: App, { source, as }: { source: string; as: string }): Promise<Entry[]> {
  const user = await administratorNamed(app.db, as)
  const some = await app.db.selectFrom('migrateItem').where('source', '=', source).select('oldId').limit(1).executeTakeFirst()
  if (!some) throw new Error(`nothing was brought from ${source}`)
  const entries = await undoMigration(app, source, user)
  await recordRun(app, user, '撤销迁移', source, entries)
  return entries
}

/** What was brought, by source. */
export const migratedSources = ({ db }: Pick<App, 'db'>): Promise<{ source: string; rows: number }[]> =>
  db
    .selectFrom('migrateItem')
    .groupBy('source')
    .orderBy('source')
    .select((eb) => ['source', eb.cast<number>(eb.fn.countAll(), 'integer').as('rows')])
    .execute()

async function recordRun(app: App, user: CurrentUser, title: string, source: string, entries: readonly Entry[]): Promise<void> {
  const counts = Object.fromEntries([...countsOf(entries)].map(([kind, of]) => [kind, Object.fromEntries(of)]))
  await ownTransaction(
    app,
    (ctx: Ctx) => auditTitled({ ...ctx, change: { after: counts } }, { path: 'npm run migrate', title }, { source }),
    { user },
  )
}

export { reportOf } from './write/report.service.ts'
