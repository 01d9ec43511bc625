// The fields of a receiver; those that do nothing for its kind are not shown.
import { hook, hookEvent, type HookEvent, type HookKind, statementEvents } from '@shuyuan/contract/integrate/hook.ts'
import { Select } from 'antd'
import { useEffect } from 'react'
import { useFormValue, useSetFormValue } from '../../kernel/form/form-context.ts'
import { t, tLabel } from '../../kernel/i18n.ts'
import { fieldOf } from '../../shared/form/field-of.ts'

const Field = fieldOf(hook.save)
const all = Object.keys(hookEvent) as HookEvent[]

export function HookFields({ isNew }: { isNew: boolean }) {
  const kind = useFormValue<HookKind>('kind')
  const events = useFormValue<HookEvent[] | undefined>('events') ?? []
  const setValue = useSetFormValue()
  const possible = kind === 'xapi' ? statementEvents : all
  const left = events.filter((one) => possible.includes(one))
  // events that the other kind has must not stay in the body unseen
  useEffect(() => {
    if (left.length < events.length) setValue('events', left)
  })
  return (
    <>
      <Field name="title" />
      <Field name="kind" disabled={!isNew} />
      <Field name="url" extra={kind === 'xapi' ? t('学习记录库的 endpoint，不含 /statements') : t('消息以 POST 发送到这个地址')} />
      {kind === 'xapi' && (
        <>
          <Field name="account" required />
          <Field name="password" required={isNew} extra={isNew ? undefined : t('留空则不修改；修改接收地址后须重新填写')} />
          <Field name="homePage" required extra={t('学员账号和考试、课程在学习记录库中的前缀')} />
        </>
      )}
      <Field name="events">
        <Select
          mode="multiple"
          aria-label={t('推送的事件')}
          options={possible.map((value) => ({ value, label: `${tLabel(hookEvent[value])} · ${value}` }))}
        />
      </Field>
    </>
  )
}
