// E-mail through the active provider.
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { mailProvider } from '../../../providers/mail/mail.ts'
import { mailHtml } from '../../../providers/mail/mail-html.rules.ts'
import type { Mail } from '../../../providers/mail/mail-provider.ts'
import { recorded } from '../log/log.service.ts'
import { site } from '../config/config.service.ts'
import { activeProp } from '../provider/prop.service.ts'

type Letter = Omit<Mail, 'html'>
/** Sends one message with the name of the site, outside of the caller's transaction. Fails mailOff without an active provider, and as MailProvider.send. */
export async function deliverMail(ctx: { app: App }, letter: Letter): Promise<{ provider: string }> {
  const active = await activeProp(ctx, 'mail')
  if (!active) return fail('mailOff')
  const { siteName } = await site(ctx)
  await mailProvider(active, ctx.app).send({ ...letter, html: mailHtml(siteName, letter.subject, letter.text) })
  return { provider: active.provider }
}

/** Fails as deliverMail. */
export async function sendTestMail(ctx: Ctx, input: Input<(typeof configProp)['mail-test']>): Promise<{ provider: string }> {
  await recorded(ctx, configProp['mail-test'], input, async () => undefined)
  const { siteName } = await site(ctx)
  return deliverMail(ctx, { to: input.email, subject: `${siteName} 测试邮件`, text: '收到这封邮件，说明邮件配置可以使用。' })
}
