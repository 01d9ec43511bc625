// The user's sign-in sessions by device, with a button to end each of them.
import { session, type OwnSession } from '@shuyuan/contract/sys/session/own-session.ts'
import { Button, Flex, Tag, Typography } from 'antd'
import { useConfirm } from '../../../kernel/confirm.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/PageState.tsx'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import styles from './own.module.css'

export function Sessions() {
  const list = useCall(session.list, {})
  const confirm = useConfirm()
  const end = useCommand(session.end, { done: t('操作成功！'), refresh: [session.list] })
  const ask = ({ id, device }: OwnSession) =>
    confirm(
      { content: t('“{{device}}”上的登录将立即失效，确定要下线吗？', { device: tLabel(device) }), danger: true, okText: t('下线') },
      () => end.mutateAsync({ id }),
    )
  if (list.error && !list.data) return <PageError error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <PageLoading shape="table" rows={3} columns={3} />
  if (list.data.length === 0) return <PageEmpty />
  return (
    <ul className={styles.ownList} aria-label={t('登录设备')}>
      {list.data.map((one) => (
        <li key={one.id} className={styles.ownRow}>
          <div className={styles.ownMain}>
            <Flex gap={8} align="center" wrap>
              <strong>{tLabel(one.device)}</strong>
              {one.current && <Tag color="success">{t('本机')}</Tag>}
            </Flex>
            <Typography.Text type="secondary">
              <span className={styles.ownFact}>{one.ip}</span>
              <span className={styles.ownFact}>
                {t('登录时间')} <time>{one.createTime}</time>
              </span>
              <span className={styles.ownFact}>
                {t('最近活动')} <time>{one.lastSeen}</time>
              </span>
            </Typography.Text>
          </div>
          {!one.current && (
            <Button danger aria-label={t('下线 {{device}}', { device: tLabel(one.device) })} onClick={() => void ask(one)}>
              {t('下线')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
