// The control of a field of the contract, for forms and for the search row of lists.
import { Input, InputNumber, Radio, Select, Switch } from 'antd'
import type { ComponentType } from 'react'
import { DepartSelect } from '../people/DepartTree.tsx'
import { t, tLabel } from '../../kernel/i18n.ts'
import { RichText } from '../RichText.tsx'
import type { FieldInfo } from '../../kernel/form/schema.ts'
import { HoursPicker } from '../../kernel/form/HoursPicker.tsx'
import { RangeSlider } from '../../kernel/form/RangeSlider.tsx'
import { MomentPicker } from '../../kernel/form/MomentPicker.tsx'

export type ControlProps = {
  info: FieldInfo
  /** for a search row: every control can be cleared, a flag has three states */
  search?: boolean
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
  onBlur?: () => void
  disabled?: boolean
  placeholder?: string
  'aria-label'?: string
  'aria-required'?: boolean
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

const hint = ({ info, placeholder, search }: ControlProps, ask: '请填写{{label}}' | '请选择{{label}}') =>
  placeholder ?? (search ? tLabel(info.title) : info.title && t(ask, { label: tLabel(info.title) }))
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)

function TextControl({ info, search, value, onChange, ...rest }: ControlProps) {
  return (
    <Input
      {...rest}
      // in a form the button that clears would take the next Tab, and what is typed then would be lost
      allowClear={search}
      autoComplete="off"
      value={textOf(value)}
      placeholder={hint({ info, search, ...rest }, '请填写{{label}}')}
      onChange={(event) => onChange?.(event.target.value)}
    />
  )
}

function PasswordControl({ info, search, value, onChange, ...rest }: ControlProps) {
  return (
    <Input.Password
      {...rest}
      autoComplete="new-password"
      value={textOf(value)}
      placeholder={hint({ info, search, ...rest }, '请填写{{label}}')}
      onChange={(event) => onChange?.(event.target.value)}
    />
  )
}

function TextAreaControl({ info, search, value, onChange, ...rest }: ControlProps) {
  return (
    <Input.TextArea
      {...rest}
      autoSize={{ minRows: 3, maxRows: 12 }}
      value={textOf(value)}
      placeholder={hint({ info, search, ...rest }, '请填写{{label}}')}
      onChange={(event) => onChange?.(event.target.value)}
      {...(info.maxLength ? { count: { show: true, max: info.maxLength } } : {})}
    />
  )
}

// no min and max: they would silently change the input; the schema's message names the problem
function NumberControl({ info, search, value, onChange, ...rest }: ControlProps) {
  return (
    <InputNumber<number>
      {...rest}
      value={numberOf(value)}
      suffix={info.unit && tLabel(info.unit)}
      placeholder={hint({ info, search, ...rest }, '请填写{{label}}')}
      onChange={(next) => onChange?.(next ?? (info.nullable ? null : undefined))}
      style={{ width: '100%', maxWidth: 240 }}
    />
  )
}

/** A text, as money is on the wire: a number would lose its two decimals during input. */
function MoneyControl({ info, search, value, onChange, ...rest }: ControlProps) {
  return (
    <Input
      {...rest}
      prefix="¥"
      inputMode="decimal"
      autoComplete="off"
      value={textOf(value)}
      placeholder={hint({ info, search, ...rest }, '请填写{{label}}')}
      onChange={(event) => onChange?.(event.target.value.trim())}
      style={{ width: '100%', maxWidth: 240 }}
    />
  )
}

function FlagControl({ info, search, value, onChange, ...rest }: ControlProps) {
  if (!search) return <Switch {...rest} checked={value === true} onChange={onChange} />
  const options = [
    { value: true, label: t('是') },
    { value: false, label: t('否') },
  ]
  return (
    <Select
      {...rest}
      allowClear
      value={value}
      options={options}
      placeholder={tLabel(info.title)}
      onChange={onChange}
      style={{ width: '100%', minWidth: 120 }}
    />
  )
}

const mostRadios = 5

function ChoiceControl({ info, search, value, onChange, ...rest }: ControlProps) {
  const options = info.choices.map((one) => ({ value: one.value, label: tLabel(one.label) }))
  if (!search && options.length <= mostRadios)
    return <Radio.Group {...rest} value={value} options={options} onChange={(event) => onChange?.(event.target.value)} />
  return (
    <Select
      {...rest}
      allowClear={search || !info.required}
      showSearch={options.length > 10 ? { optionFilterProp: 'label' } : false}
      value={value ?? undefined}
      options={options}
      placeholder={hint({ info, search, ...rest }, '请选择{{label}}')}
      onChange={(next) => onChange?.(next ?? (info.nullable ? null : undefined))}
      style={{ width: '100%', minWidth: 120 }}
    />
  )
}

function MomentControl({ info, search, value, onChange, ...rest }: ControlProps) {
  const change = (next: string | null) => onChange?.(next ?? (info.nullable ? null : undefined))
  return <MomentPicker {...rest} value={textOf(value)} onChange={change} placeholder={hint({ info, search, ...rest }, '请选择{{label}}')} />
}

function HtmlControl({ info, value, onChange, id, disabled }: ControlProps) {
  return <RichText id={id} value={textOf(value)} onChange={onChange} disabled={disabled} label={tLabel(info.title)} />
}

function DepartControl({ info, search, value, onChange, ...rest }: ControlProps) {
  return (
    <DepartSelect {...rest} value={textOf(value)} onChange={onChange} placeholder={hint({ info, search, ...rest }, '请选择{{label}}')} />
  )
}

function HoursControl({ info, search: _search, value, onChange, onBlur: _onBlur, placeholder: _placeholder, ...rest }: ControlProps) {
  return <HoursPicker {...rest} aria-label={tLabel(info.title)} value={textOf(value)} onChange={onChange} />
}

function RangesControl({ info, search: _search, value, onChange, onBlur: _onBlur, placeholder: _placeholder, ...rest }: ControlProps) {
  return <RangeSlider {...rest} aria-label={tLabel(info.title)} value={textOf(value)} onChange={onChange} />
}

const controls: Record<string, ComponentType<ControlProps>> = {
  text: TextControl,
  keyword: TextControl,
  id: TextControl,
  password: PasswordControl,
  textarea: TextAreaControl,
  count: NumberControl,
  points: NumberControl,
  money: MoneyControl,
  flag: FlagControl,
  code: ChoiceControl,
  choice: ChoiceControl,
  moment: MomentControl,
  html: HtmlControl,
  depart: DepartControl,
  hours: HoursControl,
  ranges: RangesControl,
}

/** Renders the control that the contract names. Throws where the contract names none: then the page must pass its own. */
export function FieldControl(props: ControlProps) {
  const Control = controls[props.info.control]
  if (!Control) throw new Error(`no control for “${props.info.title}”: give the Field a child`)
  return <Control {...props} />
}
