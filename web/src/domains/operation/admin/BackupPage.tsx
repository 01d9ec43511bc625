// Back office: the backups that the server made, and one on demand.
import { backup, backupOrigin, backupStage, BackupStage, backupState, BackupState } from '@shuyuan/contract/operation/backup.ts'
import type { Data, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useCall, useCommand } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { TimeAgo } from '../../../kernel/text/relative-time.tsx'
import { Tag, type Tone } from '../../../kernel/piece/Tag.tsx'
import { FlagTag } from '../../../kernel/list/cells.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'
import { BackupGuide, type Guide } from '../BackupGuide.tsx'
import { bytesText } from '../size.ts'
import styles from '../operation.module.css'

type Detail = Data<typeof backup.detail>
type Row = RowOf<typeof backup.paging>
const LOOK_MS = 3_000
const tones: Record<BackupState, Tone> = { [BackupState.running]: 'info', [BackupState.good]: 'good', [BackupState.failed]: 'bad' }

type StateProps = { detail: Detail; onHow: () => void }

function State({ detail: { plan, late, lastGood }, onHow }: StateProps) {
  if (!plan) {
    const how = (
      <Button type="link" size="small" onClick={onHow}>
        {t('如何开启每日备份')}
      </Button>
    )
    return <Alert type="warning" showIcon title={t('服务器没有设置每日备份。')} action={how} />
  }
  const times = { at: plan.at, keep: plan.keep, dir: plan.dir }
  return (
    <>
      {late && <Alert type="error" showIcon title={t('最近 26 小时没有完成备份，请查看失败原因。')} />}
      <Alert
        type="info"
        showIcon
        title={t('每天 {{at}} 备份到服务器的 {{dir}}，保留最近 {{keep}} 份。', times)}
        description={lastGood === null ? t('还没有完成过备份。') : t('最近一次完成于 {{time}}。', { time: lastGood })}
      />
    </>
  )
}

/** What a running backup has done; of the whole only the last one's size is known. */
function progressText({ stage, contentBytes }: Row, { lastContentBytes }: Detail): string {
  if (stage === BackupStage.check || contentBytes === 0) return tLabel(backupStage[stage])
  const done = bytesText(contentBytes)
  return lastContentBytes > contentBytes ? `${done} / ${t('约 {{size}}', { size: bytesText(lastContentBytes) })}` : done
}

export default function BackupPage() {
  const [guide, setGuide] = useState<Guide[]>([])
  const { data, error, refetch } = useCall(backup.detail, {}, { refetchInterval: LOOK_MS })
  const run = useCommand(backup.run, { done: t('已开始备份'), refresh: [backup.paging, backup.detail] })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return (
    <div className={styles.page}>
      <State detail={data} onHow={() => setGuide(['on'])} />
      <ListPage
        of={backup.paging}
        columns={[
          { name: 'startTime', width: 175, sortable: true },
          { name: 'origin', width: 95, render: (row) => tLabel(backupOrigin[row.origin]) },
          {
            name: 'backupState',
            width: 150,
            render: (row) => (
              <>
                <Tag tone={tones[row.backupState]}>{tLabel(backupState[row.backupState])}</Tag>{' '}
                {row.backupState === BackupState.running && progressText(row, data)}
              </>
            ),
          },
          { name: 'verified', width: 110, render: (row) => (row.verified ? <FlagTag on /> : '—') },
          { name: 'bytes', width: 95, align: 'right', render: (row) => (row.bytes > 0 ? bytesText(row.bytes) : '—') },
          { name: 'endTime', width: 120, render: ({ endTime }) => (endTime === null ? '—' : <TimeAgo at={endTime} />) },
          { name: 'error', width: 200, ellipsis: true },
          { name: 'file', width: 270, render: (row) => (row.removed ? t('{{file}}（已清理）', row) : row.file) },
        ]}
        toolbar={
          <Button type="primary" disabled={!data.plan || data.running} loading={run.isPending} onClick={() => run.mutate({})}>
            {t('立即备份')}
          </Button>
        }
        refreshEvery={LOOK_MS}
        empty={{ text: t('还没有备份') }}
      />
      <BackupGuide open={guide} onOpen={setGuide} />
    </div>
  )
}
