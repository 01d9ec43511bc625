// Tells the candidate that answers came too late to count, and lets them ask for a decision.
import { late } from '@shuyuan/contract/paper/attempt/late.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { t } from '../../../../kernel/i18n.ts'
import { Alert } from '../../../../kernel/plain/Alert.tsx'
import { Button } from '../../../../kernel/plain/Button.tsx'
import { useCommand } from '../../../../kernel/call/query.ts'

type LateNoteProps = {
  paperId: string
  /** `until`: when the stored answers are deleted; `asked`: the candidate has asked already */
  late: { count: number; until?: string; asked?: boolean }
}

export function LateNote({ paperId, late: { count, until, asked = false } }: LateNoteProps) {
  const ask = useCommand(late.ask, { done: t('已通知考试组织者'), refresh: [paper['paper-result']] })
  const isAsked = asked || ask.isSuccess
  return (
    <Alert
      kind="warning"
      role="status"
      title={t('有 {{n}} 题的作答在收卷后才送达，没有计入成绩', { n: count })}
      description={
        until === undefined
          ? t('这些作答保留 24 小时，考试组织者可以决定是否采纳。')
          : t('这些作答保留到 {{time}}，考试组织者可以决定是否采纳。', { time: until.slice(0, 16) })
      }
      action={
        <Button disabled={isAsked} busy={ask.isPending} onClick={() => ask.mutate({ paperId })}>
          {isAsked ? t('已申请采纳') : t('申请采纳')}
        </Button>
      }
    />
  )
}

/** For answers that the page had and the server did not store, for example because they were sent by a page of an earlier day. */
export const LostNote = ({ count }: { count: number }) => (
  <Alert
    kind="warning"
    role="status"
    title={t('有 {{n}} 题的作答没有在截止前送达，没有计入成绩', { n: count })}
    description={t('如有疑问，请尽快联系监考员或考试组织者。')}
  />
)
