// How backups are turned on and restored: what an operator does on the server.
import { Collapse, Typography } from 'antd'
import { t } from '../../kernel/i18n.ts'
import styles from './operation.module.css'

const settings = `BACKUP_DIR=/backup/shuyuan
BACKUP_AT=02:30
BACKUP_KEEP=7
BACKUP_PASSPHRASE_FILE=/etc/shuyuan/backup.passphrase`
const restoring = `npm run restore -- /backup/shuyuan/shuyuan-20261123-183000.backup --into /srv/shuyuan-new`

export type Guide = 'on' | 'restore'
type BackupGuideProps = { open: Guide[]; onOpen: (open: Guide[]) => void }

export const BackupGuide = ({ open, onOpen }: BackupGuideProps) => (
  <Collapse
    activeKey={open}
    onChange={(keys) => onOpen([keys].flat() as Guide[])}
    items={[
      {
        key: 'on',
        label: t('如何开启每日备份'),
        children: (
          <>
            <p>{t('在服务器上设置下列环境变量，然后重新启动服务器。多台服务器使用相同的设置。')}</p>
            <pre className={styles.code}>{settings}</pre>
            <p>
              {t(
                '口令至少 12 个字符，写在文件的第一行，另存一份到别处：没有口令，谁也读不了备份。备份目录应在另一块磁盘上，并定期复制到别的地方。',
              )}
            </p>
          </>
        ),
      },
      {
        key: 'restore',
        label: t('如何恢复'),
        children: (
          <>
            <p>{t('在装有相同或更新版本的服务器上，把备份恢复到一个空目录，再以该目录为 DATA_DIR 启动。')}</p>
            <pre className={styles.code}>{restoring}</pre>
            <p>{t('备份里没有加密密钥（SEAL_KEYS 或 private/seal.key），请单独保存，恢复后放回原处。')}</p>
            <Typography.Text type="secondary">{t('完整步骤见 docs/operate/backup.md。')}</Typography.Text>
          </>
        ),
      },
    ]}
  />
)
