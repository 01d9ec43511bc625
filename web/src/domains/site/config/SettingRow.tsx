// One row of settings: title and hint on the left, control on the right.
import type { Body, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import type { ReactElement, ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { fieldIn } from '../../../shared/form/field-of.ts'
import { useFormContext } from '../../../kernel/form/form-context.ts'
import { tLabel } from '../../../kernel/i18n.ts'
import { fieldInfo, pathOf, schemaAt } from '../../../kernel/form/schema.ts'
import type { PathOf } from '../../../kernel/access/path.ts'
import styles from './setting.module.css'

const Field = fieldIn<Record<string, unknown>>()

type SettingRowProps = {
  name: string
  /** the effect of the setting */
  hint?: ReactNode
  /** cannot be changed; the hint says why */
  disabled?: boolean
  /** replaces the control */
  children?: ReactElement
}

function SettingRow({ name, hint, disabled = false, children }: SettingRowProps) {
  const { schema } = useFormContext()
  // the setting that Ctrl K has found
  const isFound = useSearchParams()[0].get('at') === name.split('.').at(-1)
  const { title, control } = fieldInfo(schemaAt(schema, pathOf(name))!)
  return (
    <div
      className={styles.settingRow}
      data-flag={control === 'flag'}
      data-found={isFound || undefined}
      ref={isFound ? (row) => row?.scrollIntoView({ block: 'center' }) : undefined}
    >
      <div className={styles.settingText}>
        <strong>{tLabel(title)}</strong>
        {hint && <span>{hint}</span>}
      </div>
      <Field name={name} label={false} disabled={disabled}>
        {children}
      </Field>
    </div>
  )
}

/** Makes the row component of one settings form. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the endpoint is asked for its type only
export const settingRowOf = <E extends Endpoint>(
  _endpoint: E,
): ((props: Omit<SettingRowProps, 'name'> & { name: PathOf<Body<E>> }) => ReactNode) => SettingRow
