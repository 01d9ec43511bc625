// One field of a SchemaForm: label, required mark, control and messages come from the contract.
import { Form } from 'antd'
import type { ReactElement, ReactNode } from 'react'
import { type PlainText, tLabel } from '../../kernel/i18n.ts'
import { fieldInfo, pathOf, schemaAt } from '../../kernel/form/schema.ts'
import { FieldControl } from './FieldControl.tsx'
import { useFormContext } from '../../kernel/form/form-context.ts'

export type FieldProps = {
  /** a name of the schema, nested ones with dots: `props.hotelProfile`, `groups.0.title` */
  name: string
  /** replaces the contract's label; false: none is shown */
  label?: PlainText | false
  placeholder?: string
  /** additional text below the control */
  extra?: ReactNode
  disabled?: boolean
  /** replaces the schema's answer, for fields that only other fields make necessary */
  required?: boolean
  /** the prop that receives the value, by default 'value' */
  valueProp?: string
  /** replaces the control; receives `id`, `value` and `onChange` */
  children?: ReactElement
}

/** Throws for a name that is no field of the endpoint. */
export function Field({ name, label, placeholder, extra, disabled, required, valueProp, children }: FieldProps) {
  const { schema, check, busy } = useFormContext()
  const found = schemaAt(schema, pathOf(name))
  if (!found) throw new Error(`the endpoint takes no field “${name}”`)
  const own = fieldInfo(found)
  const info = { ...own, title: label === false || label === undefined ? own.title : label }
  const must = required ?? (info.required && info.control !== 'flag')
  return (
    <div onBlur={() => check(name)}>
      <Form.Item
        name={pathOf(name)}
        label={label === false ? undefined : tLabel(info.title)}
        required={must}
        extra={extra}
        {...(valueProp ? { valuePropName: valueProp } : {})}
      >
        {children ?? (
          <FieldControl
            info={info}
            disabled={disabled ?? busy}
            {...(placeholder ? { placeholder } : {})}
            {...(label === false || info.choices.length > 0 ? { 'aria-label': tLabel(info.title) } : {})}
          />
        )}
      </Form.Item>
    </div>
  )
}
