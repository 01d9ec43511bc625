// The departments of a team side by side: shares of overdue people and hours, without names.
import { t } from '../../../kernel/i18n.ts'
import { type Depart, shareOf } from './team-view.ts'
import styles from './team.module.css'

type DepartsProps = { departs: readonly Depart[]; chosen: string; onChoose: (deptCode: string) => void }

export const Departs = ({ departs, chosen, onChoose }: DepartsProps) => (
  <ul className={styles.departs}>
    {departs.map((one) => {
      const share = shareOf(one.overdue, one.people)
      return (
        <li key={one.deptCode}>
          <button
            type="button"
            aria-pressed={one.deptCode === chosen}
            onClick={() => onChoose(one.deptCode === chosen ? '' : one.deptCode)}
          >
            <b>{one.deptName}</b>
            <span className={styles.dim}>{t('{{n}} 人', { n: one.people })}</span>
            <span className={styles.bar} aria-hidden="true">
              <span style={{ inlineSize: `${share}%` }} />
            </span>
            <span>{t('逾期 {{share}}%', { share })}</span>
            <span className={styles.dim}>{t('人均 {{hours}} 小时', { hours: hoursEach(one) })}</span>
          </button>
        </li>
      )
    })}
  </ul>
)

const hoursEach = ({ learnHours, people }: Depart) => (people === 0 ? 0 : Math.round((learnHours * 10) / people) / 10)
