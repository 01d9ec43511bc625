// Side panel of the watch page: figures, refresh settings, actions for all candidates.
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Badge, Button, Card, InputNumber, Switch, Typography } from 'antd'
import { useId, useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import type { WatchTarget } from './watch-target.ts'
import { WatchStat } from './WatchStat.tsx'
import styles from './watch.module.css'

/** Refresh interval in seconds (admin.md §9, *Exam watch*). */
export const REFRESH = { least: 5, most: 999, usual: 10 }

export type Fresh = { seconds: number; autoPage: boolean }
type Props = {
  stat: Data<(typeof watch)['watch-stat']> | undefined
  fresh: Fresh
  onFresh: (fresh: Fresh) => void
  live: boolean
  /** the last refresh failed */
  broken: boolean
  paused: boolean
  onAct: (target: WatchTarget) => void
}

export function WatchPanel({ stat, fresh, onFresh, live, broken, paused, onAct }: Props) {
  const nobody = !stat?.processCount
  const line = broken
    ? ({ status: 'error', text: t('连接中断，正在重试') } as const)
    : live
      ? ({ status: 'success', text: t('实时更新中') } as const)
      : ({ status: 'default', text: t('定时刷新中') } as const)
  return (
    <Card size="small" className={styles.watchPanel} role="complementary" aria-label={t('监考操作')}>
      <WatchStat stat={stat} />
      <Badge {...(paused ? { status: 'warning', text: t('已暂停刷新') } : line)} />
      <label className={styles.watchSetting}>
        {t('自动翻页')} <Switch checked={fresh.autoPage} onChange={(autoPage) => onFresh({ ...fresh, autoPage })} />
      </label>
      <RefreshField seconds={fresh.seconds} onChange={(seconds) => onFresh({ ...fresh, seconds })} />
      <div className={styles.watchActs}>
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

/** An interval out of range shows an error; the last valid one stays in use. */
function RefreshField({ seconds, onChange }: { seconds: number; onChange: (seconds: number) => void }) {
  const [typed, setTyped] = useState<number | null>(seconds)
  const problem = useId()
  const { least, most } = REFRESH
  const isWrong = typed === null || !Number.isInteger(typed) || typed < least || typed > most
  return (
    <div>
      <label className={styles.watchSetting}>
        {t('刷新间隔（秒）')}{' '}
        <InputNumber
          value={typed}
          changeOnWheel={false}
          aria-describedby={isWrong ? problem : undefined}
          aria-invalid={isWrong}
          {...(isWrong ? { status: 'error' as const } : {})}
          onChange={(value) => {
            setTyped(value)
            if (value !== null && Number.isInteger(value) && value >= least && value <= most) onChange(value)
          }}
        />
      </label>
      {isWrong && (
        <Typography.Text type="danger" id={problem} role="alert">
          {t('请填写{{least}}到{{most}}之间的整数', { least, most })}
        </Typography.Text>
      )}
    </div>
  )
}
