// A provider that sends nothing, for a site without an SMS account.
import type { FastifyBaseLogger } from 'fastify'
import type { SmsProvider } from './sms.ts'

/** Writes the message to the server's log. */
export const localSms = (log: FastifyBaseLogger): SmsProvider => ({
  async send({ mobile, loggable }) {
    log.info({ mobile: `${mobile.slice(0, 3)}****${mobile.slice(-4)}`, text: loggable }, 'short message not sent: no provider is set up')
    return { sent: true }
  },
})
