// Numbers of expected, present, handed-in and absent candidates.
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Statistic } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import styles from './watch.module.css'

const figures = [
  ['requireCount', '应考'],
  ['processCount', '考试中'],
  ['handCount', '已交卷'],
  ['missCount', '缺考'],
] as const

export function WatchStat({ stat }: { stat: Data<(typeof watch)['watch-stat']> | undefined }) {
  return (
    <div className={styles.watchStat} aria-live="polite">
      {figures.map(([name, label]) => (
        <Statistic key={name} title={t(label)} value={stat?.[name] ?? '—'} />
      ))}
    </div>
  )
}
