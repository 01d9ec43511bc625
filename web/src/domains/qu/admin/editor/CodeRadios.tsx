// A choice among a few codes, such as question types or levels, as radio buttons.
import { Radio } from 'antd'
import { tLabel } from '../../../../kernel/i18n.ts'

type CodeRadiosProps<T extends number> = { label: string; texts: Record<T, string>; value: T; onChange: (code: T) => void }

export function CodeRadios<T extends number>({ label, texts, value, onChange }: CodeRadiosProps<T>) {
  return (
    <Radio.Group
      optionType="button"
      aria-label={label}
      value={value}
      options={Object.entries<string>(texts).map(([code, name]) => ({ value: Number(code), label: tLabel(name) }))}
      onChange={(event) => onChange(event.target.value as T)}
    />
  )
}
