// The only pickers of times. Values have the wire form, people type `yyyy-MM-dd HH:mm`; seconds appear where a value has some.
import { DatePicker, TimePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import { typedClock, typedMoment } from './moment-text.ts'

const day = 'YYYY-MM-DD'
const wire = 'YYYY-MM-DD HH:mm:ss'
const minute = 'YYYY-MM-DD HH:mm'
const clock = 'HH:mm'
// the first one is shown, all are taken
const formats = (...ats: (Dayjs | null)[]) => (ats.some((at) => at !== null && at.second() !== 0) ? [wire, minute] : [minute, wire])
// a wire text is the site's wall clock: its digits are shown unchanged in any time zone of the browser
const toDayjs = (value: string | null | undefined): Dayjs | null => {
  const at = typedMoment(value ?? '')
  return at === undefined ? null : dayjs(at.replace(' ', 'T'))
}
const toWire = (at: Dayjs | null | undefined): string | null => at?.format(wire) ?? null
const toDay = (at: Dayjs): string => at.format(day)

type Typed = { read: (text: string) => void }
/**
 * A text is read when its input is left, and at Enter, which confirms the field, closes the panel and never sends a form.
 * The picker itself takes only texts of its own format.
 */
function useTyped({ read }: Typed) {
  const [open, setOpen] = useState(false)
  return {
    open,
    onOpenChange: setOpen,
    preserveInvalidOnBlur: true,
    // a day below the resting pointer would stand in the input, and Enter would take it
    previewValue: false as const,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
      event.preventDefault()
      read(event.target.value)
      setOpen(false)
    },
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (event.target instanceof HTMLInputElement) read(event.target.value)
    },
  }
}

type Common = { id?: string; disabled?: boolean; 'aria-label'?: string }
type MomentPickerProps = Common & {
  value?: string | null
  /** gets a text that is no time as it was typed: the check of the form refuses it at the field */
  onChange?: (value: string | null) => void
  placeholder?: string
}

/** One instant. `value` is a wire text or null. */
export function MomentPicker({ value, onChange, placeholder, ...rest }: MomentPickerProps) {
  const [last, setLast] = useState(value)
  // a refused text keeps the picker as it is, so that the text stays
  const isRefused = Boolean(value) && typedMoment(value ?? '') === undefined
  if (!isRefused && last !== value) setLast(value)
  const at = toDayjs(isRefused ? last : value)
  const read = (text: string) => {
    const next = text === '' ? null : (typedMoment(text) ?? text)
    if (next !== (value || null)) onChange?.(next)
  }
  return (
    <DatePicker
      {...rest}
      {...useTyped({ read })}
      showTime={{ format: clock }}
      format={formats(at)}
      needConfirm={false}
      value={at}
      placeholder={placeholder ?? t('请选择时间')}
      onChange={(next) => onChange?.(toWire(next))}
      style={{ width: '100%', minWidth: 160 }}
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
  const read = (text: string) => {
    const next = typedMoment(text)?.slice(0, 10)
    if (next !== undefined && next !== value && !(latest !== undefined && next > latest)) onChange?.(next)
  }
  return (
    <DatePicker
      {...rest}
      {...useTyped({ read })}
      format={day}
      value={toDayjs(value)}
      disabledDate={(at) => latest !== undefined && toDay(at) > latest}
      onChange={(at) => onChange?.(at ? toDay(at) : undefined)}
      style={{ width: '100%' }}
    />
  )
}

/** The day before today, by this browser. */
export const yesterday = (): string => dayjs().subtract(1, 'day').format(day)

/** Two inputs: the one that was typed into changes its own half. */
function useTypedPair<T>(value: readonly [T, T], parse: (text: string) => T | undefined, change: (value: [T, T]) => void) {
  const at = useRef<0 | 1>(0)
  const typed = useTyped({
    read: (text) => {
      const next = text === '' ? undefined : parse(text)
      if (next === undefined || next === value[at.current]) return
      change(at.current === 0 ? [next, value[1]] : [value[0], next])
    },
  })
  type Range = { range?: 'start' | 'end' | undefined }
  const half = (info: Range) => void (at.current = info.range === 'end' ? 1 : 0)
  return {
    ...typed,
    onFocus: (_event: FocusEvent<HTMLElement>, info: Range) => half(info),
    onBlur: (event: FocusEvent<HTMLElement>, info: Range) => {
      half(info)
      typed.onBlur(event)
    },
  }
}
const bothIds = (id: string | undefined) => (id ? { id: { start: id, end: `${id}-end` } } : {})

export type MomentRange = [from: string | null, to: string | null]
type MomentRangePickerProps = Common & {
  value?: MomentRange | null
  onChange?: (value: MomentRange | null) => void
  /** names of both inputs */
  titles?: [from: string, until: string]
}

/** Start and end; either may be empty. `value` contains wire texts. */
export function MomentRangePicker({ value, onChange, id, titles = [t('开始时间'), t('结束时间')], ...rest }: MomentRangePickerProps) {
  const [from, until] = [toDayjs(value?.[0]), toDayjs(value?.[1])]
  return (
    <DatePicker.RangePicker
      {...rest}
      {...bothIds(id)}
      {...useTypedPair<string | null>(value ?? [null, null], typedMoment, (next) => onChange?.(next))}
      showTime={{ format: clock }}
      format={formats(from, until)}
      allowEmpty={[true, true]}
      needConfirm={false}
      value={value ? [from, until] : null}
      placeholder={titles}
      onChange={(range) => onChange?.(range ? [toWire(range[0]), toWire(range[1])] : null)}
      style={{ width: '100%' }}
    />
  )
}

type DayRangePickerProps = Common & { value: [from: string, until: string]; onChange: (value: [from: string, until: string]) => void }

/** First and last day, both set. Values are texts such as `2026-11-22`. */
export function DayRangePicker({ value, onChange, id, ...rest }: DayRangePickerProps) {
  return (
    <DatePicker.RangePicker
      {...rest}
      {...bothIds(id)}
      {...useTypedPair(value, (text) => typedMoment(text)?.slice(0, 10), onChange)}
      format={day}
      allowClear={false}
      value={[toDayjs(value[0]), toDayjs(value[1])]}
      onChange={(range) => range?.[0] && range[1] && onChange([toDay(range[0]), toDay(range[1])])}
    />
  )
}

export type ClockRange = [from: string | null, until: string | null]
type ClockRangePickerProps = Common & { value: ClockRange; onChange: (value: ClockRange) => void }
const clockOf = (text: string | null) => (text ? dayjs(`2000-01-01T${text}`) : null)

/** Two times of day as `HH:mm`, in any order. */
export function ClockRangePicker({ value, onChange, id, disabled = false }: ClockRangePickerProps) {
  return (
    <TimePicker.RangePicker
      {...bothIds(id)}
      {...useTypedPair<string | null>(value, typedClock, onChange)}
      disabled={disabled}
      format={clock}
      order={false}
      needConfirm={false}
      allowEmpty={[true, true]}
      value={[clockOf(value[0]), clockOf(value[1])]}
      placeholder={[t('开始时间'), t('结束时间')]}
      onCalendarChange={(range) => onChange([range?.[0]?.format(clock) ?? null, range?.[1]?.format(clock) ?? null])}
    />
  )
}
