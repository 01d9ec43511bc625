// Back office: place and time of a lesson in a room, in the library of course files.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { Descriptions } from 'antd'
import { Link } from 'react-router'
import { can } from '../../../kernel/access/permission.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { spanText } from './span-text.ts'
import styles from './room.module.css'

export function RoomPreview({ fileId }: { fileId: string }) {
  const { data, error, refetch } = useCall(courseRoom.setting, { id: fileId }, { quiet: true })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={3} />
  return (
    <div className={styles.panel}>
      <Descriptions
        size="small"
        column={1}
        items={[
          { key: 'time', label: t('时间'), children: spanText(data.startTime, data.endTime) },
          { key: 'place', label: tLabel('培训地点'), children: data.place },
          { key: 'seats', label: tLabel('座位数'), children: data.seats ?? t('不限') },
          { key: 'people', label: tLabel('已报名'), children: data.people },
        ]}
      />
      {data.content !== '' && <p className={styles.words}>{data.content}</p>}
      {can(['course:room']) && <Link to={`/admin/course/room/view/${fileId}`}>{t('查看名单')}</Link>}
    </div>
  )
}
