// Drawer with the timeline of one paper.
import { Drawer } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { RecordExempt } from './RecordExempt.tsx'
import { PaperTimeline } from './timeline/PaperTimeline.tsx'
import type { WatchTarget } from './watch-target.ts'

type Props = {
  examId: string
  /** the exam records candidates */
  records: boolean
  target: WatchTarget | undefined
  onClose: () => void
}

export function TimelineDrawer({ examId, records, target, onClose }: Props) {
  const one = target?.act === 'timeline' ? target.one : undefined
  return (
    <Drawer
      open={one?.paperId !== undefined}
      title={t('答卷时间线：{{name}}', { name: one?.realName ?? '' })}
      size="large"
      destroyOnHidden
      extra={records && one !== undefined && one.userId !== '' && <RecordExempt examId={examId} userId={one.userId} exempt={false} />}
      onClose={onClose}
    >
      {one?.paperId && <PaperTimeline paperId={one.paperId} />}
    </Drawer>
  )
}
