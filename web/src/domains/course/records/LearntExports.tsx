// Exports of learners that are made in the background, with progress and download.
import { DownloadOutlined } from '@ant-design/icons'
import { ExportState, exportState } from '@shuyuan/contract/kernel/export-state.ts'
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Drawer, Flex, Progress, Tag, Typography } from 'antd'
import { useState } from 'react'
import { download } from '../../../kernel/call/api.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { useCall } from '../../../kernel/call/query.ts'
import { sizeText } from '../file/file-labels.ts'

type Item = Data<(typeof statCourse)['export-list']>[number]
const POLL_MS = 1_000

function Export({ item }: { item: Item }) {
  const [busy, setBusy] = useState(false)
  const { state, done, total } = item
  const fetchFile = async () => {
    setBusy(true)
    // a refusal has been shown
    await download(statCourse['export-download'], { id: item.id }).catch(() => undefined)
    setBusy(false)
  }
  const isDone = state === ExportState.done
  const status = state === ExportState.failed ? 'exception' : isDone ? 'success' : 'active'
  return (
    <Flex vertical gap={4} role="listitem">
      <Flex justify="space-between" align="center" gap="small">
        <Typography.Text strong ellipsis>
          {item.title}
        </Typography.Text>
        {isDone ? (
          <Button type="primary" size="small" icon={<DownloadOutlined />} loading={busy} onClick={() => void fetchFile()}>
            {t('下载')}
          </Button>
        ) : (
          <Tag color={state === ExportState.failed ? 'error' : 'processing'}>{tLabel(exportState[state])}</Tag>
        )}
      </Flex>
      <Progress percent={isDone ? 100 : Math.floor((done / total) * 100)} size="small" aria-label={t('导出进度')} status={status} />
      <Typography.Text type="secondary">
        {isDone
          ? `${sizeText(item.bytes)} · ${t('保留至 {{time}}', { time: item.expireTime.slice(0, 16) })}`
          : t('{{done}} / {{total}} 人', { done, total })}
      </Typography.Text>
    </Flex>
  )
}

export function LearntExports({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { data, error, refetch } = useCall(
    statCourse['export-list'],
    {},
    {
      enabled: open,
      quiet: true,
      refetchInterval: (query) => (query.state.data?.some((one) => one.state < ExportState.done) ? POLL_MS : false),
    },
  )
  return (
    <Drawer open={open} onClose={onClose} title={t('导出任务')} size={480} destroyOnHidden>
      {!data && (error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="table" columns={2} />)}
      {data?.length === 0 && <PageEmpty text={t('没有导出任务')} />}
      <Flex vertical gap="middle" role="list" aria-label={t('导出任务')}>
        {data?.map((one) => (
          <Export key={one.id} item={one} />
        ))}
        <Typography.Text type="secondary">{t('导出的文件保留24小时，只有您自己可以下载')}</Typography.Text>
      </Flex>
    </Drawer>
  )
}
