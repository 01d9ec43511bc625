// The socket of a payment dialog.
import * as z from '../../kernel/z.ts'
import { channel } from '../../kernel/channel.ts'

/** Sent on `/api/socket/pay/{orderId}` as plain text once the order is paid (api.md, *Sockets*). */
export const PAID = 'success'
export const payChannel = channel({ path: '/api/socket/pay/:orderId', message: z.literal(PAID), plain: true, heartbeatMs: 2_000 })
