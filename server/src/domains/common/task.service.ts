// Long work with a lease: a task is done by one process at a time, goes on elsewhere when that process is gone, and ends once.
import { sql } from 'kysely'
import { hostname } from 'node:os'
import { randomUUID } from 'node:crypto'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { type Database, json } from '../../kernel/database.ts'
import { addFigure } from '../../kernel/metrics/figure.ts'
import { appPart } from '../../kernel/part.ts'
import { every } from '../../kernel/every.ts'

export const TaskState = { waiting: 0, running: 1, done: 2, failed: 3 } as const
type TaskState = (typeof TaskState)[keyof typeof TaskState]
export type Task = { id: string; kind: string; subject: string; params: unknown; attempt: number; createBy: string | null }
export type TaskControl = {
  /** aborted when the server stops, or another process took the task over */
  signal: AbortSignal
  onPercent: (percent: number) => void
  /** Replaces the parameters, for the next run of this task. */
  keep: (params: object) => Promise<void>
  /** whether heavy work should get no processor time now */
  isPaused: () => boolean
}
/** Writes the result, in the transaction that closes the task. */
export type TaskEnd = (db: Database) => Promise<void>
export type TaskKind = {
  kind: string
  /** tasks of this kind that one process does at once */
  atOnce: number
  /** the work costs much processor time: it waits while a condition of `pauseTasksWhile` holds */
  heavy: boolean
  /** Does the work. Throws TaskRefused, TaskLater, or another error, after which it is tried again. */
  run: (task: Task, control: TaskControl) => Promise<TaskEnd>
  /** Notes that the task will not be done, in the transaction that closes it. */
  failed: (db: Database, task: Task, reason: string) => Promise<void>
}
/** The work is impossible; the message is shown to users. */
export class TaskRefused extends Error {}
/** The work goes on in some seconds; not counted as an attempt. */
export class TaskLater extends Error {
  readonly seconds: number
  constructor(seconds: number, reason = '') {
    super(reason)
    this.seconds = seconds
  }
}

const stateNames = { [TaskState.waiting]: 'waiting', [TaskState.running]: 'running', [TaskState.failed]: 'failed' } as const
/** As literals: a planner finds a partial index by constants only. */
const open = sql.raw(`${TaskState.waiting}, ${TaskState.running}`)
const locking = sql.raw(['for update', 'skip locked'].join(' '))
const TOPIC = 'common.task'
const LEASE_SECONDS = 30
const RENEW_MS = 10_000
const POLL_MS = 5_000
const MOST_ATTEMPTS = 3
const RETRY_SECONDS = 20
const MOST_TEXT = 500
const GIVEN_UP = '多次中断，已放弃'

const kindsOf = appPart(() => new Map<string, TaskKind>())
const pausesOf = appPart((): (() => Promise<boolean>)[] => [])

/** Called at the start by the domain that does the work. */
export const addTaskKind = (app: App, kind: TaskKind): void => void kindsOf(app).set(kind.kind, kind)

/** The figure of open and failed tasks. */
export function addTaskFigures(app: App) {
  addFigure(app, {
    name: 'tasks',
    help: 'Long work of the site (transcoding, fetching, conversion) by kind and state; what is done is left out.',
    kind: 'gauge',
    read: async () => {
      const { rows } = await sql<{ kind: string; state: keyof typeof stateNames; tasks: number }>`
        select kind, state, count(*)::int as tasks from common_task where state <> ${sql.lit(TaskState.done)} group by 1, 2`.execute(app.db)
      const counted = new Map(rows.map(({ kind, state, tasks }) => [`${kind} ${stateNames[state]}`, tasks]))
      const kinds = new Set([...kindsOf(app).keys(), ...rows.map(({ kind }) => kind)])
      // with 0 for what has not been, so that the first failure is a change
      return [...kinds].flatMap((kind) =>
        Object.values(stateNames).map((state) => ({ value: counted.get(`${kind} ${state}`) ?? 0, labels: { kind, state } })),
      )
    },
  })
}

