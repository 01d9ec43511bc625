// The files that are on their way into the course, and those that did not arrive, each with its reason.
import { Button, Progress } from 'antd'
import { t } from '../../../../kernel/i18n.ts'
import type { Refused } from './board-sync.ts'
import type { Upload, Uploads } from './uploads.ts'
import styles from './build.module.css'

type UploadRowsProps = { uploads: readonly Upload[]; of: Uploads; refused: readonly Refused[]; onDismiss: (fileId: string) => void }

export function UploadRows({ uploads, of, refused, onDismiss }: UploadRowsProps) {
  if (uploads.length + refused.length === 0) return null
  return (
    <ul className={styles.uploads} aria-label={t('正在添加的文件')}>
      {uploads.map(({ uid, name, percent, problem, refused: isRefused }) => (
        <li key={uid}>
          <span className={styles.still}>{name}</span>
          {problem === '' ? (
            <Progress percent={Math.floor(percent)} size="small" aria-label={t('“{{name}}”的上传进度', { name })} />
          ) : (
            <span role="alert" className={styles.problem}>
              {problem}
            </span>
          )}
          {problem !== '' && !isRefused && (
            <Button size="small" onClick={() => of.retry(uid)}>
              {t('重试')}
            </Button>
          )}
          <Button size="small" type="text" aria-label={t('移除{{name}}', { name })} onClick={() => of.remove(uid)}>
            {problem === '' ? t('取消') : t('移除')}
          </Button>
        </li>
      ))}
      {refused.map(({ fileId, title, reason }) => (
        <li key={fileId}>
          <span className={styles.still}>{title}</span>
          <span role="alert" className={styles.problem}>
            {reason}
          </span>
          <Button size="small" type="text" aria-label={t('移除{{name}}', { name: title })} onClick={() => onDismiss(fileId)}>
            {t('移除')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
