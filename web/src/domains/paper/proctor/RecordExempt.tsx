// Lets a candidate take the exam without a recording, or takes that back.
import { watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { Button } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useCommand } from '../../../kernel/call/query.ts'

export function RecordExempt({ examId, userId, exempt }: { examId: string; userId: string; exempt: boolean }) {
  const run = useCommand(watch['record-exempt'], { done: t('操作成功！'), refresh: [watch['miss-paging'], timeline.list] })
  return (
    <Button type="link" size="small" loading={run.isPending} onClick={() => run.mutate({ examId, userId, exempt: !exempt })}>
      {exempt ? t('恢复录制要求') : tLabel('免录制')}
    </Button>
  )
}
