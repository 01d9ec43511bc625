// Numbers of expected, present and handed-in candidates, and of those without a paper: absent after the end of the exam, awaited before.
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Statistic } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import styles from './watch.module.css'

const figures = [
  ['requireCount', '应考'],
  ['processCount', '考试中'],
  ['handCount', '已交卷'],
] as const

const missed = ['missCount', '缺考'] as const
/** candidates who may still start */
const awaited = ['awaitedCount', '未到'] as const

export function WatchStat({ stat }: { stat: Data<(typeof watch)['watch-stat']> | undefined }) {
  return (
    <div className={styles.watchStat} aria-live="polite">
      {[...figures, stat && stat.awaitedCount > 0 ? awaited : missed].map(([name, label]) => (
        <Statistic key={name} title={t(label)} value={stat?.[name] ?? '—'} />
      ))}
    </div>
  )
}
