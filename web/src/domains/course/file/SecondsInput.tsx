// Input of minutes and seconds; the value is in seconds (admin.md §9: minutes 0-9999, seconds 0-59).
import { InputNumber, Space } from 'antd'
import { t } from '../../../kernel/i18n.ts'

const MINUTE = 60
const MOST_MINUTES = 9_999

type SecondsInputProps = {
  /** seconds; 0 if empty */
  value?: number | null
  onChange?: (seconds: number) => void
  id?: string
  disabled?: boolean
  size?: 'small' | 'middle'
  /** the value is invalid: shown in the error colour */
  wrong?: boolean
  /** label for screen readers */
  label: string
}

export function SecondsInput({ value, onChange, id, disabled = false, size = 'middle', wrong = false, label }: SecondsInputProps) {
  const seconds = value ?? 0
  const [minutes, rest] = [Math.floor(seconds / MINUTE), seconds % MINUTE]
  const shared = { min: 0, precision: 0, disabled, size, ...(wrong ? { status: 'error' as const } : {}) }
  return (
    <Space.Compact>
      <InputNumber<number>
        {...shared}
        {...(id ? { id } : {})}
        max={MOST_MINUTES}
        value={minutes}
        suffix={t('分钟')}
        aria-label={t('{{label}}（分）', { label })}
        onChange={(next) => onChange?.((next ?? 0) * MINUTE + rest)}
        style={{ width: 112 }}
      />
      <InputNumber<number>
        {...shared}
        max={MINUTE - 1}
        value={rest}
        suffix={t('秒')}
        aria-label={t('{{label}}（秒）', { label })}
        onChange={(next) => onChange?.(minutes * MINUTE + (next ?? 0))}
        style={{ width: 104 }}
      />
    </Space.Compact>
  )
}
