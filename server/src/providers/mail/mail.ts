// E-mail: one interface for all providers.
import { MailSmtp } from '@shuyuan/contract/site/provider/prop-mail.ts'
import type { App } from '../../kernel/ctx.ts'
import type { MailProvider } from './mail-provider.ts'
import { smtpMail } from './mail-smtp.ts'

/** The provider of these settings: the active provider's name and its stored data, secrets included. */
export function mailProvider(
  { provider, data }: { provider: string; data: unknown },
  { log, outgoing }: Pick<App, 'log' | 'outgoing'>,
): MailProvider {
  if (provider === 'smtp') return smtpMail(MailSmtp.parse(data), { log, outgoing })
  return {
    async send({ to, subject }) {
      log.info({ to: masked(to), subject }, 'e-mail not sent: the provider only records')
    },
  }
}

/** An address as logs show it: `a***@example.com`. */
export const masked = (address: string): string => address.replace(/^(.)[^@]*/, '$1***')
