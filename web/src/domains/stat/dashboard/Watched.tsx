// What runs and what comes, for users who watch exams.
import { examPhase } from '@shuyuan/contract/exam/exam.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { statWork } from '@shuyuan/contract/stat/total.ts'
import { Link } from 'react-router'
import { can } from '../../../kernel/access/permission.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { classes } from '../../../kernel/theme/classes.ts'
import { windowText } from '../../exam/exam-labels.ts'
import panelStyles from '../../../kernel/plain/panel.module.css'
import styles from './home.module.css'

export function Watched({ exams }: { exams: Data<typeof statWork.todo>['watched'] }) {
  const place = can(['exam:watch']) ? 'detail' : 'own'
  return (
    <section className={classes(panelStyles.panel, styles.block)} aria-labelledby="watched">
      <h2 id="watched">{t('要监考的')}</h2>
      <ul className={styles.watched}>
        {exams.map((one) => (
          <li key={one.id} data-running={one.running}>
            <Link to={`/admin/exam/watch/${place}?examId=${one.id}`}>{one.title}</Link>
            <small>{windowText(one)}</small>
            <em>{tLabel(one.running ? examPhase.open : examPhase.waiting)}</em>
          </li>
        ))}
      </ul>
    </section>
  )
}
