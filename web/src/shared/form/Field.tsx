// One field of a SchemaForm: label, required mark, control and messages come from the contract.
import { QuestionCircleOutlined } from '@ant-design/icons'
import { Form } from 'antd'
import { type ReactElement, type ReactNode, useContext, useEffect } from 'react'
import { type PlainText, tLabel } from '../../kernel/i18n.ts'
import { fieldInfo, pathOf, schemaAt } from '../../kernel/form/schema.ts'
import { FieldControl } from './FieldControl.tsx'
import { FieldNames, useFormContext } from '../../kernel/form/form-context.ts'
import styles from './field.module.css'

export type FieldProps = {
  /** a name of the schema, nested ones with dots: `props.hotelProfile`, `groups.0.title` */
  name: string
  /** replaces the contract's label; false: none is shown */
  label?: PlainText | false
  placeholder?: string
  /** additional text below the control */
  extra?: ReactNode
  /** text behind an icon at the label; read out with the control */
  help?: string | undefined
  disabled?: boolean
  /** replaces the schema's answer, for fields that only other fields make necessary */
  required?: boolean
  /** the prop that receives the value, by default 'value' */
  valueProp?: string
  /** replaces the control; receives `id`, `value` and `onChange` */
  children?: ReactElement
}

/** Throws for a name that is no field of the endpoint. */
export function Field({ name, label, placeholder, extra, help, disabled, required, valueProp, children }: FieldProps) {
  const { schema, check, busy } = useFormContext()
  const names = useContext(FieldNames)
  useEffect(() => {
    names?.add(name)
    return () => void names?.delete(name)
  }, [names, name])
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
        extra={help === undefined ? extra : <Described help={help}>{extra}</Described>}
        {...(help === undefined ? {} : { tooltip: { title: help, icon: <QuestionCircleOutlined aria-hidden /> } })}
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

/** The help of the icon, for screen readers and keyboards: it takes no room. */
const Described = ({ help, children }: { help: string; children: ReactNode }) => (
  <>
    <span className={children === undefined ? styles.fieldHelpAlone : styles.fieldHelp}>{help}</span>
    {children}
  </>
)
