// Date-time pickers with values in the wire form `yyyy-MM-dd HH:mm:ss` instead of dayjs.
import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { t } from '../i18n.ts'

const day = 'YYYY-MM-DD'
const wire = 'YYYY-MM-DD HH:mm:ss'
// a wire text is the site's wall clock: its digits are shown unchanged in any time zone of the browser
const toDayjs = (value: string | null | undefined): Dayjs | null => (value ? dayjs(value.replace(' ', 'T')) : null)
const toWire = (at: Dayjs | null | undefined): string | null => at?.format(wire) ?? null

type Common = { id?: string; disabled?: boolean; 'aria-label'?: string }
type MomentPickerProps = Common & {
  value?: string | null
  onChange?: (value: string | null) => void
  placeholder?: string
}

/** One instant. `value` is a wire text or null. */
export function MomentPicker({ value, onChange, placeholder, ...rest }: MomentPickerProps) {
  return (
    <DatePicker
      {...rest}
      showTime
      format={wire}
      needConfirm={false}
      value={toDayjs(value)}
      placeholder={placeholder ?? t('请选择时间')}
      onChange={(at) => onChange?.(toWire(at))}
      style={{ width: '100%', minWidth: 190 }}
    />
  )
}

type DayPickerProps = Common & {
  value?: string
  onChange?: (value: string | undefined) => void
  /** the last day that can be chosen */ latest?: string
}

/** One day. Values are texts such as `2026-11-22`. */
export function DayPicker({ value, onChange, latest, ...rest }: DayPickerProps) {
  return (
    <DatePicker
      {...rest}
      format={day}
      value={value === undefined || value === '' ? null : dayjs(value)}
      disabledDate={(at) => latest !== undefined && at.format(day) > latest}
      onChange={(at) => onChange?.(at?.format(day))}
      style={{ width: '100%' }}
    />
  )
}

/** The day before today, by this browser. */
export const yesterday = (): string => dayjs().subtract(1, 'day').format(day)

export type MomentRange = [from: string | null, to: string | null]
type MomentRangePickerProps = Common & {
  value?: MomentRange | null
  onChange?: (value: MomentRange | null) => void
  /** names of both inputs */
  titles?: [from: string, until: string]
}

/** Start and end; either may be empty. `value` contains wire texts. */
export function MomentRangePicker({ value, onChange, id, titles = [t('开始时间'), t('结束时间')], ...rest }: MomentRangePickerProps) {
  return (
    <DatePicker.RangePicker
      {...rest}
      {...(id ? { id: { start: id, end: `${id}-end` } } : {})}
      showTime
      format={wire}
      allowEmpty={[true, true]}
      needConfirm={false}
      value={value ? [toDayjs(value[0]), toDayjs(value[1])] : null}
      placeholder={titles}
      onChange={(range) => onChange?.(range ? [toWire(range[0]), toWire(range[1])] : null)}
      style={{ width: '100%' }}
    />
  )
}
