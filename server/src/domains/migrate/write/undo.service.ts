// Takes back the rows that a migration made and that are unchanged since.
import { sql } from 'kysely'
import type { App, Ctx, CurrentUser } from '../../../kernel/ctx.ts'
import { among } from '../../../kernel/database.ts'
import { Failure } from '../../../kernel/fail.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'
import { deleteCourses } from '../../course/catalog/course.service.ts'
import { deleteFiles } from '../../course/file/file.service.ts'
import { removeLearning } from '../../course/records/carry.service.ts'
import { removeHands } from '../../course/work/carry.service.ts'
import { deleteExams } from '../../exam/exam-remove.service.ts'
import { deletePapers } from '../../paper/paper.service.ts'
import { deleteDeparts } from '../../people/org/depart-admin.service.ts'
import { deleteUsers } from '../../people/user/user-batch.service.ts'
import { deleteQuestions } from '../../qu/bank/remove.service.ts'
import { deleteRepos } from '../../repo/repo.service.ts'
import { deleteTmpls } from '../../tmpl/tmpl.service.ts'
import { oldKinds, type OldKind } from '../old-site.format.ts'
import { marksOf, stillThere } from './mark.service.ts'
import type { Entry } from './run.service.ts'

const PORTION = 200

type Remove = (ctx: Ctx, ids: string[]) => Promise<unknown>
/** Later things first. A file stays: the sweep of unused uploads takes it when nothing shows it. */
const removals: [OldKind, Remove][] = [
  ['learn', (ctx, ids) => removeLearning(ctx, ids)],
  ['hand', (ctx, ids) => removeHands(ctx, ids)],
  ['course', (ctx, ids) => deleteCourses(ctx, { ids })],
  ['courseFile', (ctx, ids) => deleteFiles(ctx, { ids })],
  ['work', (ctx, ids) => deleteFiles(ctx, { ids })],
  ['paper', (ctx, ids) => deletePapers(ctx, { ids })],
  ['exam', (ctx, ids) => deleteExams(ctx, { ids })],
  ['tmpl', (ctx, ids) => deleteTmpls(ctx, { ids })],
  ['qu', (ctx, ids) => deleteQuestions(ctx, { ids })],
  ['repo', (ctx, ids) => deleteRepos(ctx, { ids })],
  ['user', (ctx, ids) => deleteUsers(ctx, { ids })],
  ['depart', (ctx, ids) => deleteDeparts(ctx, { ids })],
]

type Item = { oldId: string; newId: string; mark: string }

/** Undoes a migration in portions. @returns what was taken back (`gone`), and what stays with the reason (`refused`) */
export async function undoMigration(app: App, source: string, user: CurrentUser): Promise<Entry[]> {
  const entries: Entry[] = []
  // rows that were here before are only let go
  await app.db.deleteFrom('migrateItem').where('source', '=', source).where('made', '=', false).execute()
  for (const [kind, remove] of removals) {
    const items = await app.db
      .selectFrom('migrateItem')
      .where('source', '=', source)
      .where('kind', '=', kind)
      // departments: those below first
      .orderBy(sql`new_id desc`)
      .select(['oldId', 'newId', 'mark'])
      .execute()
    const size = kind === 'depart' ? 1 : PORTION
    for (let from = 0; from < items.length; from += size)
      entries.push(...(await undoPortion(app, { source, user, kind, remove }, items.slice(from, from + size))))
  }
  await app.db.deleteFrom('migrateItem').where('source', '=', source).where('kind', '=', 'file').execute()
  return entries
}

type Task = { source: string; user: CurrentUser; kind: OldKind; remove: Remove }

async function undoPortion(app: App, task: Task, items: readonly Item[]): Promise<Entry[]> {
  try {
    return await ownTransaction(app, (ctx) => removed(ctx, task, items), { user: task.user })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const [only] = items
    if (items.length === 1 && only) return [entryOf(task.kind, only, 'refused', error.refusal.zh)]
    const entries: Entry[] = []
    for (const one of items) entries.push(...(await undoPortion(app, task, [one])))
    return entries
  }
}

const entryOf = (kind: OldKind, { oldId, newId }: Item, outcome: 'gone' | 'refused', why: string): Entry => ({
  kind,
  id: oldId,
  title: `${oldKinds[kind]} ${newId}`,
  outcome,
  why,
})

async function removed(ctx: Ctx, { source, kind, remove }: Task, items: readonly Item[]): Promise<Entry[]> {
  const { db } = ctx
  const ids = items.map((one) => one.newId)
  const there = await stillThere(
    db,
    items.map(({ newId }) => ({ kind, newId })),
  )
  const marks = await marksOf(db, kind, ids)
  const changed = items.filter((one) => there.has(`${kind} ${one.newId}`) && marks.get(one.newId) !== one.mark)
  const unchanged = items.filter((one) => !changed.includes(one))
  const wanted = unchanged.filter((one) => there.has(`${kind} ${one.newId}`)).map((one) => one.newId)
  if (wanted.length > 0) await remove(ctx, wanted)
  await db
    .deleteFrom('migrateItem')
    .where('source', '=', source)
    .where('kind', '=', kind)
    .where(
      among(
        'newId',
        unchanged.map((one) => one.newId),
      ),
    )
    .execute()
  return [
    ...changed.map((one) => entryOf(kind, one, 'refused', '迁移之后改过或用过，保留')),
    ...unchanged.map((one) => entryOf(kind, one, 'gone', '')),
  ]
}
