// Candidates without a paper: absent once the exam is over, expected before.
import { missState, recordAnswers, watch } from '@shuyuan/contract/paper/proctor/watch.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Tag } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { RecordExempt } from './RecordExempt.tsx'
import type { WatchTarget } from './watch-target.ts'

type Row = RowOf<(typeof watch)['miss-paging']>
type Props = { examId: string; records?: boolean; refetchInterval: number | false; onAct: (target: WatchTarget) => void }

export function MissList({ examId, records = false, refetchInterval, onAct }: Props) {
  return (
    <ListPage
      of={watch['miss-paging']}
      rowKey="userId"
      fixedParams={{ examId }}
      search={['realName']}
      urlKey="missed"
      {...(refetchInterval === false ? {} : { refreshEvery: refetchInterval })}
      columns={[
        { name: 'realName', sortable: true },
        { name: 'userName', sortable: true },
        { name: 'deptCode_dictText', ellipsis: true },
        { name: 'mobile', render: (row: Row) => row.mobile || '—' },
        {
          name: 'missState',
          render: (row: Row) => <Tag color={row.missState === 'missed' ? 'error' : 'warning'}>{tLabel(missState[row.missState])}</Tag>,
        },
        ...(records
          ? [{ name: 'recordAnswer' as const, render: ({ recordAnswer = 'none' }: Row) => tLabel(recordAnswers[recordAnswer]) }]
          : []),
      ]}
      actions={({ userId, realName, recordAnswer }: Row) => (
        <>
          <Button type="link" size="small" onClick={() => onAct({ act: 'extra', one: { paperId: undefined, userId, realName } })}>
            {t('补时')}
          </Button>
          {records && <RecordExempt examId={examId} userId={userId} exempt={recordAnswer === 'exempt'} />}
        </>
      )}
      empty={{ text: t('没有未到或缺考的考生'), hint: t('公开考试和密码考试没有应考名单。') }}
    />
  )
}
