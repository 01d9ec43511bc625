// Sets up the second factor: key for the authenticator app, first code, recovery codes.
import { totp } from '@shuyuan/contract/account/code/user-totp.ts'
import { Flex, QRCode, Typography } from 'antd'
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import styles from './totp.module.css'

const Field = fieldOf(totp['totp-enable'])
const QR_PX = 168

/** `onDone`: the second factor is on and its recovery codes were shown. */
export function TotpSetup({ onDone }: { onDone: () => void }) {
  // one key per visit of this form
  const begun = useCall(totp['totp-begin'], {}, { staleTime: Infinity, gcTime: 0, noRetry: true, quiet: true })
  const [codes, setCodes] = useState<string[]>()
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (!begun.data)
    return begun.error ? (
      <PageError compact error={begun.error} onRetry={() => void begun.refetch()} />
    ) : (
      <PageLoading shape="form" rows={3} />
    )
  const { secret, uri } = begun.data
  return (
    <div className={styles.setup}>
      <Typography.Paragraph>
        {t('用手机上的验证器应用（如 Microsoft Authenticator、Google Authenticator、Aegis）扫描二维码，再输入应用显示的 6 位数字。')}
      </Typography.Paragraph>
      <Flex gap={24} align="center" wrap>
        {/* scanners need a light ground in dark mode too */}
        <div className={styles.qr}>
          <QRCode
            value={uri}
            size={QR_PX}
            type="svg"
            bordered={false}
            color="var(--film)"
            bgColor="var(--paper)"
            aria-label={t('二维码')}
          />
        </div>
        <div className={styles.key}>
          <span>{t('不能扫描时手动输入密钥')}</span>
          <Typography.Text code copyable={{ text: secret }}>
            {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
          </Typography.Text>
        </div>
      </Flex>
      <SchemaForm of={totp['totp-enable']} refresh={[]} onDone={({ recoveryCodes }) => setCodes(recoveryCodes)} submitText="开启两步验证">
        <Field name="code" />
      </SchemaForm>
    </div>
  )
}
