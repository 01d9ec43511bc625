// Form section: details of the result that candidates may see.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { RangeSlider } from '../../../../kernel/form/RangeSlider.tsx'
import { useTotalScore } from './useTotalScore.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'

const Field = fieldOf(exam.save)

export function ResultFields() {
  const shown = useFormValue<string>('showAnswer') !== 'never'
  const total = useTotalScore()
  return (
    <>
      <Field name="showRank" help={t('公布成绩后，考生能看到自己在全体考生最好成绩中的名次')} />
      <Field name="wrongOnly" help={t('考生只能看到没有答对的题目')} />
      {shown && <Field name="answerUntil" placeholder={t('不限')} help={t('到时间后答案、解析和错题本不再显示')} />}
      <Field name="scoreBands" required={false} help={t('统计中成绩从这些分数处分段，区间的两端都算；不填按总分的 60、70、80、90% 分段')}>
        <RangeSlider aria-label={tLabel('统计分数段')} {...(total === undefined ? {} : { max: total })} />
      </Field>
      {shown && <Field name="answerLooks" help={t('每份答卷可以查看几次，每次30分钟；设了次数的考试不进错题本，0 表示不限')} />}
    </>
  )
}
