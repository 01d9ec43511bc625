// Controls of the search of lists that are about courses: one course, one department.
import { t } from '../../../kernel/i18n.ts'
import { DepartSelect } from '../../../shared/people/DepartTree.tsx'
import { CoursesSelect } from './CoursesSelect.tsx'
import styles from './list-filters.module.css'

type ControlProps = { id?: string; value?: unknown; onChange?: (value: unknown) => void }

export const CourseFilter = ({ value, onChange, ...rest }: ControlProps) => (
  <div className={styles.course}>
    <CoursesSelect
      {...rest}
      label={t('课程')}
      placeholder={t('课程')}
      value={typeof value === 'string' && value !== '' ? [value] : []}
      onChange={(ids) => onChange?.(ids.at(-1))}
    />
  </div>
)

export const DepartFilter = ({ value, onChange, ...rest }: ControlProps) => (
  <DepartSelect {...rest} value={typeof value === 'string' ? value : null} onChange={(next) => onChange?.(next)} placeholder={t('部门')} />
)
