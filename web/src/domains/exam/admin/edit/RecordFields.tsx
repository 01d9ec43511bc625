// Form section: recordings of candidates, with what they take of the line and the disk.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { RecordWhere } from '@shuyuan/contract/exam/record-settings.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { Alert } from 'antd'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { placeText, recordText } from '../record-text.ts'

const Field = fieldOf(exam.save)
/** Candidates of the forecast, before the audience is known. */
const SAMPLE = 100

export function RecordFields() {
  const camera = useFormValue<boolean>('recordCamera') === true
  const sound = useFormValue<boolean>('recordSound') === true
  const screen = useFormValue<boolean>('recordScreen') === true
  const phone = useFormValue<boolean>('recordPhone') === true
  const where = useFormValue<RecordWhere>('recordWhere') ?? 'auto'
  const isOn = camera || screen || phone
  const storage = useCall(configProp.upload, { key: 'upload' }, { quiet: true, enabled: isOn })
  return (
    <>
      <Field name="recordCamera" help={t('全程录制考生摄像头，供监考人复核；考生须事先同意，不同意的由监考人免录制')} />
      {camera && <Field name="recordSound" help={t('会录到考生身边其他人的声音，没有需要时请不要开启')} />}
      <Field name="recordScreen" help={t('全程录制考生的整个屏幕；只能用电脑上的 Chrome、Edge 或 Firefox 作答')} />
      <Field name="recordPhone" help={t('考生用手机扫码，放在侧后方全程录制，不录声音；每位考生要有一部能上网的手机')} />
      {isOn && <Field name="recordDays" help={t('交卷后保存这么多天，到期自动删除；需要复核、认定违规或有申诉的最长 180 天')} />}
      {isOn && <Field name="recordWhere" help={t('直传时画面在考生浏览器里加密，不经过本服务器；手机第二机位总是存本服务器')} />}
      {isOn && (
        <Alert
          type="info"
          showIcon
          title={recordText({ camera, sound, screen, phone }, SAMPLE)}
          description={storage.data && placeText(where, { camera, sound, screen, phone }, storage.data.provider)}
        />
      )}
    </>
  )
}
