// What every handler is given.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from './bus.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { fail } from './fail.ts'
import type { Jobs } from './jobs.ts'
import type { Live } from './live.ts'
import type { Sockets } from './http/socket.ts'
import type { Storage } from './storage.ts'

export type CurrentUser = {
  id: string
  userName: string
  realName: string
  roleType: number
  deptCode: string
  sessionId: string
  roles: readonly string[]
  permissions: ReadonlySet<string>
}

export const nobody: CurrentUser = {
  id: '0',
  userName: '',
  realName: '',
  roleType: RoleType.visitor,
  deptCode: '',
  sessionId: '',
  roles: [],
  permissions: new Set(),
}

/** The long-lived parts of one running server. */
export type App = {
  config: Config
  db: Database
  bus: Bus
  jobs: Jobs
  storage: Storage
  /** replaced as a whole when it changes */
  live: Live
  sockets: Sockets
  log: FastifyBaseLogger
  /** the server's clock; tests set it */
  clock: () => Date
  /** the store behind appPart (part.ts); nothing else reads it */
  parts: Map<unknown, unknown>
  /** figures about background work, shown by /readyz */
  health: Map<string, () => unknown>
  /** run in turn when the server stops accepting work and before the database goes */
  onClose: (close: () => Promise<void> | void) => void
}

export type UploadedFile = { path: string; name: string; type: string; size: number }

export type Ctx = {
  app: App
  /** in a command: its transaction */
  db: Database
  now: Date
  user: CurrentUser
  log: FastifyBaseLogger
  /** `origin` is the address under which the caller reached this server: scheme, host, port; `path` what follows it; a header that was not sent is empty */
  request: { id: string; ip: string; userAgent: string; token: string; origin: string; path: string; header: (name: string) => string }
  file: UploadedFile | undefined
  /** runs once the command has committed */
  afterCommit: (act: () => void | Promise<void>) => void
  /** what the audit row should show beside the input */
  change: { before?: unknown; after?: unknown }
}

/** What a slow command is given. It has no `db`: what it reads and writes goes through the `inner` context of one of these two. */
export type SlowCtx = Omit<Ctx, 'db'> & {
  /** Runs `act` in a transaction in which the database refuses every write. */
  read: <T>(act: (inner: Ctx) => Promise<T>) => Promise<T>
  /** Runs `act` in the command's transaction, which it must open once, after whatever it had to wait for. */
  transaction: <T>(act: (inner: Ctx) => Promise<T>) => Promise<T>
}

/** Whether the signed-in person holds the tag (role type 2 only). */
export const can = ({ user }: Pick<Ctx, 'user'>, tag: string) => user.roleType === RoleType.staff && user.permissions.has(tag)

/** The uploaded file, or the failure fileMissing. */
export const mustHaveFile = ({ file }: Pick<Ctx, 'file'>): UploadedFile => file ?? fail('fileMissing')

/** A context outside any call: for jobs, factories and seeds. */
export const ctxOf = (app: App, more: Partial<Ctx> = {}): Ctx => ({
  app,
  db: app.db,
  now: app.clock(),
  user: nobody,
  log: app.log,
  request: { id: '', ip: '', userAgent: '', token: '', origin: '', path: '', header: () => '' },
  file: undefined,
  afterCommit: (act) => void act(),
  change: {},
  ...more,
})
