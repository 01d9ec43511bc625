// Form section: the verdict for each kind of signal, and the guards of the page.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { forcing } from '@shuyuan/contract/exam/integrity-form.ts'
import { type SignalKind, signalKinds, type Signals, verdicts } from '@shuyuan/contract/exam/integrity-settings.ts'
import { Select } from 'antd'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { type PlainText, t, tLabel } from '../../../../kernel/i18n.ts'

const Field = fieldOf(exam.save)

const kinds = Object.keys(signalKinds) as SignalKind[]
const hints: Partial<Record<SignalKind, PlainText>> = {
  leave: '需打开“离开监测”',
  fullscreen: '需打开“全屏作答”',
  face: '需设置抓拍间隔',
  unseen: '需设置抓拍间隔',
  paste: '需关闭“允许粘贴”',
  debug: '需打开“防调试”',
  overtime: '需设置每题限时',
}

type VerdictSelectProps = {
  id?: string
  value?: string
  onChange?: (value: string) => void
  kind: SignalKind
  label: string
  disabled: boolean
}

function VerdictSelect({ id, value, onChange, kind, label, disabled }: VerdictSelectProps) {
  const options = Object.entries(verdicts)
    .filter(([key]) => key !== 'force' || forcing.includes(kind))
    .map(([key, text]) => ({ value: key, label: tLabel(text) }))
  return (
    <Select
      aria-label={label}
      options={options}
      disabled={disabled}
      {...(id ? { id } : {})}
      {...(value ? { value } : {})}
      {...(onChange ? { onChange } : {})}
    />
  )
}

/** The signals that nothing detects with the present settings; their verdict has no effect. */
function useUndetected(): Partial<Record<SignalKind, boolean>> {
  const withoutCamera = !useFormValue<number | null>('captureMinutes')
  const camera = useFormValue<boolean>('recordCamera') === true
  const records = useFormValue<boolean>('recordScreen') === true || camera
  return {
    leave: useFormValue<boolean>('leaveWatch') !== true,
    fullscreen: useFormValue<boolean>('fullScreen') !== true,
    face: withoutCamera,
    unseen: withoutCamera,
    paste: useFormValue<boolean>('allowPaste') === true,
    debug: useFormValue<boolean>('antiDebug') !== true,
    recording: !records,
    phone: useFormValue<boolean>('recordPhone') !== true,
    overtime: !useFormValue<number | null>('quSeconds'),
  }
}

export function IntegrityFields() {
  const undetected = useUndetected()
  const stepMode = useFormValue<boolean>('stepMode') === true
  const signals = useFormValue<Partial<Signals>>('signals') ?? {}
  const forces = kinds.some((kind) => kind !== 'leave' && kind !== 'face' && signals[kind] === 'force')
  const needed = useFormValue<string>('seb') === 'required'
  return (
    <>
      {kinds.map((kind) => (
        <Field key={kind} name={`signals.${kind}`} required={false} extra={undetected[kind] && hints[kind] && t(hints[kind])}>
          <VerdictSelect kind={kind} label={tLabel(signalKinds[kind])} disabled={undetected[kind] === true} />
        </Field>
      ))}
      {forces && <Field name="signalLimit" help={t('同一种异常达到这么多次强制交卷；离开和抓拍按各自的上限')} />}
      {stepMode && <Field name="quSeconds" help={t('到时自动进入下一题，不能再改；0 表示不限')} />}
      <Field name="watermark" help={t('题目上方显示考生姓名和账号，便于追查拍照')} />
      <Field name="antiDebug" help={t('禁止右键和选择文字，发现调试工具时离开考试页面')} />
      <Field
        name="seb"
        extra={needed ? t('考生须在考试须知页下载配置文件，用 Safe Exam Browser 打开后参加') : t('要求考生用 Safe Exam Browser 参加')}
      />
    </>
  )
}
