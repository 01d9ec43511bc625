// Beside the hall: the figures, how the page keeps itself fresh, and what concerns everybody.
import type { watch } from '@shuyuan/contract/exam/watch.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Badge, Button, Card, InputNumber, Switch } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import type { WatchTarget } from './watch-target.ts'
import { WatchStat } from './WatchStat.tsx'

/** Seconds between two looks: admin.md §9, *Exam watch*. */
export const REFRESH = { least: 5, most: 999, usual: 10 }

export type Fresh = { seconds: number; autoPage: boolean }
type Props = {
  stat: Data<(typeof watch)['watch-stat']> | undefined
  fresh: Fresh
  onFresh: (fresh: Fresh) => void
  live: boolean
  paused: boolean
  onAct: (target: WatchTarget) => void
}

export function WatchPanel({ stat, fresh, onFresh, live, paused, onAct }: Props) {
  const nobody = !stat?.processCount
  const state = live ? t('实时更新中') : t('定时刷新中')
  return (
    <Card size="small" className="watch-panel" role="complementary" aria-label={t('监考操作')}>
      <WatchStat stat={stat} />
      <Badge status={paused ? 'warning' : live ? 'success' : 'default'} text={paused ? t('已暂停刷新') : state} />
      <label className="watch-setting">
        {t('自动翻页')} <Switch checked={fresh.autoPage} onChange={(autoPage) => onFresh({ ...fresh, autoPage })} />
      </label>
      <label className="watch-setting">
        {t('刷新间隔（秒）')}{' '}
        <InputNumber
          min={REFRESH.least}
          max={REFRESH.most}
          precision={0}
          value={fresh.seconds}
          onChange={(value) => onFresh({ ...fresh, seconds: value ?? REFRESH.usual })}
        />
      </label>
      <div className="watch-acts">
        <Button onClick={() => onAct({ act: 'msg' })} disabled={nobody}>
          {t('群发消息')}
        </Button>
        <Button onClick={() => onAct({ act: 'extra' })}>{t('全体补时')}</Button>
        <Button danger onClick={() => onAct({ act: 'force' })} disabled={nobody}>
          {t('全部收卷')}
        </Button>
      </div>
    </Card>
  )
}
