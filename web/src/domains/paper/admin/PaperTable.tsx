// Papers with results, actions and exports: of one exam, or of all.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { exState, paperState, PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Tag, Typography } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { DepartSelect } from '../../../shared/people/DepartTree.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { requireSelection } from '../../../kernel/list/BatchBar.tsx'
import type { FilterOf, ListHandle, SearchItem } from '../../../kernel/list/list-types.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { ExportDrawer } from '../result/export/ExportDrawer.tsx'
import { ExportMenu } from '../result/export/ExportMenu.tsx'
import { PdfButton } from '../result/export/PdfButton.tsx'
import { useExporter } from '../result/export/useExporter.ts'
import { LateDrawer } from '../attempt/late/LateDrawer.tsx'
import { type Marked, MarkAsDialog } from '../proctor/MarkAsDialog.tsx'
import { MakeUpDialog } from '../admission/MakeUpDialog.tsx'
import { PassTag } from '../question/PassTag.tsx'

type Row = RowOf<typeof paper.paging>

const stateColor = {
  [PaperState.open]: 'processing',
  [PaperState.marking]: 'warning',
  [PaperState.done]: 'success',
  [PaperState.givenUp]: 'default',
} as const
const bestFirst = { column: 'score', asc: false }
const filters: SearchItem<FilterOf<typeof paper.paging>>[] = [
  'state',
  'passed',
  { name: 'deptCode', control: <DepartSelect /> },
  'scoreFrom',
  'scoreTo',
  'bestOnly',
  'exState',
  'flagged',
  { name: 'handFrom', until: 'handTo' },
]

/** Confirms with the number of papers, then deletes them permanently. */
function useRemovePapers() {
  const confirm = useConfirm()
  const command = useCommand(paper.delete, { done: t('删除成功!'), refresh: [paper.paging] })
  return async (ids: string[]): Promise<boolean> => {
    if (!requireSelection(ids)) return false
    const content = t('确实要删除选定的 {{n}} 份答卷吗？作答、照片和所得积分一并删除，不能恢复。', { n: ids.length })
    return confirm({ content, danger: true, phrase: t('删除答卷') }, () => command.mutateAsync({ ids }))
  }
}

export function PaperTable({ examId }: { examId: string | null }) {
  const navigate = useNavigate()
  const remove = useRemovePapers()
  const exporter = useExporter()
  const [marked, setMarked] = useState<Marked>()
  const [lateOpen, setLateOpen] = useState(false)
  const [madeUp, setMadeUp] = useState(false)
  const fixedParams = examId ? { examId } : {}
  const toolbar = (list: ListHandle<Row>) => (
    <>
      <Can permit="paper:export">
        <ExportMenu exporter={exporter} params={{ ...list.params, ...fixedParams }} />
      </Can>
      {examId && (
        <Can permit="exam:add">
          <Button onClick={() => setMadeUp(true)}>{t('安排补考')}</Button>
        </Can>
      )}
      {examId && (
        <Can permit="paper:update">
          <Button onClick={() => void navigate(`/admin/exam/review/allot/${examId}`)}>{t('阅卷分配')}</Button>
        </Can>
      )}
      <Button onClick={() => setLateOpen(true)}>{t('迟到的作答')}</Button>
    </>
  )
  return (
    <>
      <ListPage
        of={paper.paging}
        search={[...(examId ? [] : (['title'] as const)), 'realName', ...filters]}
        fixedParams={fixedParams}
        {...(examId ? { defaultOrder: bestFirst } : {})}
        columns={[
          { name: 'title', ellipsis: true, hidden: examId !== null },
          { name: 'realName', sortable: true, width: 110 },
          ...(examId ? [{ name: 'rank' as const, width: 72, align: 'right' as const, render: (row: Row) => row.rank ?? '—' }] : []),
          { name: 'userName', sortable: true, hidden: true },
          { name: 'deptCode_dictText', ellipsis: true },
          {
            name: 'state',
            sortable: true,
            width: 90,
            render: (row: Row) => <Tag color={stateColor[row.state]}>{t(paperState[row.state])}</Tag>,
          },
          {
            name: 'score',
            align: 'right',
            sortable: true,
            render: (row: Row) => (row.score === null ? '—' : `${row.score} / ${row.totalScore}`),
          },
          { name: 'passed', width: 90, render: (row: Row) => <PassTag state={row.state} passed={row.passed} /> },
          { name: 'handTime', sortable: true, width: 172, render: (row: Row) => row.handTime?.slice(0, 16) ?? '—' },
          { name: 'userTime', align: 'right' },
          {
            name: 'flagTimes',
            sortable: true,
            align: 'right',
            width: 96,
            render: (row: Row) => (row.flagTimes > 0 ? <Tag color="warning">{row.flagTimes}</Tag> : '—'),
          },
          { name: 'startTime', sortable: true, hidden: true },
          { name: 'exState', hidden: true, render: (row: Row) => tLabel(exState[row.exState]) },
          { name: 'exMsg', title: '说明', ellipsis: true, hidden: true },
        ]}
        toolbar={toolbar}
        batch={[
          { label: '标记', permit: 'paper:update', onRun: (ids) => new Promise<boolean>((done) => setMarked({ ids, done })) },
          { label: '导出PDF', permit: 'paper:export', onRun: (ids) => exporter.start({ kind: 'zip', ids }) },
          { label: '导出成绩表', permit: 'paper:export', onRun: (ids) => exporter.start({ kind: 'sheet', ids }) },
          { label: '删除', permit: 'paper:delete', danger: true, onRun: (ids) => remove(ids) },
        ]}
        actionsWidth={120}
        actions={(row: Row) =>
          row.state === PaperState.marking || row.state === PaperState.done ? (
            <>
              <Can permit="paper:review">
                <Link to={`/admin/exam/paper/${row.id}`}>{t('查看')}</Link>
              </Can>
              <Can permit="paper:export">
                <PdfButton paperId={row.id} link />
              </Can>
            </>
          ) : (
            <Typography.Text type="secondary">{t(paperState[row.state])}</Typography.Text>
          )
        }
        empty={{ hint: t('考生交卷后，成绩会出现在这里') }}
      />
      <MarkAsDialog marked={marked} onClose={() => setMarked(undefined)} />
      <LateDrawer open={lateOpen} examId={examId ?? undefined} onClose={() => setLateOpen(false)} />
      <ExportDrawer open={exporter.open} onClose={() => exporter.setOpen(false)} />
      {madeUp && examId && <MakeUpDialog examId={examId} onClose={() => setMadeUp(false)} />}
    </>
  )
}
