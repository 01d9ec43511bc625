// The variables of an event as buttons; a click appends one to the text.
import { type NotifyEvent, variablesOf } from '@shuyuan/contract/notify/event.ts'
import { Button, Flex } from 'antd'
import { useFormValue, useSetFormValue } from '../../kernel/form/form-context.ts'
import { t, tLabel } from '../../kernel/i18n.ts'

type VariableBarProps = { event: NotifyEvent; field: string; /** where the field is empty */ fallback?: string }

export function VariableBar({ event, field, fallback = '' }: VariableBarProps) {
  const text = useFormValue<string>(field)
  const set = useSetFormValue()
  return (
    <Flex wrap gap={4} align="center" role="group" aria-label={t('可用变量')} style={{ marginBlockEnd: 16 }}>
      <span>{t('可用变量')}</span>
      {Object.entries(variablesOf(event)).map(([name, meaning]) => (
        <Button key={name} size="small" onClick={() => set(field, `${text ?? fallback}{{${name}}}`)}>
          {tLabel(meaning)}
        </Button>
      ))}
    </Flex>
  )
}
