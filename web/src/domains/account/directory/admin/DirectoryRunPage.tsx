// Back office: what one run of the directory sync would change, or changed; a sheet of it, and carrying it out.
import { ArrowLeftOutlined, DownloadOutlined } from '@ant-design/icons'
import {
  directory,
  directoryField,
  directoryKind,
  type DirectoryKind,
  directoryReason,
  type DirectoryReason,
  DirectoryState,
  directoryState,
} from '@shuyuan/contract/account/directory/directory.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Alert, Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { download } from '../../../../kernel/call/api.ts'
import { useCall, useCommand } from '../../../../kernel/call/query.ts'
import { useConfirm } from '../../../../kernel/piece/confirm.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { Tag } from '../../../../kernel/piece/Tag.tsx'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { leaving } from '../../../../shared/page/page-subject.ts'
import { kindTones, noteText, stateTones } from '../run-texts.ts'
import styles from '../directory.module.css'

const LIST = '/admin/user/directory'
/** more than the server keeps */
const ALL = 100
const kinds = Object.keys(directoryKind) as DirectoryKind[]
type Run = RowOf<typeof directory.paging>

const reasonText = (reason: string) =>
  Object.hasOwn(directoryReason, reason) ? tLabel(directoryReason[reason as DirectoryReason]) : reason

function Changes({ changes }: Pick<RowOf<typeof directory.row>, 'changes'>) {
  return changes.map(({ field, from, to }) => (
    <div key={field}>
      {tLabel(directoryField[field])}: {from !== '' && <>{from} → </>}
      {to}
    </div>
  ))
}

function Orders({ run, isNewest }: { run: Run; isNewest: boolean }) {
  const [busy, setBusy] = useState(false)
  const confirm = useConfirm()
  const navigate = useNavigate()
  const apply = useCommand(directory.apply, {
    done: t('已开始执行'),
    refresh: [directory.paging, directory.detail],
    onDone: () => void navigate(LIST, leaving),
  })
  const ask = () =>
    confirm({
      content: t('将新增 {{add}} 个账号，停用 {{disable}} 个账号。目录若已变化则不会执行，而是给出新的结果。', run.counts),
      danger: run.counts.disable > 0,
    })
  const save = async () => {
    setBusy(true)
    // `download` shows a failure
    await download(directory.export, { runId: run.id }).catch(() => undefined)
    setBusy(false)
  }
  return (
    <>
      {isNewest && run.runState === DirectoryState.planned && (
        <Can permit="sys:directory:update">
          <Button
            type="primary"
            loading={apply.isPending}
            onClick={() => void ask().then((isSure) => isSure && apply.mutate({ runId: run.id }))}
          >
            {t('执行')}
          </Button>
        </Can>
      )}
      <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
        {t('导出')}
      </Button>
    </>
  )
}

export default function DirectoryRunPage() {
  const { runId = '' } = useParams()
  const { data, error, refetch } = useCall(directory.paging, { size: ALL })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="table" columns={5} />
  const run = data.records.find((one) => one.id === runId)
  if (!run) return <PageEmpty text={t('没有这次同步的记录')} />
  return (
    <div className={styles.page}>
      <Flex align="center" gap="small" wrap>
        <Link to={LIST} aria-label={t('返回目录同步')}>
          <ArrowLeftOutlined />
        </Link>
        <h2 style={{ margin: 0 }}>{run.startTime}</h2>
        <Tag tone={stateTones[run.runState]}>{tLabel(directoryState[run.runState])}</Tag>
        <Typography.Text type="secondary">{t('目录中 {{entries}} 人，同步前 {{accounts}} 个账号', run)}</Typography.Text>
      </Flex>
      {run.note !== '' && <Alert type="warning" showIcon title={noteText(run.note)} />}
      <dl className={styles.counts}>
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{tLabel(directoryKind[kind])}</dt>
            <dd>{run.counts[kind]}</dd>
          </div>
        ))}
      </dl>
      <ListPage
        of={directory.row}
        fixedParams={{ runId }}
        search={['kind', 'userName']}
        columns={[
          { name: 'kind', width: 110, render: (row) => <Tag tone={kindTones[row.kind]}>{tLabel(directoryKind[row.kind])}</Tag> },
          { name: 'userName', width: 150, sortable: true, render: (row) => row.userName || '—' },
          { name: 'realName', width: 120, render: (row) => row.realName || '—' },
          { name: 'depart', width: 240 },
          { name: 'changes', width: 280, render: (row) => (row.changes.length > 0 ? <Changes changes={row.changes} /> : '—') },
          { name: 'reason', width: 220, render: (row) => reasonText(row.reason) || '—' },
        ]}
        toolbar={<Orders run={run} isNewest={data.records[0]?.id === run.id} />}
        empty={{ text: t('没有变化') }}
      />
    </div>
  )
}
