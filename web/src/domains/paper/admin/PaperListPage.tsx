// Back office: everybody's papers with their results.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { exState, paperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Tag, Typography } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Can } from '../../../kernel/Can.tsx'
import { t } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../kernel/ListPage.tsx'
import { LateDrawer } from '../late/LateDrawer.tsx'
import { type Marked, MarkAsDialog } from '../MarkAsDialog.tsx'
import { PassTag } from '../PassTag.tsx'

type Row = RowOf<typeof paper.paging>

const stateColor = { 0: 'processing', 1: 'warning', 2: 'success', 3: 'default' } as const

export default function PaperListPage() {
  const [query] = useSearchParams()
  const examId = query.get('examId')
  const remove = useRemove(paper.delete, [paper.paging])
  const [marked, setMarked] = useState<Marked>()
  const [lateOpen, setLateOpen] = useState(false)
  return (
    <>
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
          { name: 'exState', hidden: true, render: (row: Row) => t(exState[row.exState]) },
          { name: 'exMsg', title: t('说明'), ellipsis: true, hidden: true },
        ]}
        toolbar={<Button onClick={() => setLateOpen(true)}>{t('迟到的作答')}</Button>}
        batch={[
          { label: t('标记'), permit: 'paper:update', onRun: (ids) => new Promise<boolean>((done) => setMarked({ ids, done })) },
          { label: t('删除'), permit: 'paper:delete', danger: true, onRun: (ids) => remove(ids) },
        ]}
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
      <MarkAsDialog marked={marked} onClose={() => setMarked(undefined)} />
      <LateDrawer open={lateOpen} examId={examId ?? undefined} onClose={() => setLateOpen(false)} />
    </>
  )
}
