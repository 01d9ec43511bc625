// A server with its own copy of the template database, and users to call it.
import type { Body, Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import type { FieldProblem } from '@shuyuan/contract/kernel/message.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Built, buildApp } from '../src/app.ts'
import { readConfig } from '../src/kernel/config.ts'
import { type Ctx, ctxOf } from '../src/kernel/ctx.ts'
import { makeUser, type NewUser } from '../src/domains/people/user/user.factory.ts'
import { openSession } from '../src/domains/session/session.service.ts'
import { cloneDatabase } from './database.ts'

/** `fields`: field and message of each problem of a refused body; keys and parameters are in `data`. */
export type Answer<T> = { status: number; code: number; msg: string; data: T; fields: Pick<FieldProblem, 'field' | 'msg'>[] }
export type Person = { id: string; token: string }
/** The caller: a user or a token; undefined: not signed in. */
type Caller = Person | string
const tokenOf = (who: Caller) => (typeof who === 'string' ? who : who.token)

/** The seal's key of every test server, so that a second one may use the same database. */
export const TEST_SEAL_KEY = Buffer.alloc(32, 'test').toString('base64')

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A clock that a test can advance. */
export class TestClock {
  #offset = 0
  #stopped: number | undefined
  now = () => new Date((this.#stopped ?? Date.now()) + this.#offset)
  /** From now on only `advance` moves the clock: for codes and limits that the time of the test would pass. */
  stop() {
    this.#stopped = Date.now()
  }
  /** Moves the server's clock by this many seconds. */
  advance(seconds: number) {
    this.#offset += seconds * 1_000
  }
  set(at: Date) {
    this.#offset = at.getTime() - (this.#stopped ?? Date.now())
  }
  /** For tests of what happens within one day: if the day of UTC+8 ends within an hour, the clock moves to the next one. */
  avoidMidnight() {
    const left = DAY_MS - ((this.now().getTime() + 8 * HOUR_MS) % DAY_MS)
    if (left < HOUR_MS) this.advance(left / 1_000 + 60)
  }
}

export type TestApp = Awaited<ReturnType<typeof startApp>>

/**
 * Starts a server for one test file; call `close` in afterAll.
 * `databaseUrl` connects a second server process to the database of the first.
 * `background` runs the job queue and the scheduled jobs; off by default.
 */
export async function startApp(options: { databaseUrl?: string; background?: boolean; env?: Record<string, string> } = {}) {
  const own = options.databaseUrl === undefined ? await cloneDatabase() : undefined
  const databaseUrl = options.databaseUrl ?? own!.url
  const dataDir = await mkdtemp(join(tmpdir(), 'shuyuan-test-'))
  const clock = new TestClock()
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DB_POOL: '6',
    SEAL_KEYS: TEST_SEAL_KEY,
    DEMO: 'false',
    LIBREOFFICE: '/nowhere/soffice',
    ...options.env,
  })
  const built = await buildApp({ config, databaseUrl, clock: clock.now, background: options.background ?? false })
  if (options.background) built.begin()
  const { app, http, started } = built

  const send = browserOf(http)
  /** Calls an endpoint. @returns the answer, also a refusal */
  const call = <E extends Endpoint>(endpoint: E, body: Body<E>, who?: Caller) => send(endpoint, body, who) as Promise<Answer<Data<E>>>
  /** Calls an endpoint that must succeed. @returns its data */
  async function ok<E extends Endpoint>(endpoint: E, body: Body<E>, who?: Caller): Promise<Data<E>> {
    const answer = await call(endpoint, body, who)
    if (answer.code !== 0) throw new Error(`${endpoint.path} answered ${answer.code} ${answer.msg} ${JSON.stringify(answer.data)}`)
    return answer.data
  }
  /** Sends a file with text fields. */
  async function upload<E extends Endpoint>(
    endpoint: E,
    bytes: Uint8Array,
    name: string,
    fields: Record<string, string>,
    who: Caller = '',
  ) {
    const form = new FormData()
    for (const [key, value] of Object.entries(fields)) form.append(key, value)
    form.append('file', new Blob([Uint8Array.from(bytes)]), name)
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const payload = Buffer.from(await request.arrayBuffer())
    const reply = await http.inject({
      method: 'POST',
      url: endpoint.path,
      headers: { token: tokenOf(who), 'content-type': request.headers.get('content-type') ?? '' },
      payload,
    })
    return readAnswer(reply) as Answer<Data<E>>
  }

  /** A handler context for services and factories. */
  const ctx = (more: Partial<Ctx> = {}) => ctxOf(app, { now: clock.now(), ...more })
  /** Signs a stored user in by inserting a session. */
  async function as(userName: string): Promise<Person> {
    const user = await app.db.selectFrom('sysUser').where('userName', '=', userName).select('id').executeTakeFirstOrThrow()
    return lasting(ctx(), user.id)
  }

  /** Creates a user and signs them in. */
  async function enrol(user: NewUser): Promise<Person> {
    return lasting(ctx(), await makeUser(app.db, user))
  }

  async function close() {
    await built.close()
    await own?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const calls = { call, ok, upload, as, enrol, ctx }
  return { app, http, db: app.db, databaseUrl, clock, ...calls, runJobs: jobRunner(built), started, close }
}

/** Runs scheduled or queued jobs by name at once: background work is off in tests. */
const jobRunner =
  ({ started }: Built) =>
  async (...names: string[]): Promise<void> => {
    for (const name of names) {
      const job = started.jobs.find((one) => one.name === name)
      if (!job) throw new Error(`no job is called ${name}`)
      await job.run({})
    }
  }

/** Tests set the clock forward by days; the limits of a session are tested where a user signs in by password. */
async function lasting(ctx: Ctx, userId: string): Promise<Person> {
  const token = await openSession(ctx, userId, false)
  const until = new Date('2999-01-01T00:00:00Z')
  const own = ctx.db.updateTable('sysSession').set({ expireTime: until, idleUntil: until }).where('userId', '=', userId)
  await own.where('idleUntil', 'is not', null).execute()
  return { id: userId, token }
}

/** Posts as one browser. Of the cookies it keeps that of third-party sign-in only: each call comes from a new device. */
function browserOf(http: Built['http']) {
  let cookie = ''
  return async (endpoint: Endpoint, body: unknown, who: Caller = ''): Promise<Answer<never>> => {
    const headers = { token: tokenOf(who), cookie }
    const reply = await http.inject({ method: 'POST', url: endpoint.path, headers, payload: body as object })
    const mark = reply.cookies.find(({ name }) => name === 'third')?.value
    if (mark) cookie = `third=${mark}`
    return readAnswer(reply)
  }
}

function readAnswer(reply: { statusCode: number; body: string }): Answer<never> {
  const envelope = JSON.parse(reply.body) as { code: number; msg: string; data: never }
  const stated = (envelope.data as { fields?: FieldProblem[] } | null)?.fields ?? []
  const fields = stated.map(({ field, msg }) => ({ field, msg }))
  return { status: reply.statusCode, fields, ...envelope }
}
