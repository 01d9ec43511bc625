// Back office: list of exams with links to results, watch page and the learner's page.
import { PlusOutlined } from '@ant-design/icons'
import { exam, examPhase, ExamState } from '@shuyuan/contract/exam/exam.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, type MenuProps, Tag } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../kernel/Can.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { MoreMenu, phaseColour, StateSwitch, WindowCell } from '../../../kernel/list/cells.tsx'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { QrDialog } from '../../../shared/QrDialog.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { can } from '../../../kernel/permission.ts'
import { useCopyLink } from '../../../kernel/useCopyLink.tsx'
import { SendDialog } from '../../notify/SendDialog.tsx'
import { examTools } from '../exam-tools.ts'
import { ExamTypeSelect } from '../ExamTypeSelect.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { OverrideDrawer } from '../override/OverrideDrawer.tsx'

type Row = RowOf<typeof exam.paging>

/** The page of the invigilation; users who watch only exams of their own reach it by another route. */
const watchPath = () => (can(['exam:watch']) ? '/admin/exam/watch/detail' : '/admin/exam/watch/own')

export default function ExamListPage() {
  const { ScoreImport } = examTools.use()
  const navigate = useNavigate()
  const remove = useRemove(exam.delete, [exam.paging])
  const setState = useCommand(exam.state, { done: t('状态修改成功!'), inTurn: 'exam.state', refresh: [exam.paging] })
  const copyLink = useCopyLink({ title: t('考试链接'), copied: t('考试链接已复制') })
  const [notified, setNotified] = useState<string>()
  const [published, setPublished] = useState<Row>()
  const [coded, setCoded] = useState<Row>()
  const [overrideOf, setOverrideOf] = useState<Row>()
  const [scored, setScored] = useState<Row>()
  const add = (
    <Can permit="exam:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/admin/exam/add/0')}>
        {t('新建考试')}
      </Button>
    </Can>
  )
  const title = (row: Row) => (
    <Can permit="exam:update" fallback={row.title}>
      <Link to={`/admin/exam/update/${row.id}`}>{row.title}</Link>
    </Can>
  )
  const titled = (row: Row) => (
    <>
      {title(row)} {row.offline && <Tag color="error">{t('线下考试')}</Tag>}
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
  const more = (row: Row): NonNullable<MenuProps['items']> => [
    ...(can(['exam:update']) && row.draft ? [{ key: 'publish', label: t('发布'), onClick: () => setPublished(row) }] : []),
    { key: 'copy', label: t('复制考试链接'), onClick: () => void copyLink(`/web/exam/check/${row.id}`) },
    { key: 'qr', label: t('二维码'), onClick: () => setCoded(row) },
    ...(can(['notify:send']) ? [{ key: 'notify', label: t('发送通知'), onClick: () => setNotified(row.id) }] : []),
    ...(can(['paper:review']) ? [{ key: 'review', label: <Link to={`/admin/exam/review?examId=${row.id}`}>{t('阅卷')}</Link> }] : []),
    ...(can(['exam:update']) && !row.offline ? [{ key: 'override', label: t('个别安排'), onClick: () => setOverrideOf(row) }] : []),
    ...(can(['exam:apply:list']) && !row.offline
      ? [{ key: 'apply', label: <Link to={`/admin/exam/apply?title=${encodeURIComponent(row.title)}`}>{t('考试申请')}</Link> }]
      : []),
    ...(can(['paper:update']) && row.offline ? [{ key: 'scores', label: t('导入成绩'), onClick: () => setScored(row) }] : []),
    ...(can(['exam:update']) ? [{ key: 'edit', label: <Link to={`/admin/exam/update/${row.id}`}>{t('编辑')}</Link> }] : []),
    ...(can(['exam:add']) ? [{ key: 'again', label: <Link to={`/admin/exam/add/0?from=${row.id}`}>{t('复制为新考试')}</Link> }] : []),
    ...(can(['exam:delete']) ? [{ key: 'delete', danger: true, label: t('删除'), onClick: () => void remove(row.id) }] : []),
  ]
  const actions = (row: Row) => (
    <>
      <Can permit="paper:list">
        <Link to={`/admin/exam/paper?examId=${row.id}`}>{t('成绩')}</Link>
      </Can>
      <Can permit="exam:stat">
        <Link to={`/admin/exam/stat/${row.id}`}>{t('统计')}</Link>
      </Can>
      {row.watchable && !row.offline && <Link to={`${watchPath()}?examId=${row.id}`}>{t('监控')}</Link>}
      <MoreMenu title={row.title} items={more(row)} />
    </>
  )
  const both = (to: ExamState) => (ids: string[]) => setState.mutateAsync({ ids, state: to })
  return (
    <>
      <ListPage
        of={exam.paging}
        search={['title', 'phase', 'state', { name: 'examType', control: <ExamTypeSelect filter /> }, 'openType']}
        columns={[
          { name: 'title', width: 220, sortable: true, render: titled },
          { name: 'phase', width: 96, render: (row) => <Tag color={phaseColour[row.phase]}>{tLabel(examPhase[row.phase])}</Tag> },
          { name: 'state', width: 96, render: state },
          { name: 'examType', width: 100, render: (row) => tLabel(row.examType_dictText) },
          { name: 'openType', width: 100 },
          { name: 'startTime', title: '考试时间', width: 148, sortable: true, render: WindowCell },
          { name: 'minutes', width: 88, sortable: true },
          { name: 'quCount', width: 72 },
          { name: 'totalScore', title: '及格 / 总分', width: 112, sortable: true, render: (row) => `${row.passScore} / ${row.totalScore}` },
          { name: 'tries', width: 80, hidden: true },
          { name: 'createTime', width: 180, sortable: true, hidden: true },
        ]}
        toolbar={add}
        actionsWidth={200}
        actions={actions}
        batch={[
          { label: '启用', permit: 'exam:update', onRun: both(ExamState.enabled) },
          { label: '停用', permit: 'exam:update', onRun: both(ExamState.disabled) },
          { label: '删除', permit: 'exam:delete', danger: true, onRun: (ids) => remove(ids) },
        ]}
        empty={{ hint: t('选一份已发布的试卷模板，设好时间和范围，就能开考'), action: add }}
      />
      <OverrideDrawer target={overrideOf} onClose={() => setOverrideOf(undefined)} />
      {ScoreImport && scored !== undefined && (
        <Suspense>
          <ScoreImport target={scored} onClose={() => setScored(undefined)} />
        </Suspense>
      )}
      {published && <PublishDialog target={published} onClose={() => setPublished(undefined)} />}
      {coded && <QrDialog name={coded.title} path={`/web/exam/check/${coded.id}`} onClose={() => setCoded(undefined)} />}
      {notified !== undefined && (
        <SendDialog about={{ refType: 'exam', id: notified, prepare: exam['prepare-notify'] }} onClose={() => setNotified(undefined)} />
      )}
    </>
  )
}