/** Heavy work waits while `isBusy` answers true. */
export const pauseTasksWhile = (app: App, isBusy: () => Promise<boolean>): void => void pausesOf(app).push(isBusy)

/** Queues a task in the caller's transaction. @returns false when the subject has an open one */
export async function addTask(ctx: Ctx, kind: string, subject: string, params: object = {}): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await ctx.db
    .insertInto('commonTask')
    .values({ kind, subject, params: json(params), createBy: ctx.user.id === '0' ? null : ctx.user.id, createTime: ctx.now })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .where(sql<boolean>`state in (${open})`)
        .doNothing(),
    )
    .executeTakeFirst()
  ctx.afterCommit(() => ctx.app.bus.publish(TOPIC, {}))
  return numInsertedOrUpdatedRows > 0n
}

/** Percent and reason of the newest task of each subject. */
export async function latestTasks(
  { db }: Pick<Ctx, 'db'>,
  subjects: readonly string[],
): Promise<Map<string, { percent: number; error: string }>> {
  const { rows } = await sql<{ subject: string; percent: number; error: string }>`
    select distinct on (subject) subject, percent, error from common_task where subject = any(${subjects}::text[])
    order by subject, id desc`.execute(db)
  return new Map(rows.map((one) => [one.subject, one]))
}

class TaskRunner {
  readonly #app: App
  readonly #node = `${hostname()} ${randomUUID().slice(0, 8)}`
  readonly #running = new Map<string, { kind: string; stop: AbortController; done: Promise<void> }>()
  #closed = false
  #paused = false
  #looking: Promise<number> | undefined

  constructor(app: App) {
    this.#app = app
  }

