// Tags of questions, typed or chosen.
import { Select } from 'antd'
import { t } from '../../kernel/i18n.ts'

const MAX_TAGS = 20
const MAX_LENGTH = 40

type TagsSelectProps = {
  value: string[]
  /** trimmed, none of them empty */
  onChange: (tags: string[]) => void
  placeholder: string
  /** tags to choose from */
  offered?: readonly string[]
  'aria-label'?: string
}

export function TagsSelect({ value, onChange, placeholder, offered = [], ...rest }: TagsSelectProps) {
  return (
    <Select<string[]>
      mode="tags"
      aria-label={rest['aria-label'] ?? t('标签')}
      placeholder={placeholder}
      tokenSeparators={[',', '，', '、', ';', '；']}
      maxCount={MAX_TAGS}
      value={value}
      options={offered.map((tag) => ({ value: tag, label: tag }))}
      onChange={(next) => onChange(next.map((tag) => tag.trim().slice(0, MAX_LENGTH)).filter((tag) => tag !== ''))}
      style={{ width: '100%' }}
    />
  )
}
