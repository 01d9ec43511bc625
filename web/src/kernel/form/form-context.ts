// The form around fields and custom controls.
import { Form } from 'antd'
import { createContext, useContext } from 'react'
import type * as z from '@shuyuan/contract/kernel/z.ts'
import { pathOf } from './schema.ts'
import type { Values } from './form-values.ts'
import type { WrongFields } from './useFormProblems.ts'

export type FormContext = {
  schema: z.ZodType
  /** shows the problem of one field, after it has been touched */
  check: (name: string) => void
  busy: boolean
  /** the fields that show a problem since the form was last checked as a whole */
  wrong: WrongFields
  /** to be called after values were set by code */
  changed: () => void
  /** Does something with the form as it is, other than saving it: with a valid body only, and refusals are shown at their fields. */
  attempt: (act: (body: Values) => Promise<void>) => Promise<void>
}
export const SchemaFormContext = createContext<FormContext | undefined>(undefined)

/** Set by a section that folds: collects the names of its fields. */
export const FieldNames = createContext<Set<string> | undefined>(undefined)

/** The form around a component. Throws outside of a SchemaForm. */
export function useFormContext(): FormContext {
  const context = useContext(SchemaFormContext)
  if (!context) throw new Error('a Field stands inside a SchemaForm')
  return context
}

/** Follows one value of the form, by its dotted name. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what its field holds
export function useFormValue<T = unknown>(name: string): T | undefined {
  const form = Form.useFormInstance()
  return Form.useWatch(pathOf(name), { form, preserve: true }) as T | undefined
}

/** Follows all values of the form. */
export function useFormValues(): Values {
  const form = Form.useFormInstance<Values>()
  return Form.useWatch((values) => values, { form, preserve: true }) ?? {}
}

/** @returns a function that sets values of the form by their dotted names, as if they had been typed */
export function useSetFormValue() {
  const form = Form.useFormInstance()
  const { changed } = useFormContext()
  return (name: string, value: unknown) => {
    form.setFieldValue(pathOf(name), value)
    changed()
  }
}
