// The signature of a webhook, and when a message is sent again.
import { createHmac } from 'node:crypto'

/** Minutes until the next attempt, by the number of those that failed. */
const RETRY_MINUTES = [1, 5, 30, 120, 720] as const
export const MOST_ATTEMPTS = RETRY_MINUTES.length + 1

/** When a message is sent again after this many failed attempts; null: not any more. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const minutes = RETRY_MINUTES[attempts - 1]
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000)
}

/** The headers of a message. The signature is HMAC-SHA256 over the timestamp (seconds), a dot and the body, in hex. */
export function signedHeaders(secret: string, { eventId, event, body }: { eventId: string; event: string; body: string }, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')
  return {
    'content-type': 'application/json',
    'user-agent': 'Shuyuan-Webhook/1',
    'x-shuyuan-id': eventId,
    'x-shuyuan-event': event,
    'x-shuyuan-timestamp': timestamp,
    'x-shuyuan-signature': `v1=${signature}`,
  }
}
