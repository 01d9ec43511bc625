// Who has handed in, and how.
import { watch } from '@shuyuan/contract/exam/watch.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Tag } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../kernel/ListPage.tsx'

type Row = RowOf<(typeof watch)['hand-paging']>

export function HandedList({ examId, refetchInterval }: { examId: string; refetchInterval: number | false }) {
  return (
    <ListPage
      of={watch['hand-paging']}
      fixedParams={{ examId }}
      urlKey="handed"
      defaultOrder={{ column: 'handTime', asc: false }}
      {...(refetchInterval === false ? {} : { refreshEvery: refetchInterval })}
      columns={[
        'realName',
        { name: 'handTime', sortable: true },
        { name: 'userTime', align: 'right' },
        {
          name: 'exState_dictText',
          render: (row: Row) => <Tag color={row.exState === 0 ? 'success' : 'warning'}>{row.exState_dictText}</Tag>,
        },
        { name: 'exMsg', ellipsis: true, render: (row: Row) => row.exMsg || '—' },
        { name: 'leaveTimes', align: 'right' },
      ]}
      empty={{ text: t('还没有考生交卷') }}
    />
  )
}
