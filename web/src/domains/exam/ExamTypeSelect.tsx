// Select for the type of an exam: the dictionary's value as a number.
import { DictSelect } from '../../shared/dict/DictSelect.tsx'
import { t } from '../../kernel/i18n.ts'

const NO_TYPE = 0
type ExamTypeSelectProps = {
  id?: string
  value?: unknown
  onChange?: (value: number | undefined) => void
  /** a filter: without a choice there is no value; a form then has the value 0 */
  filter?: boolean
}

export const ExamTypeSelect = ({ value, onChange, filter = false, ...rest }: ExamTypeSelectProps) => (
  <DictSelect
    {...rest}
    dicCode="exam_type"
    {...(filter ? { 'aria-label': t('考试类型') } : {})}
    placeholder={filter ? t('考试类型') : t('不分类')}
    value={typeof value === 'number' && value !== NO_TYPE ? String(value) : null}
    onChange={(next) => onChange?.(next === undefined ? (filter ? undefined : NO_TYPE) : Number(next))}
  />
)
