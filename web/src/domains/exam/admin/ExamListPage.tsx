// Back office: list of exams with links to results, watch page and the learner's page.
import { PlusOutlined } from '@ant-design/icons'
import { exam, examPhase, ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Tag, type MenuProps } from 'antd'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { MoreMenu, phaseColour, StateSwitch, WindowCell } from '../../../kernel/list/cells.tsx'
import { useBinRemove } from '../../../shared/list/useBinRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { can } from '../../../kernel/access/permission.ts'
import { ExamTypeSelect } from '../ExamTypeSelect.tsx'
import { ArchiveSettings } from './ArchiveSettings.tsx'
import { useRowMenu } from './useRowMenu.tsx'
import { examArchive } from '@shuyuan/contract/paper/result/archive.ts'

type Archivable = Pick<RowOf<typeof exam.paging>, 'id' | 'archived' | 'phase'>

/** Exams leave the list, and come back. */
function useArchive() {
  const set = useCommand(examArchive.set, { done: t('操作成功！'), refresh: [exam.paging] })
  return {
    /** the entry of an exam's menu; none for one that is not over */
    items: ({ id, archived, phase }: Archivable): NonNullable<MenuProps['items']> =>
      can(['exam:update']) && (archived || phase === 'closed')
        ? [{ key: 'archive', label: archived ? t('恢复到列表') : t('归档'), onClick: () => set.mutate({ ids: [id], archived: !archived }) }]
        : [],
    archive: (ids: string[]) => set.mutateAsync({ ids, archived: true }),
  }
}

type Row = RowOf<typeof exam.paging>

/** The page of the invigilation; users who watch only exams of their own reach it by another route. */
const watchPath = () => (can(['exam:watch']) ? '/admin/exam/watch/detail' : '/admin/exam/watch/own')

const named = ({ title, quCount }: Row) => ({ name: title, effect: t('{{n}} 题', { n: quCount }) })

export default function ExamListPage() {
  const navigate = useNavigate()
  const remove = useBinRemove('exam', exam.delete, [exam.paging])
  const setState = useCommand(exam.state, { done: t('状态修改成功!'), inTurn: 'exam.state', refresh: [exam.paging] })
  const shelf = useArchive()
  const { itemsOf, dialogs } = useRowMenu()
  const add = (
    <Can permit="exam:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/admin/exam/add/0')}>
        {t('新建考试')}
      </Button>
    </Can>
  )
  const title = (row: Row) => <Link to={`/admin/exam/view/${row.id}`}>{row.title}</Link>
  const titled = (row: Row) => (
    <>
      {title(row)} {row.offline && <Tag color="error">{t('线下考试')}</Tag>} {row.archived && <Tag>{tLabel('已归档')}</Tag>}
    </>
  )
  const state = (row: Row) =>
    row.draft ? (
      <Tag>{t('草稿')}</Tag>
    ) : (
      <StateSwitch
        title={row.title}
        enabled={row.state === ExamState.enabled}
        permit="exam:update"
        loading={setState.isPending && setState.variables?.id === row.id}
        onChange={(to) => setState.mutate({ id: row.id, state: to })}
      />
    )
  const actions = (row: Row) => (
    <>
      <Can permit="paper:list">
        <Link to={`/admin/exam/paper?examId=${row.id}`}>{t('成绩')}</Link>
      </Can>
      <Can permit="exam:stat">
        <Link to={`/admin/exam/stat/${row.id}`}>{t('统计')}</Link>
      </Can>
      {row.watchable && !row.offline && <Link to={`${watchPath()}?examId=${row.id}`}>{t('监控')}</Link>}
      <MoreMenu
        title={row.title}
        items={[
          ...itemsOf(row),
          ...shelf.items(row),
          ...(can(['exam:delete'])
            ? [{ key: 'delete', danger: true, label: t('删除'), onClick: () => void remove(row.id, named(row)) }]
            : []),
        ]}
      />
    </>
  )
  const both = (to: ExamState) => (ids: string[]) => setState.mutateAsync({ ids, state: to })
  return (
    <>
      <ListPage
        of={exam.paging}
        search={['title', 'phase', 'state', { name: 'examType', control: <ExamTypeSelect filter /> }, 'openType', 'shelf']}
        columns={[
          { name: 'title', width: 220, sortable: true, render: titled },
          { name: 'phase', width: 96, render: (row) => <Tag color={phaseColour[row.phase]}>{tLabel(examPhase[row.phase])}</Tag> },
          { name: 'state', width: 96, render: state },
          { name: 'examType', width: 100, render: (row) => tLabel(row.examType_dictText) },
          { name: 'openType', width: 92 },
          { name: 'startTime', title: '考试时间', width: 148, sortable: true, render: WindowCell },
          { name: 'minutes', width: 80, sortable: true },
          { name: 'quCount', width: 64 },
          { name: 'totalScore', title: '及格 / 总分', width: 104, sortable: true, render: (row) => `${row.passScore} / ${row.totalScore}` },
          { name: 'tries', width: 80, hidden: true },
          { name: 'createTime', width: 180, sortable: true, hidden: true },
        ]}
        toolbar={
          <>
            {add}
            <ArchiveSettings />
          </>
        }
        actionsWidth={200}
        actions={actions}
        batch={[
          { label: '启用', permit: 'exam:update', onRun: both(ExamState.enabled) },
          { label: '停用', permit: 'exam:update', onRun: both(ExamState.disabled) },
          { label: '归档', permit: 'exam:update', onRun: shelf.archive },
          {
            label: '删除',
            permit: 'exam:delete',
            danger: true,
            onRun: (ids, rows) => remove(ids, rows.map(named)),
          },
        ]}
        empty={{ hint: t('选一份已发布的试卷模板，设好时间和范围，就能开考'), action: add }}
      />
      {dialogs}
    </>
  )
}
