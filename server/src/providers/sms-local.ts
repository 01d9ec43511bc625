// The stand-in that needs no vendor: a house can be tried out before it has one.
import type { FastifyBaseLogger } from 'fastify'
import type { SmsProvider } from './sms.ts'

/** Writes the message to the server's log. */
export const localSms = (log: FastifyBaseLogger): SmsProvider => ({
  async send({ mobile, text }) {
    log.info({ mobile, text }, 'short message (no provider is set up)')
    return { sent: true }
  },
})
