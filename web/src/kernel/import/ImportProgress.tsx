// Progress of an import: the upload, then the server's part.
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { Flex, Progress } from 'antd'
import { type PlainText, t } from '../i18n.ts'
import { useCall } from '../call/query.ts'
import type { ImportState } from './import-types.ts'
import type { ImportWork } from './useImport.ts'

const askEveryMs = 500
const stages: Record<ImportState['stage'], PlainText> = {
  waiting: '等待处理',
  reading: '正在读取表格',
  checking: '正在检查数据',
  saving: '正在保存数据',
  done: '处理完成',
}

/** `state`: an endpoint that takes `{progressKey}`; without one the server's part has no percentage. */
export function ImportProgress({ work, state }: { work: ImportWork; state: Endpoint | undefined }) {
  if (work.percent < 100) return <Bar text={t('正在上传')} percent={work.percent} />
  return state ? <ServerProgress progressKey={work.progressKey} state={state} /> : <Bar text={t('服务器正在处理')} />
}

function ServerProgress({ progressKey, state }: { progressKey: string; state: Endpoint }) {
  const { data } = useCall(state, { progressKey }, { refetchInterval: askEveryMs, gcTime: 0, quiet: true, noRetry: true })
  const now = data as ImportState | undefined
  const percent = now && now.total > 0 ? Math.floor((now.done / now.total) * 100) : undefined
  return <Bar text={t(stages[now?.stage ?? 'waiting'])} percent={percent} />
}

function Bar({ text, percent }: { text: string; percent?: number | undefined }) {
  return (
    <Flex vertical gap={4}>
      <output>{text}</output>
      <Progress percent={percent ?? 100} status="active" showInfo={percent !== undefined} aria-label={text} />
    </Flex>
  )
}
