// One-time tickets for sockets, valid on every node.
import type { socket } from '@shuyuan/contract/sys/session/ticket.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'

const SECONDS = 30
const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** A user and the session in which they opened a socket. */
export type TicketOwner = { userId: string; sessionId: string }

/** A ticket for the signed-in user, valid once within 30 s. */
export async function giveTicket({ db, now, user }: Ctx): Promise<Output<typeof socket.ticket>> {
  const ticket = randomBytes(24).toString('base64url')
  await db
    .insertInto('sysTicket')
    .values({ hash: hashOf(ticket), userId: user.id, sessionId: user.sessionId, expireTime: new Date(now.getTime() + SECONDS * 1_000) })
    .execute()
  return { ticket, seconds: SECONDS }
}

/** Consumes a ticket. @returns its owner, or undefined for an unknown, used or expired one */
export async function consumeTicket({ db, clock }: App, ticket: string): Promise<TicketOwner | undefined> {
  const row = await db
    .deleteFrom('sysTicket')
    .where('hash', '=', hashOf(ticket))
    .returning(['userId', 'sessionId', 'expireTime'])
    .executeTakeFirst()
  return row && row.sessionId !== null && row.expireTime >= clock() ? { userId: row.userId, sessionId: row.sessionId } : undefined
}

/** Deletes expired tickets. */
export async function sweepTickets({ db, clock }: App): Promise<void> {
  await db.deleteFrom('sysTicket').where('expireTime', '<', clock()).execute()
}
