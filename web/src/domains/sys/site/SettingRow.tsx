// One line of settings: what it is and does on the left, its control on the right.
import type { ReactElement, ReactNode } from 'react'
import { Field } from '../../../shared/form/Field.tsx'
import { useFormContext } from '../../../kernel/form/form-context.ts'
import { tLabel } from '../../../kernel/i18n.ts'
import { fieldInfo, pathOf, schemaAt } from '../../../kernel/form/schema.ts'
import styles from './setting.module.css'

type SettingRowProps = {
  name: string
  /** what it does */
  hint?: ReactNode
  /** replaces the control */
  children?: ReactElement
}

export function SettingRow({ name, hint, children }: SettingRowProps) {
  const { schema } = useFormContext()
  const { title, control } = fieldInfo(schemaAt(schema, pathOf(name))!)
  return (
    <div className={styles.settingRow} data-flag={control === 'flag'}>
      <div className={styles.settingWords}>
        <strong>{tLabel(title)}</strong>
        {hint && <span>{hint}</span>}
      </div>
      <Field name={name} label={false}>
        {children}
      </Field>
    </div>
  )
}
