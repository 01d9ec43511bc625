// Input of a score in points; the value is in 1/100 point, as questions are stored.
import { InputNumber } from 'antd'
import { t } from '../../../../kernel/i18n.ts'

type PointsInputProps = {
  /** 1/100 point */
  value: number | undefined
  onChange: (hundredths: number | undefined) => void
  label: string
  id?: string
  disabled?: boolean
  width?: number
  placeholder?: string
}

export function PointsInput({ value, onChange, label, width = 112, ...rest }: PointsInputProps) {
  return (
    <InputNumber<number>
      {...rest}
      aria-label={label}
      min={0}
      step={1}
      value={value === undefined ? null : value / 100}
      suffix={t('分')}
      onChange={(points) => onChange(points === null ? undefined : Math.round(points * 100))}
      style={{ width }}
    />
  )
}
