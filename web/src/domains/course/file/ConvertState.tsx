// How far the conversion of a course file is; reads the server every three seconds while it runs.
import { courseFile, CourseFileState, renditions } from '@shuyuan/contract/course/file/file.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Progress, Tooltip } from 'antd'
import { useEffect } from 'react'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { isMedia } from './file-labels.ts'

type Row = Pick<RowOf<typeof courseFile.paging>, 'id' | 'state' | 'fileType' | 'rendition'>
const EVERY_MS = 3_000

export function ConvertState({ row }: { row: Row }) {
  if (row.state === CourseFileState.ready)
    return isMedia(row.fileType) || row.rendition === 'pdf' ? <span>{tLabel(renditions[row.rendition])}</span> : null
  return <Unready {...row} />
}

function Unready({ id, state }: Row) {
  const client = useQueryClient()
  const converting = state === CourseFileState.converting
  const { data } = useCall(courseFile['fetch-state'], { ids: [id] }, { quiet: true, refetchInterval: converting ? EVERY_MS : false })
  const now = data?.[0]
  const changed = now !== undefined && now.state !== state
  useEffect(() => {
    if (changed) void client.invalidateQueries({ queryKey: [courseFile.paging.path] })
  }, [client, changed])
  if (converting) {
    const bar = <Progress percent={now?.percent ?? 0} size="small" aria-label={t('转码进度')} style={{ minInlineSize: 90 }} />
    return now?.error ? <Tooltip title={now.error}>{bar}</Tooltip> : bar
  }
  return (
    <Tooltip title={now?.error}>
      <span>
        <Tag tone="bad">{t('转码失败')}</Tag>
      </span>
    </Tooltip>
  )
}
