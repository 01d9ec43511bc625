// Notice of answers that need another mark when no marker is left; users who manage the marking get an action.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { review } from '@shuyuan/contract/paper/review/review.ts'
import { Alert, Button } from 'antd'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { useCommand } from '../../../kernel/call/query.ts'

export function NoMarkerLeft({ queue }: { queue: Pick<Data<typeof review.queue>, 'examId' | 'stuck' | 'chief'> }) {
  const confirm = useConfirm()
  const decide = useCommand(review.decide, {
    refresh: [review.queue, review.progress, review.paging],
    onDone: ({ answers }) => notify.success(t('{{n}} 份答案已转为仲裁', { n: answers })),
  })
  const ask = () =>
    void confirm({ content: t('这些答案不再等待其他阅卷人，由负责人看过已有的评分后给出最终得分。确定转为仲裁吗？') }, () =>
      decide.mutateAsync({ examId: queue.examId }),
    )
  return (
    <Alert
      type="warning"
      showIcon
      title={t('{{n}} 份答案还需要另一位阅卷人评分，但没有其他人可以评', { n: queue.stuck })}
      description={
        queue.chief ? t('可以给更多人阅卷权限、重新分配，或者转为仲裁，由负责人直接给分。') : t('请联系负责人增加阅卷人，或转为仲裁。')
      }
      action={queue.chief && <Button onClick={ask}>{t('转为仲裁')}</Button>}
    />
  )
}
