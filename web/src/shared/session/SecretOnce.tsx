// A secret that the server shows once, to be copied.
import { Alert, Button, Flex, Modal } from 'antd'
import { t } from '../../kernel/i18n.ts'
import { notify } from '../../kernel/notify.ts'
import styles from './secret-once.module.css'

type SecretOnceProps = { title: string; secret: string | undefined; onClose: () => void }

export function SecretOnce({ title, secret, onClose }: SecretOnceProps) {
  const copy = async () => {
    try {
      // without https there is no clipboard at all
      await navigator.clipboard.writeText(secret ?? '')
      notify.success(t('已复制'))
    } catch {
      notify.warning(t('浏览器不允许复制，请手动抄写'))
    }
  }
  return (
    <Modal open={secret !== undefined} title={title} footer={null} mask={{ closable: false }} onCancel={onClose}>
      <Alert type="warning" showIcon title={t('只显示这一次，请现在复制并妥善保存')} />
      <p className={styles.secret}>
        <code>{secret}</code>
      </p>
      <Flex gap={8} wrap>
        <Button onClick={() => void copy()}>{t('复制')}</Button>
        <Button type="primary" onClick={onClose}>
          {t('已保存，关闭')}
        </Button>
      </Flex>
    </Modal>
  )
}
