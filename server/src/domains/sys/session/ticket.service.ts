// One-time tickets for sockets, good on every node.
import type { socket } from '@shuyuan/contract/sys/session/ticket.ts'
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { App, Ctx } from '../../../kernel/ctx.ts'

const SECONDS = 30
const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest()

/** A ticket for the signed-in person, good once within 30 s. */
export async function giveTicket({ db, now, user }: Ctx): Promise<Output<typeof socket.ticket>> {
  const ticket = randomBytes(24).toString('base64url')
  await db
    .insertInto('sysTicket')
    .values({ hash: hashOf(ticket), userId: user.id, expireTime: new Date(now.getTime() + SECONDS * 1_000) })
    .execute()
  return { ticket, seconds: SECONDS }
}

/** Uses a ticket up. @returns whose it was, or undefined where it is unknown, used or too old */
export async function consumeTicket({ db, clock }: App, ticket: string): Promise<string | undefined> {
  const row = await db.deleteFrom('sysTicket').where('hash', '=', hashOf(ticket)).returning(['userId', 'expireTime']).executeTakeFirst()
  return row && row.expireTime >= clock() ? row.userId : undefined
}

/** Removes tickets that nobody used in time. */
export async function sweepTickets({ db, clock }: App): Promise<void> {
  await db.deleteFrom('sysTicket').where('expireTime', '<', clock()).execute()
}
