// Warning beside the bank of an activity: learners may train on it, which shows keys before their try.
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { Typography } from 'antd'
import { useFormValue } from '../../../kernel/form/form-context.ts'
import { t } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'

export function TrainingBank() {
  const repoId = useFormValue<string>('repoId')
  const { data } = useCall(repo.detail, { id: repoId ?? '' }, { quiet: true, enabled: !!repoId })
  if (!repoId || data?.id !== repoId || !data.isTrain) return null
  return (
    <Typography.Text type="warning" role="status">
      {t('这个题库开放训练：学员能在参加前查到答案；自己的一次答题进行时，其中的题目不能训练')}
    </Typography.Text>
  )
}
