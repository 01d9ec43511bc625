// The context that every handler receives.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from './bus.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import { fail } from './fail.ts'
import type { Jobs } from './jobs.ts'
import type { RuntimeSettings } from './runtime-settings.ts'
import type { Outgoing } from './http/outgoing.ts'
import type { Seal } from './sealed/seal.ts'
import type { Sockets } from './http/socket.ts'
import type { Storage } from './storage.ts'
import { type Effect, runEffects } from './effect.ts'
import { type Faults } from './fault.ts'

export type CurrentUser = {
  id: string
  userName: string
  realName: string
  roleType: number
  deptCode: string
  sessionId: string
  roles: readonly string[]
  permissions: ReadonlySet<string>
  /** the session waits for its second factor, and has no roles and permissions until then */
  factorStep?: 'code' | 'enrol'
  /** the account has to choose a new password, and has no roles and permissions until then */
  mustChangePass?: true
  /** until when the session of a caller lasts at least, as this node knows it (see keepSessionUntil) */
  lastsUntil?: Date
  /** the call was made with this API token: `permissions` are those of the token that the user has */
  apiToken?: { id: string; title: string }
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

/** The long-lived objects of one server process. */
export type App = {
  config: Config
  db: Database
  /** a connection of its own for caches: a load must not wait until transactions return theirs that wait for the load */
  cacheDb: Database
  bus: Bus
  jobs: Jobs
  storage: Storage
  /** seals secrets and personal data for the database */
  seal: Seal
  /** requests to addresses that come from settings or users */
  outgoing: Outgoing
  /** requests to addresses that every signed-in user may name: what OUTGOING_ALLOW lists is not open to them */
  outgoingOfUsers: Outgoing
  /** replaced by a new object when a setting changes */
  runtime: RuntimeSettings
  sockets: Sockets
  log: FastifyBaseLogger
  /** the server's clock; tests set it */
  clock: () => Date
  /** the values of appPart (part.ts); not read by other code */
  parts: Map<unknown, unknown>
  /** faults that did not end the process */
  faults: Faults
  /** figures about background work, shown by /readyz */
  health: Map<string, () => unknown>
  /** runs in order of registration at shutdown, after the last call and before the database is closed */
  onClose: (close: () => Promise<void> | void) => void
}

export type UploadedFile = { path: string; name: string; type: string; size: number }

export type Ctx = {
  app: App
  /** in a command: the command's transaction */
  db: Database
  now: Date
  user: CurrentUser
  log: FastifyBaseLogger
  /** `origin`: scheme, host and port by which the client reached the server; `path`: the rest of the address; `header`: '' for a header that was not sent */
  request: {
    id: string
    ip: string
    userAgent: string
    token: string
    origin: string
    path: string
    header: (name: string) => string
    /** aborted when the client closes the connection before it is answered */
    closed: AbortSignal
  }
  /** adds a header to the answer */
  answerHeader: (name: string, value: string) => void
  file: UploadedFile | undefined
  /** runs once the command has committed */
  afterCommit: (act: Effect) => void
  /** values for the audit row in addition to the input */
  change: { before?: unknown; after?: unknown }
}

/** The context of a slow command. It has no `db`: reads and writes use the `inner` context of `read` or `transaction`. */
export type SlowCtx = Omit<Ctx, 'db'> & {
  /** Runs `act` in a transaction in which the database refuses every write. */
  read: <T>(act: (inner: Ctx) => Promise<T>) => Promise<T>
  /** Runs `act` in the command's transaction. Must be called exactly once, after all waiting. */
  transaction: <T>(act: (inner: Ctx) => Promise<T>) => Promise<T>
}

/** Whether the caller has the permission tag (role type 2 only). */
export const can = ({ user }: Pick<Ctx, 'user'>, tag: string) => user.roleType === RoleType.staff && user.permissions.has(tag)

/** The uploaded file. Fails fileMissing without one. */
export const mustHaveFile = ({ file }: Pick<Ctx, 'file'>): UploadedFile => file ?? fail('fileMissing')

const never = new AbortController().signal

/** A context without a call, for jobs, factories and seeds. */
export const ctxOf = (app: App, more: Partial<Ctx> = {}): Ctx => ({
  app,
  db: app.db,
  now: app.clock(),
  user: nobody,
  log: app.log,
  request: { id: '', ip: '', userAgent: '', token: '', origin: '', path: '', header: () => '', closed: never },
  answerHeader: () => undefined,
  file: undefined,
  // without a transaction there is nothing to wait for
  afterCommit: (act) => void runEffects(app, [act]),
  change: {},
  ...more,
})
