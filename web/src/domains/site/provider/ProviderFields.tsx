// A form field for each setting of a provider, from its schema.
import type { ReactElement } from 'react'
import type * as z from '@shuyuan/contract/kernel/z.ts'
import { fieldIn } from '../../../shared/form/field-of.ts'
import { type PlainText, t } from '../../../kernel/i18n.ts'
import { fieldInfo, shapeOf, unwrap } from '../../../kernel/form/schema.ts'

// the names of a provider's fields come from its schema
const Field = fieldIn<Record<string, unknown>>()

type ProviderFieldsProps = {
  schema: z.ZodType
  /** the path of the fields, `data` for the settings */
  under: string
  /** names of secrets that are already stored */
  storedSecrets: readonly string[]
  /** hint below a field, by its name */
  notes?: Record<string, PlainText>
  /** fields that are currently hidden */
  hidden?: readonly string[]
  /** replacements for the controls of the schema, by field name */
  controls?: Record<string, ReactElement>
}

export function ProviderFields({ schema, under, storedSecrets, notes = {}, hidden = [], controls = {} }: ProviderFieldsProps) {
  return Object.entries(shapeOf(schema))
    .filter(([name]) => !hidden.includes(name))
    .map(([name, one]) => {
      const path = `${under}.${name}`
      if (unwrap(one).def.type === 'object')
        return <ProviderFields key={name} schema={one} under={path} storedSecrets={storedSecrets} notes={notes} />
      const isStored = storedSecrets.includes(name)
      const note = notes[name] ?? (name === 'baseUrl' ? '留空使用服务商的官方地址' : undefined)
      const text = [note && t(note), isStored && t('已保存，不修改则保持不变')].filter(Boolean).join(' ')
      return (
        <Field key={name} name={path} required={fieldInfo(one).required} {...(text ? { extra: text } : {})}>
          {controls[name]}
        </Field>
      )
    })
}
