// Files that were taken out of the course: they come back from the recycle bin with their place and settings.
import { courseBuild } from '@shuyuan/contract/course/catalog/build.ts'
import { BIN_KEEP_DAYS } from '@shuyuan/contract/operation/bin.ts'
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { useCall } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { minuteText } from '../course-labels.ts'
import { KindMark } from '../../file/KindMark.tsx'
import styles from './build.module.css'

type RemovedDrawerProps = {
  courseId: string
  /** resolves when the files are in the course, or were refused */
  onRestore: (ids: string[]) => Promise<void>
  onClose: () => void
}

export function RemovedDrawer({ courseId, onRestore, onClose }: RemovedDrawerProps) {
  const { data, error, refetch } = useCall(courseBuild['item-removed'], { courseId }, { quiet: true })
  const [busy, setBusy] = useState('')
  const restore = async (ids: string[], key: string) => {
    setBusy(key)
    await onRestore(ids)
    await refetch()
    setBusy('')
  }
  return (
    <Drawer open size="min(560px, 100%)" title={t('移出的课件')} onClose={onClose} destroyOnHidden>
      <p className={styles.drawerFacts}>
        {t('移出的课件保留 {{days}} 天，恢复后回到原来的位置，学习记录、插题和笔记都在', { days: BIN_KEEP_DAYS })}
      </p>
      {!data && (error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading rows={4} />)}
      {data?.length === 0 && <PageEmpty text={t('没有移出的课件')} />}
      {data && data.length > 0 && (
        <ul className={styles.removed} aria-label={t('移出的课件')}>
          {data.map(({ id, title, fileType, fileType_dictText: kind, realName, createTime, endTime }) => (
            <li key={id}>
              <KindMark fileType={fileType} />
              <div className={styles.itemText}>
                <span className={styles.still}>{title}</span>
                <small className={styles.facts}>
                  {[
                    tLabel(kind),
                    t('{{name}} {{time}} 移出', { name: realName, time: minuteText(createTime) }).trim(),
                    t('保留至 {{time}}', { time: minuteText(endTime) }),
                  ].join(' · ')}
                </small>
              </div>
              <Button
                size="small"
                disabled={busy !== ''}
                loading={busy === id}
                aria-label={t('恢复“{{title}}”', { title })}
                onClick={() => void restore([id], id)}
              >
                {t('恢复数据')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {data && data.length > 1 && (
        <Button
          disabled={busy !== ''}
          loading={busy === 'all'}
          onClick={() =>
            void restore(
              data.map((one) => one.id),
              'all',
            )
          }
        >
          {t('全部恢复')}
        </Button>
      )}
    </Drawer>
  )
}
