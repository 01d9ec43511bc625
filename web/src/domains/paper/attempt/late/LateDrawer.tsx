// Back office: late answers, or answers from a page without the write lock; they count only after they are accepted.
import { late, lateReason, lateState, LateState } from '@shuyuan/contract/paper/attempt/late.ts'
import { paper } from '@shuyuan/contract/paper/paper.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import type { Answer } from '@shuyuan/contract/qu/content.ts'
import { Drawer, Tag } from 'antd'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { useCommand } from '../../../../kernel/call/query.ts'

type Row = RowOf<typeof late.paging>
type Props = { open: boolean; examId: string | undefined; onClose: () => void }

/** An answer as one line of text. */
function textOf(answer: Answer | null): string {
  if (!answer) return t('（清空）')
  if ('tags' in answer) return answer.tags.join('、')
  if ('text' in answer) return answer.text.replaceAll(/<[^<>]*>/g, ' ').trim()
  if ('blanks' in answer) return answer.blanks.join('；')
  if ('pairs' in answer) return answer.pairs.map(([from, to]) => `${from}-${to}`).join('、')
  return Object.values(answer.subs)
    .map((one) => textOf(one))
    .join(' / ')
}

export function LateDrawer({ open, examId, onClose }: Props) {
  const accept = useCommand(late.accept, { done: t('已采纳并重新评分'), refresh: [late.paging, paper.paging] })
  return (
    <Drawer open={open} title={t('迟到的作答')} size="large" destroyOnHidden onClose={onClose}>
      <p>
        {t('截止后或被其他设备接替后收到的作答保留24小时，采纳后才计入答卷并重新评分。服务器不采信考生设备的时间，请结合相差的秒数判断。')}
      </p>
      <ListPage
        of={late.paging}
        inUrl={false}
        fixedParams={examId ? { examId } : {}}
        search={['state']}
        columns={[
          'realName',
          { name: 'title', ellipsis: true },
          { name: 'answer', title: '答案', ellipsis: true, render: (row: Row) => textOf(row.answer) },
          { name: 'reason', render: (row: Row) => tLabel(lateReason[row.reason]) },
          { name: 'receivedAt' },
          { name: 'gapSeconds', align: 'right' },
          {
            name: 'state',
            render: (row: Row) => (
              <Tag color={row.state === LateState.accepted ? 'success' : 'warning'}>{tLabel(lateState[row.state])}</Tag>
            ),
          },
        ]}
        batch={[
          {
            label: '采纳',
            permit: 'paper:update',
            confirm: '采纳后将计入答卷并重新评分，确定采纳吗？',
            onRun: (ids) => accept.mutateAsync({ ids }),
          },
        ]}
        empty={{ text: t('没有迟到的作答') }}
      />
    </Drawer>
  )
}
