// Form section: behaviour of the exam room. Dependent fields are shown when their switch is on.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { t } from '../../../../kernel/i18n.ts'

const Field = fieldOf(exam.save)

export function RoomFields() {
  const leaveWatch = useFormValue<boolean>('leaveWatch') === true
  const captures = (useFormValue<number | null>('captureMinutes') ?? 0) > 0
  const stepMode = useFormValue<boolean>('stepMode') === true
  return (
    <>
      <Field name="leaveWatch" help={t('考生离开考试页面时计数，达到上限自动交卷')} />
      {leaveWatch && <Field name="leaveSeconds" help={t('离开超过这么久才记一次')} />}
      {leaveWatch && <Field name="leaveLimit" help={t('离开这么多次自动交卷')} />}
      <Field name="fullScreen" help={t('浏览器支持时要求全屏；手机浏览器可能不支持')} />
      <Field name="captureMinutes" help={t('每隔几分钟用摄像头拍一张，0 表示不拍')} />
      {captures && <Field name="faceChance" help={t('连续失败这么多次自动交卷')} />}
      <Field name="takeoverUnlock" help={t('考生换设备或重新登录后继续作答，要由监考员解锁')} />
      <Field name="stepMode" help={t('一次只显示一题，后面的题目不提前下发；已开始的答卷不受修改影响')} />
      {stepMode && <Field name="stepBack" help={t('关闭后离开的题目不能再看、再改')} />}
    </>
  )
}
