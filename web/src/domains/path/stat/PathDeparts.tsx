// The departments of a learning path side by side.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { pathStat } from '@shuyuan/contract/path/stat.ts'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty } from '../../../kernel/piece/PageState.tsx'
import styles from './path-stat.module.css'

type Depart = Data<typeof pathStat.overview>['departs'][number]

export function PathDeparts({ departs, onChoose }: { departs: readonly Depart[]; onChoose: (deptCode: string) => void }) {
  if (departs.length === 0) return <PageEmpty />
  return (
    <ul className={styles.departs}>
      {departs.map((one) => (
        <li key={one.deptCode}>
          <button type="button" onClick={() => onChoose(one.deptCode)}>
            <b>{one.deptName === '' ? t('没有部门') : one.deptName}</b>
            <span>{t('{{n}} 人', { n: one.people })}</span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ inlineSize: `${one.percent}%` }} />
            </span>
            <span>{t('平均 {{n}}%', { n: one.percent })}</span>
            <span>{t('{{n}} 人完成', { n: one.finished })}</span>
            <span data-overdue={one.overdue > 0}>{t('{{n}} 人逾期', { n: one.overdue })}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
