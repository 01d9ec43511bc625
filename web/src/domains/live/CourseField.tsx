// The course of a live room.
import { CoursesSelect } from '../course/catalog/CoursesSelect.tsx'
import { t } from '../../kernel/i18n.ts'

type CourseFieldProps = { value?: string; onChange?: (id: string | undefined) => void; id?: string }

export const CourseField = ({ value, onChange, id }: CourseFieldProps) => (
  <CoursesSelect
    {...(id === undefined ? {} : { id })}
    label={t('课程')}
    placeholder={t('请选择')}
    value={value === undefined || value === '' ? [] : [value]}
    // the newest choice takes the place of the older one
    onChange={(ids) => onChange?.(ids.at(-1))}
  />
)
