// Shows problems of schema and server on the fields, and removes those that no longer hold.
import type { FormInstance } from 'antd'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from '@shuyuan/contract/kernel/z.ts'
import { pathOf } from './schema.ts'
import { bodyOf, fieldOf, type Problem, problemsOf, type Values, valueAt } from './form-values.ts'

/** `attempt` counts the checks of the whole form */
export type WrongFields = { names: string[]; attempt: number }

type Refusal = { message: string; value: string }
/** Rows that are still being written: what they lack is said when the form is sent, and goes away as they are filled. */
const isList = (value: unknown) => Array.isArray(value) && value.some((one) => typeof one === 'object')
const textOf = (value: unknown) => JSON.stringify(value) ?? ''

function sortedByField(problems: Problem[], fieldNames: string[]) {
  const byField = new Map<string, string[]>()
  const homeless: string[] = []
  for (const { path, message } of problems) {
    const field = fieldOf(path, fieldNames)
    // rows of a list may lack the same
    if (field) byField.set(field, [...new Set([...(byField.get(field) ?? []), message])])
    else homeless.push(message)
  }
  // a problem with either of two fields is shown once, at the one that the form has
  const messageAtField = new Set([...byField.values()].flat())
  return { fieldNames, byField, homeless: homeless.filter((message) => !messageAtField.has(message)) }
}

/** @returns problems that belong to no field, names of the fields with a problem, and functions to check one field, all fields or the changed ones, and to show a refusal */
export function useFormProblems(form: FormInstance<Values>, schema: z.ZodType, prepare: (values: Values) => Values = (values) => values) {
  const [general, setGeneral] = useState<string[]>([])
  const [wrong, setWrong] = useState<WrongFields>({ names: [], attempt: 0 })
  const refused = useRef(new Map<string, Refusal>())

  const names = () => form.getFieldsError().map((one) => one.name.join('.'))
  const values = () => form.getFieldsValue(true)
  const put = (name: string, errors: string[]) => form.setFields([{ name: pathOf(name), errors }])

  const errorsByField = (problems: Problem[]) => sortedByField(problems, names())
  const show = (problems: Problem[]): boolean => {
    const { fieldNames, byField, homeless } = errorsByField(problems)
    for (const name of fieldNames) put(name, byField.get(name) ?? [])
    setGeneral([...new Set(homeless)])
    // folded sections with a problem open before the page scrolls to the first one
    flushSync(() => setWrong(({ attempt }) => ({ names: [...byField.keys()], attempt: attempt + 1 })))
    const first = fieldNames.find((name) => byField.has(name))
    if (first) form.scrollToField(pathOf(first), { block: 'center', focus: true })
    return problems.length === 0
  }
  const problemsNow = () => problemsOf(schema, bodyOf(schema, prepare(values())))
  /** A refusal holds while its field has the refused value. */
  const refusalOf = (name: string) => {
    const one = refused.current.get(name)
    return one && one.value === textOf(valueAt(values(), name)) ? [one.message] : []
  }

  return {
    general,
    wrong,
    /** @returns true where the form is valid */
    checkAll: () => {
      refused.current.clear()
      return show(problemsNow())
    },
    check: (name: string) => {
      if (!form.isFieldTouched(pathOf(name)) || isList(valueAt(values(), name))) return
      put(name, [...(errorsByField(problemsNow()).byField.get(name) ?? []), ...refusalOf(name)])
    },
    /** After a change: problems that no longer hold are removed, new ones are shown when their field is left. */
    recheck: () => {
      const complained = form.getFieldsError().filter((one) => one.errors.length > 0)
      // a value that is set by code takes the message of its field away
      if (complained.length === 0 && wrong.names.length === 0) return
      const { byField } = errorsByField(problemsNow())
      const complaints = complained.map((one) => one.name.join('.'))
      const errorsOf = (name: string) => [...(byField.get(name) ?? []), ...refusalOf(name)]
      for (const name of complaints) put(name, errorsOf(name))
      setWrong(({ attempt }) => ({ names: complaints.filter((name) => errorsOf(name).length > 0), attempt }))
    },
    /** @returns true where every problem belongs to a field */
    showRefusal: (problems: Problem[]): boolean => {
      const fieldNames = names()
      for (const { path, message } of problems) {
        const name = fieldOf(path, fieldNames)
        if (name) refused.current.set(name, { message, value: textOf(valueAt(values(), name)) })
      }
      show(problems)
      return problems.length > 0 && problems.every(({ path }) => fieldOf(path, fieldNames) !== undefined)
    },
  }
}
