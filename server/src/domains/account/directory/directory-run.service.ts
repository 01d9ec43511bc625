// One comparison with the directory: reads it as a whole, plans, and carries the plan out where that is wanted and allowed.
import { type DirectoryNote, DirectoryOrigin, directoryKind, DirectoryState } from '@shuyuan/contract/account/directory/directory.ts'
import { type App, type Ctx, ctxOf } from '../../../kernel/ctx.ts'
import { type Database, json, violates } from '../../../kernel/database.ts'
import { Failure } from '../../../kernel/fail.ts'
import type { Job } from '../../../kernel/jobs.ts'
import { appPart } from '../../../kernel/part.ts'
import { DirectoryLimit, type DirectoryPerson, DirectoryReferral, readPeople, TooManyPeople } from '../../../providers/login/ldap-people.ts'
import { addTask, addTaskKind, type Task, type TaskControl, type TaskEnd } from '../../common/task.service.ts'
import { knownFor } from './directory-known.service.ts'
import { activeOf, type Entry, hashOf, isTooMany, type Known, planOf, type Row } from './directory-plan.rules.ts'
import {
  type Connection,
  directoryConnection,
  directorySettings,
  type Settings,
  settingsHash,
  wasTried,
} from './directory-settings.service.ts'
import { carryOut } from './directory-store.service.ts'
import { ownTransaction } from '../../../kernel/own-transaction.ts'

const KIND = 'sys.directory'
const SUBJECT = 'directory'
const TIMEOUT_MS = 30_000
const PORTION = 5_000
const KEPT_RUNS = 60

export type Order = {
  origin: (typeof DirectoryOrigin)[keyof typeof DirectoryOrigin]
  /** the hash of the plan that was shown; at night '' */
  apply?: string
}
type Params = Order & { runId?: string }

/** Limits and the first pause of a run; replaced in tests. */
export const directoryLimits = appPart(() => ({ most: 200_000, timeoutMs: TIMEOUT_MS }))

/** Queues a run in the caller's transaction. @returns false when one is waiting or running */
export const queueDirectory = (ctx: Ctx, order: Order): Promise<boolean> => addTask(ctx, KIND, SUBJECT, order)

export function syncDirectory(app: App): void {
  addTaskKind(app, {
    kind: KIND,
    atOnce: 1,
    heavy: false,
    run: (task, control) => run(app, task, control),
    failed: (db) => closeOpen(db, app.clock()),
  })
}

/** At night, where the settings say so. */
export const nightlyDirectory = (app: App): Job => ({
  name: 'sys.directory.nightly',
  cron: '23 4 * * *',
  async run() {
    if ((await directorySettings({ app })).nightly) await queueDirectory(ctxOf(app), { origin: DirectoryOrigin.night, apply: '' })
  },
})

class Refused extends Error {
  readonly note: DirectoryNote
  constructor(note: DirectoryNote, options?: ErrorOptions) {
    super(note, options)
    this.note = note
  }
}

const closeOpen = async (db: Database, now: Date) =>
  void (await db
    .updateTable('sysDirectoryRun')
    .where('state', '=', DirectoryState.running)
    .set({ state: DirectoryState.failed, endTime: now, note: 'stopped' satisfies DirectoryNote })
    .execute())

const nothing: TaskEnd = async () => undefined

async function run(app: App, task: Task, control: TaskControl): Promise<TaskEnd> {
  const params = task.params as Params
  if (params.runId !== undefined && (await isClosed(app, params.runId))) return nothing
  // of a process that was killed
  await closeOpen(app.db, app.clock())
  const { id } = await app.db
    .insertInto('sysDirectoryRun')
    .values({ origin: params.origin, startTime: app.clock(), createBy: task.createBy })
    .returning('id')
    .executeTakeFirstOrThrow()
  await control.keep({ ...params, runId: id })
  try {
    await compare(app, id, params, control.signal)
  } catch (error) {
    if (control.signal.aborted) throw error
    const note = noteOf(error)
    if (note === undefined) throw error
    app.log.warn({ err: error }, 'the directory sync changed nothing')
    await app.db
      .updateTable('sysDirectoryRun')
      .where('id', '=', id)
      .set({ state: DirectoryState.failed, endTime: app.clock(), note, entries: readBefore(error) })
      .execute()
  }
  return nothing
}

/** How many entries the directory gave before its limit. */
const readBefore = (error: unknown) => (error instanceof Refused && error.cause instanceof DirectoryLimit ? error.cause.read : 0)

const isClosed = async ({ db }: App, id: string) =>
  (await db
    .selectFrom('sysDirectoryRun')
    .where('id', '=', id)
    .where('state', '!=', DirectoryState.running)
    .select('id')
    .executeTakeFirst()) !== undefined

