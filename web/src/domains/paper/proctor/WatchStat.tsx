// Numbers of expected, present and handed-in candidates, and of those without a paper: absent after the end of the exam, awaited before.
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { t } from '../../../kernel/i18n.ts'
import { Figures } from '../../../kernel/piece/Figures.tsx'
import styles from './watch.module.css'

const figures = [
  ['requireCount', '应考'],
  ['processCount', '考试中'],
  ['handCount', '已交卷'],
] as const

const missed = ['missCount', '缺考'] as const
/** candidates who can still start */
const awaited = ['awaitedCount', '未到'] as const

type Stat = Data<(typeof watch)['watch-stat']> | undefined
const itemsOf = (stat: Stat) =>
  [...figures, stat && stat.awaitedCount > 0 ? awaited : missed].map(([name, label]) => ({ label: t(label), value: stat?.[name] ?? '—' }))

export const WatchStat = ({ stat }: { stat: Stat }) => <Figures live items={itemsOf(stat)} />

/** The same in one line, for phones. */
export const WatchLine = ({ stat }: { stat: Stat }) => (
  <p className={styles.watchLine}>
    {itemsOf(stat).map(({ label, value }) => (
      <span key={label}>
        {label} <b>{value}</b>
      </span>
    ))}
  </p>
)
