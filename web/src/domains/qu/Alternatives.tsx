// The alternatives of a key, one on each line; the stored form joins them by `||` (contract/src/qu/blank-key.ts).
import { keyOfLines, linesOfKey, withoutEmpty } from '@shuyuan/contract/qu/blank-key.ts'
import { Input } from 'antd'

type AlternativesProps = {
  value: string
  onChange: (key: string) => void
  maxLength: number
  label?: string
  placeholder?: string
  className?: string | undefined
}

export function Alternatives({ value, onChange, maxLength, label, placeholder, className }: AlternativesProps) {
  return (
    <Input.TextArea
      autoSize={{ minRows: 1, maxRows: 8 }}
      value={linesOfKey(value)}
      maxLength={maxLength}
      {...(label === undefined ? {} : { 'aria-label': label })}
      placeholder={placeholder ?? ''}
      className={className ?? ''}
      onChange={(event) => onChange(keyOfLines(event.target.value))}
      // lines that stayed empty
      onBlur={() => withoutEmpty(value) !== value && onChange(withoutEmpty(value))}
    />
  )
}