function noteOf(error: unknown): DirectoryNote | undefined {
  if (error instanceof Refused) return error.note
  if (error instanceof Failure && error.reason === 'licenseSeats') return 'seats'
  return violates(error, 'unique') || violates(error, 'reference') ? 'conflict' : undefined
}

async function compare(app: App, id: string, params: Params, signal: AbortSignal) {
  const connection = await directoryConnection(app)
  if (!connection) throw new Refused('unset')
  const settings = await directorySettings({ app })
  // the whole directory is read before anything is planned: a lost connection changes nothing
  const entries = (await peopleOf(app, connection, settings, signal)).map((one) => entryOf(one, settings))
  if (entries.length === 0) throw new Refused('empty')
  await ownTransaction(app, async (ctx) => {
    const known = await knownFor(ctx, entries, settings.deptCode, true)
    const rows = planOf(entries, known)
    const hash = settingsHash(settings, connection)
    const { state, note } = await verdict(ctx, { params, rows, known, settings, hash })
    if (state === DirectoryState.applied) await carryOut(ctx, rows, settings.deptCode)
    await storeRows(ctx, id, rows)
    await ctx.db
      .updateTable('sysDirectoryRun')
      .where('id', '=', id)
      .set({ state, note, endTime: app.clock(), entries: entries.length, accounts: activeOf(known) })
      .set({ counts: json(countsOf(rows)), planHash: hashOf(rows), settingsHash: hash })
      .execute()
    await forget(ctx)
  })
}

async function peopleOf(app: App, connection: Connection, settings: Settings, signal: AbortSignal): Promise<DirectoryPerson[]> {
  const { most, timeoutMs } = directoryLimits(app)
  const wanted = {
    filter: settings.filter,
    userName: settings.userNameAttribute,
    realName: connection.nameAttribute,
    mobile: settings.mobileAttribute,
    email: settings.emailAttribute,
    depart: settings.departFrom === 'attribute' ? settings.departAttribute : '',
  }
  try {
    return await readPeople(connection, wanted, { outgoing: app.outgoing, timeoutMs, signal, most })
  } catch (error) {
    if (signal.aborted) throw error
    throw new Refused(noteOfReading(error), { cause: error })
  }
}

function noteOfReading(error: unknown): DirectoryNote {
  if (error instanceof TooManyPeople) return 'tooLong'
  if (error instanceof DirectoryLimit) return 'limit'
  return error instanceof DirectoryReferral ? 'referral' : 'down'
}

const DIVIDER = '/'
function entryOf({ ous, depart, ...person }: DirectoryPerson, { departFrom }: Settings): Entry {
  const named = depart.split(DIVIDER).flatMap((name) => name.trim() || [])
  const byAttribute = named.length > 0 ? named : null
  return { ...person, departs: departFrom === 'none' ? null : departFrom === 'ou' ? ous.filter((name) => name !== '') : byAttribute }
}

type Question = { params: Params; rows: readonly Row[]; known: Known; settings: Settings; hash: string }
type Verdict = { state: DirectoryState; note: DirectoryNote | '' }

async function verdict(ctx: Ctx, { params: { origin, apply }, rows, known, settings, hash }: Question): Promise<Verdict> {
  if (isTooMany(rows, activeOf(known), settings.maxDisable)) return { state: DirectoryState.refused, note: 'tooMany' }
  if (apply === undefined) return { state: DirectoryState.planned, note: '' }
  if (origin === DirectoryOrigin.night)
    return (await wasTried(ctx, hash)) ? { state: DirectoryState.applied, note: '' } : { state: DirectoryState.planned, note: 'untried' }
  return apply === hashOf(rows) ? { state: DirectoryState.applied, note: '' } : { state: DirectoryState.planned, note: 'changed' }
}

const countsOf = (rows: readonly Row[]) =>
  Object.fromEntries(Object.keys(directoryKind).map((kind) => [kind, rows.filter((row) => row.kind === kind).length]))

async function storeRows({ db }: Ctx, runId: string, rows: readonly Row[]) {
  for (let from = 0; from < rows.length; from += PORTION)
    await db
      .insertInto('sysDirectoryRow')
      .values(
        rows.slice(from, from + PORTION).map(({ kind, userId, userName, realName, depart, reason, changes }, at) => ({
          runId,
          place: from + at,
          kind,
          userId,
          userName,
          realName,
          depart,
          reason,
          changes: json(changes),
        })),
      )
      .execute()
}

/** Keeps the newest runs, and the one that shows that a user tried the settings. */
async function forget({ db }: Ctx) {
  const newest = db.selectFrom('sysDirectoryRun').select('id').orderBy('id', 'desc').limit(KEPT_RUNS)
  const tried = db
    .selectFrom('sysDirectoryRun')
    .where('state', '=', DirectoryState.applied)
    .where('origin', '=', DirectoryOrigin.user)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
  await db.deleteFrom('sysDirectoryRun').where('id', 'not in', newest).where('id', 'not in', tried).execute()
}
