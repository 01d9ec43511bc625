// The recovery codes of a second factor, shown once.
import { Alert, Button, Flex } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import styles from './totp.module.css'

type RecoveryCodesProps = { codes: readonly string[]; onDone: () => void }

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n')
  const copy = async () => {
    try {
      // without https there is no clipboard at all
      await navigator.clipboard.writeText(text)
      notify.success(t('已复制'))
    } catch {
      notify.warning(t('浏览器不允许复制，请手动抄写'))
    }
  }
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`
  return (
    <div className={styles.setup}>
      <Alert
        type="warning"
        showIcon
        title={t('请保存恢复码')}
        description={t('手机丢失时，每个恢复码可以代替一次验证码。它们只显示这一次，请打印或存放在安全的地方。')}
      />
      <ol className={styles.codes} aria-label={t('恢复码')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <Flex gap={8} wrap>
        <Button onClick={() => void copy()}>{t('复制')}</Button>
        <Button href={file} download="recovery-codes.txt">
          {t('下载')}
        </Button>
        <Button type="primary" onClick={onDone}>
          {t('我已保存')}
        </Button>
      </Flex>
    </div>
  )
}
