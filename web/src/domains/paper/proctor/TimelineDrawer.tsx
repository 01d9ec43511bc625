// Drawer with the timeline of one paper.
import { Drawer } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { PaperTimeline } from './timeline/PaperTimeline.tsx'
import type { WatchTarget } from './watch-target.ts'

type Props = { target: WatchTarget | undefined; onClose: () => void }

export function TimelineDrawer({ target, onClose }: Props) {
  const one = target?.act === 'timeline' ? target.one : undefined
  return (
    <Drawer
      open={one?.paperId !== undefined}
      title={t('答卷时间线：{{name}}', { name: one?.realName ?? '' })}
      size="large"
      destroyOnHidden
      onClose={onClose}
    >
      {one?.paperId && <PaperTimeline paperId={one.paperId} />}
    </Drawer>
  )
}
