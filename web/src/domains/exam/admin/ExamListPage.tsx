// Back office: exams with their state, and the ways to results, watch and the learner's page.
import { MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { exam, examPhase, examState } from '@shuyuan/contract/exam/exam.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Dropdown, type MenuProps, Switch, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../kernel/Can.tsx'
import { useConfirm } from '../../../kernel/confirm.tsx'
import { t } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../kernel/ListPage.tsx'
import { notify } from '../../../kernel/notify.ts'
import { useCommand } from '../../../kernel/query.ts'
import { can } from '../../../kernel/session.ts'
import { SendDialog } from '../../notify/SendDialog.tsx'
import { ScoreImport } from '../offline/ScoreImport.tsx'
import { OverrideDrawer } from '../override/OverrideDrawer.tsx'
import './exam-list.css'

type Row = RowOf<typeof exam.paging>
const ENABLED = 0
const DISABLED = 1
const phaseColour = { waiting: 'default', open: 'processing', closed: 'warning' } as const
const learnerPage = (row: Row) => `${window.location.origin}/web/exam/check/${row.id}`

/** Gives the address to the clipboard; where the browser refuses (no https), it is shown for copying by hand. */
function useCopyLink() {
  const confirm = useConfirm()
  return async (row: Row) => {
    const address = learnerPage(row)
    try {
      await navigator.clipboard.writeText(address)
      notify.success(t('考试链接已复制'))
    } catch {
      await confirm({ title: t('考试链接'), content: <code>{address}</code> })
    }
  }
}

export default function ExamListPage() {
  const navigate = useNavigate()
  const remove = useRemove(exam.delete, [exam.paging])
  const setState = useCommand(exam.state, { done: t('状态修改成功!'), refresh: [exam.paging] })
  const copyLink = useCopyLink()
  const [notified, setNotified] = useState<string>()
  const [arranged, setArranged] = useState<Row>()
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
  const state = (row: Row) => (
    <span className="exam-state">
      <Switch
        size="small"
        checked={row.state === ENABLED}
        disabled={!can(['exam:update'])}
        loading={setState.isPending && setState.variables?.id === row.id}
        aria-label={t('启用“{{title}}”', { title: row.title })}
        onChange={(on) => setState.mutate({ id: row.id, state: on ? ENABLED : DISABLED })}
      />
      {t(examState[row.state])}
    </span>
  )
  const more = (row: Row): NonNullable<MenuProps['items']> => [
    { key: 'copy', label: t('复制考试链接'), onClick: () => void copyLink(row) },
    ...(can(['notify:send']) ? [{ key: 'notify', label: t('发送通知'), onClick: () => setNotified(row.id) }] : []),
    ...(can(['paper:review']) ? [{ key: 'review', label: <Link to={`/admin/exam/review?examId=${row.id}`}>{t('阅卷')}</Link> }] : []),
    ...(can(['exam:update']) && !row.offline ? [{ key: 'override', label: t('个别安排'), onClick: () => setArranged(row) }] : []),
    ...(can(['exam:apply:list']) && !row.offline
      ? [{ key: 'apply', label: <Link to={`/admin/exam/apply?title=${encodeURIComponent(row.title)}`}>{t('考试申请')}</Link> }]
      : []),
    ...(can(['paper:update']) && row.offline ? [{ key: 'scores', label: t('导入成绩'), onClick: () => setScored(row) }] : []),
    ...(can(['exam:update']) ? [{ key: 'edit', label: <Link to={`/admin/exam/update/${row.id}`}>{t('编辑')}</Link> }] : []),
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
      <Can permit="exam:watch">
        <Link to={`/admin/exam/watch/detail?examId=${row.id}`}>{t('监控')}</Link>
      </Can>
      <Dropdown trigger={['click']} menu={{ items: more(row) }}>
        <Button type="link" size="small" icon={<MoreOutlined />} aria-label={t('“{{title}}”的更多操作', { title: row.title })}>
          {t('更多')}
        </Button>
      </Dropdown>
    </>
  )
  const time = (row: Row) => (
    <span className="exam-time">
      <span>{row.startTime ?? t('不限开始')}</span>
      <span>{row.endTime ?? t('不限结束')}</span>
    </span>
  )
  const both = (to: 0 | 1) => (ids: string[]) => setState.mutateAsync({ ids, state: to })
  return (
    <>
      <ListPage
        of={exam.paging}
        search={['title', 'phase', 'state', 'openType']}
        columns={[
          { name: 'title', width: 220, sortable: true, render: titled },
          { name: 'phase', width: 96, render: (row) => <Tag color={phaseColour[row.phase]}>{t(examPhase[row.phase])}</Tag> },
          { name: 'state', width: 96, render: state },
          { name: 'openType', width: 100 },
          { name: 'startTime', title: '考试时间', width: 168, sortable: true, render: time },
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
          { label: '启用', permit: 'exam:update', onRun: both(ENABLED) },
          { label: '停用', permit: 'exam:update', onRun: both(DISABLED) },
          { label: '删除', permit: 'exam:delete', danger: true, onRun: (ids) => remove(ids) },
        ]}
        empty={{ hint: t('选一份已发布的试卷模板，设好时间和范围，就能开考'), action: add }}
      />
      <OverrideDrawer target={arranged} onClose={() => setArranged(undefined)} />
      <ScoreImport target={scored} onClose={() => setScored(undefined)} />
      {notified !== undefined && (
        <SendDialog about={{ refType: 'exam', id: notified, prepare: exam['prepare-notify'] }} onClose={() => setNotified(undefined)} />
      )}
    </>
  )
}
