// The user's sign-in sessions by device, with a button to end each of them.
import { session, type OwnSession } from '@shuyuan/contract/session/own-session.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../kernel/piece/PageState.tsx'
import { useCall, useCommand } from '../../kernel/call/query.ts'
import { Tag } from '../../kernel/piece/Tag.tsx'
import { Button } from '../../kernel/plain/Button.tsx'
import { useAsk } from '../../kernel/plain/useAsk.tsx'
import styles from './own.module.css'

export function Sessions() {
  const list = useCall(session.list, {})
  const { ask: question, dialog } = useAsk()
  const end = useCommand(session.end, { done: t('操作成功！'), refresh: [session.list] })
  const ask = async ({ id, device }: OwnSession) => {
    const content = t('“{{device}}”上的登录将立即失效，确定要下线吗？', { device: tLabel(device) })
    if (await question({ content, okText: t('下线') })) end.mutate({ id })
  }
  if (list.error && !list.data) return <PageError error={list.error} onRetry={() => void list.refetch()} />
  if (!list.data) return <PageLoading shape="table" rows={3} columns={3} />
  if (list.data.length === 0) return <PageEmpty />
  return (
    <>
      {dialog}
      <ul className={styles.ownList} aria-label={t('登录设备')}>
        {list.data.map((one) => (
          <li key={one.id} className={styles.ownRow}>
            <div className={styles.ownMain}>
              <div className={styles.ownName}>
                <strong>{tLabel(one.device)}</strong>
                {one.current && <Tag tone="good">{t('本机')}</Tag>}
              </div>
              <div className={styles.ownFacts}>
                <span className={styles.ownFact}>{one.ip}</span>
                <span className={styles.ownFact}>
                  {t('登录时间')} <time>{one.createTime}</time>
                </span>
                <span className={styles.ownFact}>
                  {t('最近活动')} <time>{one.lastSeen}</time>
                </span>
              </div>
            </div>
            {!one.current && (
              <Button
                small
                busy={end.isPending && end.variables?.id === one.id}
                aria-label={t('下线 {{device}}', { device: tLabel(one.device) })}
                onClick={() => void ask(one)}
              >
                {t('下线')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
