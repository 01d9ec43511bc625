// One-time tickets for sockets, valid on every node.
import type { socket } from '@shuyuan/contract/session/ticket.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import type { App, Ctx } from '../../kernel/ctx.ts'
import { gathered, gatheredValues } from '../../kernel/memo/gathered.ts'
import { appPart } from '../../kernel/part.ts'

const SECONDS = 30
const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** A user and the session in which they opened a socket. */
export type TicketOwner = { userId: string; sessionId: string }

const bytes = (hash: Buffer) => `\\x${hash.toString('hex')}`

type NewTicket = { hash: Buffer; userId: string; sessionId: string; expireTime: Date }

/** After a start the pages of a whole hall open their sockets again: tickets of the same moment are stored with one statement. */
const storeOf = appPart((app) =>
  gathered<NewTicket>(async (given) => {
    const tickets = [...given]
    // a session that is gone harms no other ticket
    await sql`insert into sys_ticket (hash, user_id, session_id, expire_time)
      select t.hash, t.user_id, t.session_id, t.expire_time
      from unnest(${tickets.map((one) => bytes(one.hash))}::bytea[], ${tickets.map((one) => one.userId)}::bigint[],
        ${tickets.map((one) => one.sessionId)}::bigint[], ${tickets.map((one) => one.expireTime)}::timestamptz[])
        as t (hash, user_id, session_id, expire_time)
      join sys_session s on s.id = t.session_id`.execute(app.db)
  }),
)

/** One attempt to consume a ticket. Two attempts with the same ticket are two keys, of which one gets it. */
type Attempt = { hash: Buffer }
type StoredTicket = { userId: string; sessionId: string | null; expireTime: Date }

const takeOf = appPart((app) =>
  gatheredValues<Attempt, StoredTicket>(async (attempts) => {
    const rows = await app.db
      .deleteFrom('sysTicket')
      .where('hash', '=', sql<Buffer>`any(${attempts.map((one) => bytes(one.hash))}::bytea[])`)
      .returning(['hash', 'userId', 'sessionId', 'expireTime'])
      .execute()
    const found = new Map(rows.map((row) => [row.hash.toString('hex'), row]))
    const taken = new Map<Attempt, StoredTicket>()
    for (const attempt of attempts) {
      const key = attempt.hash.toString('hex')
      const row = found.get(key)
      if (row) taken.set(attempt, row)
      found.delete(key)
    }
    return taken
  }),
)

/** A ticket for the signed-in user, valid once within 30 s. */
export async function giveTicket({ app, now, user }: Ctx): Promise<Output<typeof socket.ticket>> {
  const ticket = randomBytes(24).toString('base64url')
  const expireTime = new Date(now.getTime() + SECONDS * 1_000)
  await storeOf(app)({ hash: hashOf(ticket), userId: user.id, sessionId: user.sessionId, expireTime })
  return { ticket, seconds: SECONDS }
}

/** Consumes a ticket. @returns its owner, or undefined for an unknown, used or expired one */
export async function consumeTicket(app: App, ticket: string): Promise<TicketOwner | undefined> {
  const row = await takeOf(app)({ hash: hashOf(ticket) })
  return row && row.sessionId !== null && row.expireTime >= app.clock() ? { userId: row.userId, sessionId: row.sessionId } : undefined
}

/** Deletes expired tickets. */
export async function sweepTickets({ db, clock }: App): Promise<void> {
  await db.deleteFrom('sysTicket').where('expireTime', '<', clock()).execute()
}
