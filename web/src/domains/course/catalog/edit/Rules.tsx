// How a course is learnt: dragging, order, reading check, and what the player offers.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { playSpeeds } from '@shuyuan/contract/course/catalog/player.ts'
import { Select } from 'antd'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { t } from '../../../../kernel/i18n.ts'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { CertSelect, useCerts } from '../../../cert/CertSelect.tsx'
import { SecondsInput } from '../../file/SecondsInput.tsx'

const Field = fieldOf(course.save)

export function Rules() {
  const free = useFormValue<boolean>('videoDrag') === true
  const checked = useFormValue<boolean>('checkOn') === true
  const captures = (useFormValue<number>('faceInterval') ?? 0) > 0
  const certs = useCerts()
  return (
    <>
      <Field name="videoDrag" extra={t('关闭后视频不能快进；跳过的部分不计入时长')} />
      {!free && <Field name="dragFinished" extra={t('已经学完的视频可以自由拖动')} />}
      <Field name="sequential" extra={t('前面的必学课件学完，后面的才能打开')} />
      <Field name="checkOn" />
      {checked && (
        <Field name="checkSec" extra={t('学员每学习这么久，要输入一次图中的字符；30 秒内没有输入，学习会中断')}>
          <SecondsInput label={t('检查间隔')} />
        </Field>
      )}
      <Field name="faceCheck" extra={t('每天第一次打开课件前用摄像头核验人脸')} />
      <Field name="faceInterval" extra={t('学习时每隔几分钟用摄像头拍一张，0 表示不拍')} />
      {captures && <Field name="faceChance" extra={t('连续几次核验不通过时退出学习')} />}
      <Field name="speeds" extra={t('学员在播放器里可以选的速度；播放过的每一秒计一次，倍速播放同样计入')}>
        <Select<number[]> mode="multiple" options={playSpeeds.map((value) => ({ value, label: t('{{n}} 倍速', { n: value }) }))} />
      </Field>
      {certs && (
        <Field name="certId" label="证书" required={false} extra={t('学完全部必学课件后颁发')}>
          <CertSelect />
        </Field>
      )}
      <Field name="watermark" extra={t('学员的姓名和用户名半透明地显示在视频和文档上')} />
    </>
  )
}