  /** Takes what may be done now. @returns how many were taken */
  look(): Promise<number> {
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined))
    return this.#looking
  }

  async #look(): Promise<number> {
    const busy = await Promise.all(pausesOf(this.#app).map((one) => one()))
    this.#paused = busy.includes(true)
    let taken = 0
    for (;;) {
      const kinds = [...kindsOf(this.#app).values()].filter(
        (one) => !(one.heavy && this.#paused) && [...this.#running.values()].filter(({ kind }) => kind === one.kind).length < one.atOnce,
      )
      const task = this.#closed || kinds.length === 0 ? undefined : await this.#claim(kinds.map((one) => one.kind))
      if (!task) return taken
      taken += 1
      this.#begin(task)
    }
  }

  async #claim(kinds: string[]): Promise<Task | undefined> {
    const { rows } = await sql<Task>`
      update common_task set state = ${TaskState.running}, node = ${this.#node}, attempt = attempt + 1, error = '',
        lease_until = now() + ${LEASE_SECONDS} * interval '1 second'
       where id = (select id from common_task where kind = any(${kinds}::text[]) and state in (${open}) and start_after <= now()
                      and (state = ${TaskState.waiting} or lease_until < now()) order by start_after, id limit 1 ${locking})
      returning id::text, kind, subject, params, attempt, create_by::text as "createBy"`.execute(this.#app.db)
    return rows[0]
  }

  #begin(task: Task) {
    const stop = new AbortController()
    const done = this.#do(task, stop)
      .catch((error: unknown) => this.#app.log.error({ err: error, task: task.id }, 'a task could not be closed'))
      .finally(() => {
        this.#running.delete(task.id)
        if (!this.#closed) this.look().catch((error: unknown) => this.#app.log.warn({ err: error }, 'tasks'))
      })
    this.#running.set(task.id, { kind: task.kind, stop, done })
  }

  async #do(task: Task, stop: AbortController) {
    const kind = kindsOf(this.#app).get(task.kind)!
    let percent = 0
    const renew = () => {
      this.#renew(task, percent).then(
        (isOurs) => isOurs || stop.abort(),
        (error: unknown) => this.#app.log.warn({ err: error }, 'a lease was not renewed'),
      )
    }
    const timer = setInterval(renew, RENEW_MS)
    let said = 0
    const onPercent = (now: number) => {
      percent = now
      if (now - said < 10) return
      said = now
      renew()
    }
    try {
      if (task.attempt > MOST_ATTEMPTS) throw new TaskRefused(GIVEN_UP)
      const end = await kind.run(task, {
        signal: stop.signal,
        onPercent,
        keep: (params) => this.#keep(task, params),
        isPaused: () => kind.heavy && this.#paused,
      })
      stop.signal.throwIfAborted()
      await this.#close(task, { state: TaskState.done, percent: 100, error: '' }, end)
    } catch (error) {
      await this.#after(task, kind, error, { isStopped: stop.signal.aborted, percent })
    } finally {
      clearInterval(timer)
    }
  }

  async #keep({ id, attempt }: Task, params: object) {
    await this.#ours(this.#app.db, id, attempt)
      .set({ params: json(params) })
      .execute()
  }

  /** @returns false when another process has the task */
  async #renew({ id, attempt }: Task, percent: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#ours(this.#app.db, id, attempt)
      .set({ percent, leaseUntil: sql<Date>`now() + ${LEASE_SECONDS} * interval '1 second'` })
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  #ours = (db: Database, id: string, attempt: number) =>
    db
      .updateTable('commonTask')
      .where('id', '=', id)
      .where('attempt', '=', attempt)
      .where('node', '=', this.#node)
      .where('state', '=', TaskState.running)

  /** Result and state together; nothing of either when the task is no longer ours. */
  async #close({ id, attempt }: Task, set: { state: TaskState; percent?: number; error: string }, act: TaskEnd) {
    await this.#app.db.transaction().execute(async (db) => {
      const { numUpdatedRows } = await this.#ours(db, id, attempt)
        .set({ ...set, finishTime: this.#app.clock(), leaseUntil: null })
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await act(db)
    })
  }

  async #after(task: Task, kind: TaskKind, error: unknown, { isStopped, percent }: { isStopped: boolean; percent: number }) {
    const reason = (error instanceof Error ? error.message : '').slice(0, MOST_TEXT)
    const again = (seconds: number, attempt: number, done = 0) =>
      this.#ours(this.#app.db, task.id, task.attempt)
        .set({ state: TaskState.waiting, attempt, percent: done, error: reason, leaseUntil: null })
        .set({ startAfter: sql<Date>`now() + ${seconds} * interval '1 second'` })
        .execute()
    // a server that stops gives its tasks back
    if (isStopped) await again(0, task.attempt - 1)
    else if (error instanceof TaskLater) await again(error.seconds, task.attempt - 1, percent)
    else if (error instanceof TaskRefused || task.attempt >= MOST_ATTEMPTS) {
      this.#app.log.warn({ err: error, task: task.id, kind: task.kind }, 'a task failed')
      await this.#close(task, { state: TaskState.failed, error: reason }, (db) => kind.failed(db, task, reason))
    } else {
      this.#app.log.warn({ err: error, task: task.id, kind: task.kind }, 'a task is tried again')
      await again(RETRY_SECONDS, task.attempt)
    }
  }

  /** Settles when nothing is running here. */
  async rest() {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done))
  }

  /** Runs due tasks until none is left. */
  async drain() {
    while ((await this.look()) > 0 || this.#running.size > 0) await this.rest()
  }

  async close() {
    this.#closed = true
    for (const { stop } of this.#running.values()) stop.abort()
    await this.rest()
  }
}

const runnerOf = appPart((app) => {
  const runner = new TaskRunner(app)
  app.onClose(() => runner.close())
  return runner
})

/** Takes tasks from now on, as soon as they are queued. */
export function startTasks(app: App): void {
  const runner = runnerOf(app)
  every(app, POLL_MS, 'tasks', () => runner.look(), { atOnce: true })
  app.bus.subscribe(TOPIC, () => void runner.look().catch((error: unknown) => app.log.warn({ err: error }, 'tasks could not be read')))
}

/** Does all tasks that are due, for tests and scripts. */
export const drainTasks = (app: App): Promise<void> => runnerOf(app).drain()
