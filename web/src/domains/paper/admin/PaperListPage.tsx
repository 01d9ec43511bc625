// Back office: everybody's papers with their results.
import { paper, paperState } from '@shuyuan/contract/paper/paper.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Tag, Typography } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { Can } from '../../../kernel/Can.tsx'
import { t } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../kernel/ListPage.tsx'
import { PassTag } from '../PassTag.tsx'

type Row = RowOf<typeof paper.paging>

const stateColor = { 0: 'processing', 1: 'warning', 2: 'success', 3: 'default' } as const

export default function PaperListPage() {
  const [query] = useSearchParams()
  const examId = query.get('examId')
  const remove = useRemove(paper.delete, [paper.paging])
  return (
    <ListPage
      of={paper.paging}
      search={examId ? ['realName', 'state'] : ['title', 'realName', 'state']}
      fixedParams={examId ? { examId } : {}}
      columns={[
        { name: 'title', ellipsis: true },
        'realName',
        { name: 'deptCode_dictText', ellipsis: true },
        { name: 'state', render: (row: Row) => <Tag color={stateColor[row.state]}>{t(paperState[row.state])}</Tag> },
        {
          name: 'score',
          align: 'right',
          sortable: true,
          render: (row: Row) => (row.score === null ? '—' : `${row.score} / ${row.totalScore}`),
        },
        { name: 'passed', render: (row: Row) => <PassTag state={row.state} passed={row.passed} /> },
        { name: 'handTime', sortable: true, render: (row: Row) => row.handTime ?? '—' },
        { name: 'userTime', align: 'right' },
        { name: 'exMsg', title: t('说明'), ellipsis: true, hidden: true },
      ]}
      batch={[{ label: t('删除'), permit: 'paper:delete', danger: true, onRun: (ids) => remove(ids) }]}
      actions={(row: Row) =>
        row.state === 1 || row.state === 2 ? (
          <Can permit="paper:review">
            <Link to={`/admin/exam/paper/${row.id}`}>{t('查看')}</Link>
          </Can>
        ) : (
          <Typography.Text type="secondary">{t(paperState[row.state])}</Typography.Text>
        )
      }
    />
  )
}
