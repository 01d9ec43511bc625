// Settings of e-mail: the account that sends.
import * as z from '../../kernel/z.ts'
import { choice, count, optionalText } from '../../kernel/field.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { email } from '../../kernel/rule.ts'
import { address, hostPart, optionalSecret, optionalSetting } from './prop-field.ts'

/** No account: the text is written to the server's log. */
export const MailLocal = z.object({})
const encryption = choice('加密方式', { tls: 'SSL/TLS', starttls: 'STARTTLS', plain: '不加密' })
export const MailSmtp = z.object({
  host: address(hostPart('SMTP 服务器')),
  port: count('端口', 1, 65_535).default(465),
  /** plain: for a relay in the own network */
  secure: address(encryption.default('tls').meta({ ...encryption.meta() })),
  userName: optionalSetting('账号', 200),
  password: optionalSecret('密码或授权码'),
  from: email.min(1, encoded(sayKernel('required', { label: '发件邮箱' }))).meta({ title: '发件邮箱', control: 'text' }),
  fromName: optionalText('发件人名称', 60),
  /** certificates of an authority of the own network, as PEM */
  ca: optionalText('CA 证书', 20_000).meta({ title: 'CA 证书', control: 'textarea' }),
  timeout: count('超时时间', 1, 60, '秒').default(15),
})
