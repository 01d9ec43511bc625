// Form section: manual marking, and awards for passing. Dependent fields are shown when their switch is on.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { CertSelect, useCerts } from '../../../cert/CertSelect.tsx'
import { AwardBandsField } from './AwardBandsField.tsx'
import { useTotalScore } from './useTotalScore.ts'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { t } from '../../../../kernel/i18n.ts'
import { meaningOf } from '../../../../kernel/text/terms.ts'

const Field = fieldOf(exam.save)

export function MarkingFields() {
  const double = useFormValue<boolean>('markDouble') === true
  const certs = useCerts()
  const total = useTotalScore()
  return (
    <>
      <Field name="markBlind" help={meaningOf('匿名阅卷')} />
      <Field name="markStep" help={t('老师给出的分数是它的整数倍')} />
      <Field name="markDouble" help={t('每份答案由两位老师分别评分，互相看不到；已经开始评的答案不受修改影响')} />
      {double && <Field name="markTolerance" help={t('两次评分相差不超过它时取平均，否则由第三位老师再评')} />}
      <Field name="awardPoints" help={t('及格后发给考生，每份答卷一次；成绩作废时收回，0 表示不奖励')} />
      <Field
        name="awardBands"
        required={false}
        help={t('及格的答卷按成绩另外奖励，符合多个分数段时取积分最高的；双击滑轨添加分割点，双击滑块删除，区间写作 80~90')}
      >
        <AwardBandsField max={total} />
      </Field>
      {certs && (
        <Field name="certId" label="证书" required={false} help={t('成绩公布且及格后颁发；成绩更正为不及格时自动撤销')}>
          <CertSelect />
        </Field>
      )}
    </>
  )
}
