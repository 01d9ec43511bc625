// Short messages: the stand-in that needs no vendor.
import type { FastifyBaseLogger } from 'fastify'

export type SmsProvider = {
  /** Sends one message. Throws when it was not accepted. */
  send: (mobile: string, text: string) => Promise<void>
}

/** Writes the message to the server's log, so that a house without a vendor can be tried out. */
export const localSms = (log: FastifyBaseLogger): SmsProvider => ({
  async send(mobile, text) {
    log.info({ mobile, text }, 'short message (no provider is set up)')
  },
})
