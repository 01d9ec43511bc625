// The exams that ask for a finished course, on the course's page.
import { exam, examPhase, ExamState } from '@shuyuan/contract/exam/exam.ts'
import { Link } from 'react-router'
import { t, tLabel } from '../../kernel/i18n.ts'
import { useCall } from '../../kernel/call/query.ts'
import { Tag } from '../../kernel/piece/Tag.tsx'
import { windowText } from './exam-labels.ts'
import { classes } from '../../kernel/theme/classes.ts'
import buttonStyles from '../../kernel/plain/button.module.css'
import styles from './course-exams.module.css'

const LIMIT = 10

/** Renders nothing where no exam asks for the course. */
export function CourseExams({ courseId }: { courseId: string }) {
  const params = { courseId, mine: true, state: ExamState.enabled }
  const { data } = useCall(exam.paging, { size: LIMIT, params }, { quiet: true })
  if (!data || data.records.length === 0) return null
  return (
    <ul className={styles.courseExams} aria-label={t('相关考试')}>
      {data.records.map((row) => (
        <li key={row.id}>
          <div>
            <b>{row.title}</b>
            <span>{windowText(row)}</span>
          </div>
          {row.phase === 'closed' ? (
            <Tag>{tLabel(examPhase.closed)}</Tag>
          ) : (
            <Link to={`/web/exam/check/${row.id}`} className={classes(buttonStyles.btn, buttonStyles.btnSmall, buttonStyles.btnPrimary)}>
              {t('去考试')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
