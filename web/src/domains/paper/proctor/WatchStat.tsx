// Numbers of expected, present and handed-in candidates, and of those without a paper: absent after the end of the exam, awaited before.
import type { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { t } from '../../../kernel/i18n.ts'
import { Figures } from '../../../kernel/piece/Figures.tsx'

const figures = [
  ['requireCount', '应考'],
  ['processCount', '考试中'],
  ['handCount', '已交卷'],
] as const

const missed = ['missCount', '缺考'] as const
/** candidates who can still start */
const awaited = ['awaitedCount', '未到'] as const

export function WatchStat({ stat }: { stat: Data<(typeof watch)['watch-stat']> | undefined }) {
  return (
    <Figures
      live
      items={[...figures, stat && stat.awaitedCount > 0 ? awaited : missed].map(([name, label]) => ({
        label: t(label),
        value: stat?.[name] ?? '—',
      }))}
    />
  )
}
