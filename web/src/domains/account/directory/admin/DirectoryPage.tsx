// Back office: the directory sync, its runs, a dry run on demand.
import {
  directory,
  directoryKind,
  type DirectoryKind,
  directoryOrigin,
  DirectoryState,
  directoryState,
} from '@shuyuan/contract/account/directory/directory.ts'
import type { Data, RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { useCall, useCommand } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { Tag } from '../../../../kernel/piece/Tag.tsx'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { DirectorySettings } from '../DirectorySettings.tsx'
import { noteText, stateTones } from '../run-texts.ts'
import styles from '../directory.module.css'

type Detail = Data<typeof directory.detail>
type Row = RowOf<typeof directory.paging>
const LOOK_MS = 3_000
const kinds = Object.keys(directoryKind) as DirectoryKind[]

function State({ detail: { ready, settings, tried } }: { detail: Detail }) {
  if (!ready)
    return (
      <Alert
        type="warning"
        showIcon
        title={t('目录同步使用“第三方登录”中的目录账号服务，请先启用它。')}
        action={<Link to="/admin/sys/login?type=ldap">{t('去设置')}</Link>}
      />
    )
  if (!settings.nightly) return <Alert type="info" showIcon title={t('没有开启每晚自动同步。先预演，核对后再执行。')} />
  return tried ? (
    <Alert type="info" showIcon title={t('每天 4:23 自动同步。')} />
  ) : (
    <Alert type="warning" showIcon title={t('这些设置还没有执行过，每晚只预演。请先预演，核对后执行一次。')} />
  )
}

const countsText = ({ counts }: Row) =>
  kinds
    .filter((kind) => counts[kind] > 0)
    .map((kind) => `${tLabel(directoryKind[kind])} ${counts[kind]}`)
    .join(t('、')) || t('没有变化')

export default function DirectoryPage() {
  const { data, error, refetch } = useCall(directory.detail, {}, { refetchInterval: LOOK_MS })
  const [edited, setEdited] = useState<Detail['settings']>()
  const run = useCommand(directory.try, { done: t('已开始预演'), refresh: [directory.paging, directory.detail] })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return (
    <div className={styles.page}>
      <State detail={data} />
      <ListPage
        of={directory.paging}
        columns={[
          { name: 'startTime', width: 175, sortable: true },
          { name: 'origin', width: 95, render: (row) => tLabel(directoryOrigin[row.origin]) },
          {
            name: 'runState',
            width: 95,
            render: (row) => <Tag tone={stateTones[row.runState]}>{tLabel(directoryState[row.runState])}</Tag>,
          },
          { name: 'entries', width: 100, align: 'right' },
          { name: 'accounts', width: 110, align: 'right' },
          { id: 'counts', title: '变化', width: 300, render: (row) => (row.endTime === null || row.entries === 0 ? '—' : countsText(row)) },
          { name: 'note', width: 260, render: (row) => noteText(row.note) || '—' },
          { name: 'userName', width: 110, render: (row) => row.userName || '—' },
        ]}
        toolbar={
          <Can permit="sys:directory:update">
            <Button type="primary" disabled={!data.ready || data.running} loading={run.isPending} onClick={() => run.mutate({})}>
              {t('预演')}
            </Button>
            <Button onClick={() => setEdited(data.settings)}>{t('设置')}</Button>
          </Can>
        }
        actionsWidth={80}
        actions={(row) =>
          row.runState === DirectoryState.running ? null : <Link to={`/admin/user/directory/${row.id}`}>{t('查看')}</Link>
        }
        refreshEvery={LOOK_MS}
        empty={{ hint: t('预演会列出将要新增、修改、调动和停用的账号，不修改任何账号') }}
      />
      <DirectorySettings settings={edited} onClose={() => setEdited(undefined)} />
    </div>
  )
}
