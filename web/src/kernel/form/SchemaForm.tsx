// A form from its endpoint: checked by the contract's schema before it is sent, and by the server's answer after that.
import type { Body, Data, Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { Alert, Button, Flex, Form } from 'antd'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { CallFailure } from '../call/failure.ts'
import { enterStays } from './enter.ts'
import { SchemaFormContext } from './form-context.ts'
import { bodyOf, refusedFields, startValues, type Values } from './form-values.ts'
import { markAfter } from '../piece/required-mark.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { StaleNotice } from './StaleNotice.tsx'
import { useFormProblems } from './useFormProblems.ts'
import { type PlainText, t } from '../i18n.ts'
import { notify } from '../notify.ts'
import { useCommand } from '../call/query.ts'
import styles from './schema-form.module.css'

export type SchemaFormProps<E extends Endpoint> = {
  of: E
  /** read once, when the form is mounted; may be a whole row, only fields of the endpoint are sent */
  initial?: { [K in keyof Body<E>]?: unknown }
  /** after success */
  onDone?: (data: Data<E>, body: Body<E>) => void
  /** notice after success */
  done?: string
  /** endpoints whose cached answers are out of date after success */
  refresh?: Endpoint[]
  /** replaces the call; the form handles its CallFailure */
  onSubmit?: (body: Body<E>) => Promise<Data<E>>
  /** asks for confirmation of a valid body; with false nothing is sent */
  ask?: (body: Body<E>) => Promise<boolean>
  /** completes or changes the body before it is checked */
  prepare?: (values: Values) => Values
  /** in a dialog: no warning when the page is left */
  dialog?: boolean
  /** begins the ids of the controls, for a dialog over another form */
  idPrefix?: string
  submitText?: PlainText
  /** before the form is saved because the page is left */
  onLeave?: () => void
  /** adds a 取消 button */
  onCancel?: () => void
  /** more buttons beside 保存 */
  buttons?: ReactNode
  /** reads the stored content anew after another user has changed it; values that were typed stay */
  reread?: () => Promise<object>
  /** called after every change */
  onValues?: (values: Values) => void
  /** set to a function that returns whether there are unsaved changes, for the component that closes the form */
  dirtyRef?: { current: () => boolean }
  children: ReactNode
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Contains `<Field name="title" />` elements. The submit button is busy during the call; a second click has no effect. */
export function SchemaForm<E extends Endpoint>(props: SchemaFormProps<E>) {
  const { of: endpoint, initial, onDone, onSubmit, ask, prepare, done, refresh, dialog = false, onValues, dirtyRef, reread } = props
  const schema = endpoint.input
  const [form] = Form.useForm<Values>()
  // oxlint-disable-next-line react/exhaustive-deps -- read once by design
  const start = useMemo(() => startValues(schema, (initial ?? {}) as Values), [])
  const saved = useRef(JSON.stringify(start))
  const base = useRef(start)
  const [busy, setBusy] = useState(false)
  const [stale, setStale] = useState('')
  const sending = useRef(false)
  const command = useCommand(endpoint, { quiet: true, ...(done ? { done } : {}), ...(refresh ? { refresh } : {}) })
  const problems = useFormProblems(form, schema, prepare)
  const isDirty = useCallback(() => JSON.stringify({ ...start, ...form.getFieldsValue(true) }) !== saved.current, [form, start])
  if (dirtyRef) dirtyRef.current = isDirty

  const refuse = (error: unknown) => {
    if (!(error instanceof CallFailure)) throw error
    if (error.code === errors.conflict[0]) return setStale(error.message)
    const onFields = error.code === errors.badInput[0] && problems.showRefusal(refusedFields(error.data))
    if (!onFields && error.code !== errors.signedOut[0] && error.code !== errors.licence[0]) notify.error(error.message)
  }
  const send = async (stays: boolean) => {
    const values = form.getFieldsValue(true)
    const body = bodyOf(schema, prepare?.(values) ?? values) as Body<E>
    if (ask && !(await ask(body))) return
    const data = await (onSubmit ?? command.mutateAsync)(body)
    saved.current = JSON.stringify({ ...start, ...values })
    if (stays) onDone?.(data, body)
  }
  /** `stays`: no navigation waits for it. @returns true where the form was saved */
  const submit = async (stays = true) => {
    if (sending.current || !problems.checkAll()) return false
    sending.current = true
    setBusy(true)
    try {
      setStale('')
      await send(stays)
      return !isDirty()
    } catch (error) {
      refuse(error)
      return false
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const saveAndLeave = () => {
    props.onLeave?.()
    return submit(false)
  }
  const takeNewest = async () => {
    const newest = startValues(schema, ((await reread?.()) ?? {}) as Values)
    const values = form.getFieldsValue(true)
    for (const [name, value] of Object.entries(newest)) if (same(values[name], base.current[name])) form.setFieldValue(name, value)
    base.current = newest
    saved.current = JSON.stringify({ ...start, ...newest })
    setStale('')
    changed()
    notify.success(t('已载入最新内容，请核对后再保存'))
  }
  const changed = () => {
    problems.recheck()
    onValues?.(form.getFieldsValue(true))
  }
  const attempt = async (act: (body: Values) => Promise<void>) => {
    if (!problems.checkAll()) return
    const values = form.getFieldsValue(true)
    await act(bodyOf(schema, prepare?.(values) ?? values)).catch(refuse)
  }
  const context = { schema, check: problems.check, busy, wrong: problems.wrong, changed, attempt }
  return (
    <Form
      form={form}
      className={styles.schemaForm}
      {...(props.idPrefix === undefined ? {} : { name: props.idPrefix })}
      layout="vertical"
      requiredMark={markAfter}
      initialValues={start}
      noValidate
      aria-busy={busy}
      onKeyDown={enterStays}
      onFinish={() => void submit()}
      onValuesChange={changed}
    >
      {!dialog && <LeaveGuard isDirty={isDirty} onSave={saveAndLeave} />}
      {problems.general.length > 0 && (
        <Alert type="error" showIcon role="alert" title={problems.general.join('；')} style={{ marginBlockEnd: 16 }} />
      )}
      {stale !== '' && <StaleNotice message={stale} {...(reread ? { onReread: takeNewest } : {})} />}
      <SchemaFormContext value={context}>
        {props.children}
        <Flex gap="small" justify="end" className={styles.schemaFormButtons}>
          {props.onCancel && (
            <Button onClick={props.onCancel} disabled={busy}>
              {t('取消')}
            </Button>
          )}
          {props.buttons}
          <Button type="primary" htmlType="submit" loading={busy}>
            {t(props.submitText ?? (dialog ? '确定' : '保存'))}
          </Button>
        </Flex>
      </SchemaFormContext>
    </Form>
  )
}
