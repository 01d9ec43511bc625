// Back office: quick entries, totals, trends, what runs now, and what is to be done.
import { t } from '../../../kernel/i18n.ts'
import { useSite } from '../../../shared/session/session.ts'
import textStyles from '../../../kernel/plain/text.module.css'
import { QuickCards } from '../dashboard/QuickCards.tsx'
import { RunningCourses, RunningExams } from '../dashboard/Running.tsx'
import { TodoList } from '../dashboard/TodoList.tsx'
import { Totals } from '../dashboard/Totals.tsx'
import { Trends } from '../dashboard/Trends.tsx'
import styles from '../dashboard/home.module.css'

export default function DashboardPage() {
  const props = useSite()?.props
  return (
    <div className={styles.home}>
      <h1 className={textStyles.visuallyHidden}>{t('控制台')}</h1>
      <QuickCards />
      <TodoList />
      <Totals />
      <Trends />
      <div className={styles.pair}>
        {props?.moduleCourse !== false && <RunningCourses />}
        {props?.moduleExam !== false && <RunningExams />}
      </div>
    </div>
  )
}
