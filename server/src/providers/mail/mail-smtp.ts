// E-mail over SMTP (RFC 5321, RFC 8314).
import { callbackify } from 'node:util'
import type { MailSmtp } from '@shuyuan/contract/site/provider/prop-mail.ts'
import type * as z from 'zod'
import type { App } from '../../kernel/ctx.ts'
import { fail } from '../../kernel/fail.ts'
import { type MailProvider, MailUnknown } from './mail-provider.ts'

type Settings = z.output<typeof MailSmtp>
/** What nodemailer adds to its errors: the command that failed, and the server's code if it answered. */
type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** Connections go through `outgoing`: nodemailer's own look-up would reach private addresses. */
export const smtpMail = (settings: Settings, { log, outgoing }: Pick<App, 'log' | 'outgoing'>): MailProvider => ({
  async send({ to, subject, text, html, files = [] }) {
    const { userName, password, from, fromName } = settings
    // nodemailer tells only its log that the text has been sent
    let isSent = false
    // imported late: it needs 30 MB, and many sites send no e-mail
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      logger: { info: (entry: { tnx?: string }) => void (entry.tnx === 'message' && (isSent = true)) },
      ...connectionOf(settings),
      ...(userName !== '' && { auth: { user: userName, pass: password } }),
      getSocket: callbackify(async (_options: object) => ({
        connection: await outgoing.connect(settings.host, settings.port, settings.timeout * 1_000),
      })),
      // texts of users become the message, never a file or an address of this server
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      // RFC 3834: answers of absent people and other machines are not sent to it
      const headers = { 'Auto-Submitted': 'auto-generated' }
      const attachments = files.map(({ name, type, body }) => ({ filename: name, contentType: type, content: body }))
      await transport.sendMail({ from: { name: fromName, address: from }, to, subject, text, html, headers, attachments })
    } catch (error) {
      throw failureOf(error as SmtpError, isSent, log)
    } finally {
      transport.close()
    }
  },
})

function connectionOf({ host, port, secure, ca, timeout }: Settings) {
  const ms = timeout * 1_000
  return {
    host,
    port,
    secure: secure === 'tls',
    requireTLS: secure === 'starttls',
    ignoreTLS: secure === 'plain',
    tls: ca === '' ? {} : { ca },
    connectionTimeout: ms,
    greetingTimeout: ms,
    socketTimeout: ms,
  }
}

function failureOf(error: SmtpError, isSent: boolean, log: App['log']): Error {
  const { code, command, responseCode } = error
  // the message names no password; nodemailer adds commands only to its own log
  log.warn({ code, command, responseCode, reason: error.message.slice(0, 300) }, 'e-mail was not sent')
  // without an answer to the text the server may have taken it
  if (isSent && responseCode === undefined) return new MailUnknown(error.message)
  try {
    return fail(responseCode !== undefined || code === 'EAUTH' ? 'mailRefused' : 'mailDown')
  } catch (failure) {
    return failure as Error
  }
}
