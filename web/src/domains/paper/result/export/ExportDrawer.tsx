// Back office: requested export files with progress and download.
import { DownloadOutlined } from '@ant-design/icons'
import { ExportState, exportState } from '@shuyuan/contract/kernel/export-state.ts'
import { exportKind, paperExport } from '@shuyuan/contract/paper/result/export.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Drawer, Flex, Progress, Tag, Typography } from 'antd'
import { useState } from 'react'
import { CallFailure, download } from '../../../../kernel/call/api.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../../kernel/call/query.ts'

type Export = Data<typeof paperExport.list>[number]
const POLL_MS = 1_000

const sizeText = (bytes: number) =>
  bytes < 1_048_576 ? `${Math.max(1, Math.round(bytes / 1_024))} KB` : `${(bytes / 1_048_576).toFixed(1)} MB`

export function ExportDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer open={open} onClose={onClose} title={t('导出任务')} size={480} destroyOnHidden>
      <Exports />
    </Drawer>
  )
}

function Exports() {
  const { data, error, refetch } = useCall(
    paperExport.list,
    {},
    { quiet: true, refetchInterval: (query) => (query.state.data?.some((one) => one.state < ExportState.done) ? POLL_MS : false) },
  )
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="table" columns={2} />
  if (data.length === 0) return <PageEmpty text={t('没有导出任务')} hint={t('导出的文件保留24小时，只有您自己可以下载')} />
  return (
    <Flex vertical gap="middle" role="list" aria-label={t('导出任务')}>
      {data.map((one) => (
        <ExportItem key={one.id} item={one} />
      ))}
      <Typography.Text type="secondary">{t('导出的文件保留24小时，只有您自己可以下载')}</Typography.Text>
    </Flex>
  )
}

function ExportItem({ item }: { item: Export }) {
  const [busy, setBusy] = useState(false)
  const { state, done, total } = item
  const fetchFile = async () => {
    setBusy(true)
    try {
      await download(paperExport.download, { id: item.id })
    } catch (error) {
      // the refusal has been shown
      if (!(error instanceof CallFailure)) throw error
    } finally {
      setBusy(false)
    }
  }
  const percent = state === ExportState.done ? 100 : Math.floor((done / total) * 100)
  return (
    <Flex vertical gap={4} role="listitem">
      <Flex justify="space-between" align="center" gap="small">
        <Typography.Text strong ellipsis>
          {item.title}
        </Typography.Text>
        {state === ExportState.done ? (
          <Button type="primary" size="small" icon={<DownloadOutlined />} loading={busy} onClick={() => void fetchFile()}>
            {t('下载')}
          </Button>
        ) : (
          <Tag color={state === ExportState.failed ? 'error' : 'processing'}>{tLabel(exportState[state])}</Tag>
        )}
      </Flex>
      <Progress
        percent={percent}
        size="small"
        aria-label={t('导出进度')}
        status={state === ExportState.failed ? 'exception' : state === ExportState.done ? 'success' : 'active'}
      />
      <Typography.Text type="secondary">
        {tLabel(exportKind[item.kind])} · {state < ExportState.done ? `${done} / ${total}` : t('{{n}} 份', { n: total })}
        {state === ExportState.done && ` · ${sizeText(item.bytes)} · ${t('保留至 {{time}}', { time: item.expireTime.slice(0, 16) })}`}
      </Typography.Text>
    </Flex>
  )
}
