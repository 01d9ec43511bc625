// Closes the sockets of sessions that have ended: at once where a process ends or changes them, within half a minute where time does.
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { SocketClose } from '@shuyuan/contract/kernel/socket-limits.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import type { WebSocket } from 'ws'
import type { App } from '../../kernel/ctx.ts'
import { appPart } from '../../kernel/part.ts'
import { sessionEnd } from './session-life.rules.ts'
import { SESSION_TOPIC } from './session.service.ts'
import type { TicketOwner } from './ticket.service.ts'
import { among } from '../../kernel/database.ts'

const CHECK_MS = 30_000

type Bound = TicketOwner & { socket: WebSocket; may: (() => Promise<boolean>) | undefined }

class BoundSockets {
  readonly #app: App
  readonly #byUser = new Map<string, Set<Bound>>()
  #asked = new Set<string>()

  constructor(app: App) {
    this.#app = app
    app.bus.subscribe(SESSION_TOPIC, (payload) => this.#ask((payload as { ids?: string[] }).ids ?? [...this.#byUser.keys()]))
    app.bus.onGap(() => this.#ask([...this.#byUser.keys()]))
    const timer = setInterval(() => this.#ask([...this.#byUser.keys()]), CHECK_MS)
    app.onClose(() => clearInterval(timer))
  }

  add(bound: Bound) {
    const { userId, socket } = bound
    if (socket.readyState !== socket.OPEN) return
    const held = this.#byUser.get(userId) ?? new Set()
    this.#byUser.set(userId, held.add(bound))
    socket.on('close', () => {
      held.delete(bound)
      if (held.size === 0 && this.#byUser.get(userId) === held) this.#byUser.delete(userId)
    })
    // the session may have ended since the ticket was given
    this.#ask([userId])
  }

  /** Many sockets that open together are checked with one query. */
  #ask(userIds: string[]) {
    const idle = this.#asked.size === 0
    for (const id of userIds) if (this.#byUser.has(id)) this.#asked.add(id)
    if (idle && this.#asked.size > 0) setImmediate(() => void this.check())
  }

  async check(userIds?: string[]) {
    const ids = userIds ?? [...this.#asked]
    if (!userIds) this.#asked = new Set()
    const bound = ids.flatMap((id) => [...(this.#byUser.get(id) ?? [])])
    try {
      const lasting = await this.#lasting([...new Set(bound.map((one) => one.sessionId))])
      for (const one of bound)
        if (!lasting.has(one.sessionId) || (one.may && !(await one.may()))) one.socket.close(SocketClose.refused, 'session')
    } catch (error) {
      this.#app.log.warn({ err: error }, 'the sessions of sockets could not be checked')
    }
  }

  checkAll = () => this.check([...this.#byUser.keys()])

  /** Those of these sessions that still serve calls. */
  async #lasting(sessionIds: string[]): Promise<Set<string>> {
    const { db, clock } = this.#app
    const now = clock()
    const rows = await db
      .selectFrom('sysSession')
      .innerJoin('sysUser', 'sysUser.id', 'sysSession.userId')
      .where(among('sysSession.id', sessionIds))
      .where('ended', 'is', null)
      .where('state', '=', UserState.active)
      .where((eb) => eb.or([eb('sysUser.expireTime', 'is', null), eb('sysUser.expireTime', '>', now)]))
      .select(['sysSession.id', 'sysSession.expireTime', 'idleUntil', 'keepUntil', 'roleType'])
      .execute()
    const alive = rows.filter(({ roleType, idleUntil, ...row }) => {
      const life = { ...row, idleUntil: roleType === RoleType.staff ? idleUntil : null }
      return sessionEnd(life) > now
    })
    return new Set(alive.map((row) => row.id))
  }
}

const boundOf = appPart((app) => new BoundSockets(app))

/**
 * Closes the socket when the session of its ticket ends, and, with `may`, when that turns false after a change of the user's rights.
 * Call it as soon as the ticket is read.
 */
export const bindToSession = (app: App, socket: WebSocket, owner: TicketOwner, may?: () => Promise<boolean>): void =>
  boundOf(app).add({ ...owner, socket, may })

/** Checks every socket of this process now. */
export const checkSockets = (app: App): Promise<void> => boundOf(app).checkAll()
