// Warning that names the banks of the exam's template which learners may train on.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { Alert } from 'antd'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { t } from '../../../../kernel/i18n.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import styles from './excluded-users.module.css'

export function TrainingBanks() {
  const tmplId = useFormValue<string>('tmplId')
  const isClosed = useFormValue<boolean>('closeTraining') === true
  const { data = [] } = useCall(exam['train-repos'], { tmplId: tmplId ?? '' }, { quiet: true, enabled: !!tmplId })
  if (!tmplId || data.length === 0) return null
  const names = data.map((one) => `《${one.title}》`).join('、')
  return (
    <Alert
      className={styles.examExcludedUsers}
      type={isClosed ? 'info' : 'warning'}
      showIcon
      role="status"
      title={
        isClosed
          ? t('考试开放期间，这些题库不能训练：{{names}}', { names })
          : t('这些题库开放训练，考试期间学员能在训练中查到答案：{{names}}', { names })
      }
    />
  )
}
