// Back office: courses with their state and the learners' progress.
import { PlusOutlined } from '@ant-design/icons'
import { course, coursePhase, CourseState } from '@shuyuan/contract/course/catalog/course.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, type MenuProps, Tag } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { Can } from '../../../../kernel/access/Can.tsx'
import { DictTreeSelect } from '../../../../shared/dict/DictSelect.tsx'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { MoreMenu, phaseColour, StateSwitch, WindowCell } from '../../../../kernel/list/cells.tsx'
import { useBinRemove } from '../../../../shared/list/useBinRemove.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { QrDialog } from '../../../../shared/camera/QrDialog.tsx'
import { useCommand } from '../../../../kernel/call/query.ts'
import { can } from '../../../../kernel/access/permission.ts'
import { useCopyLink } from '../../../../kernel/piece/useCopyLink.tsx'
import { SendDialog } from '../../../notify/SendDialog.tsx'
import { mayNotify } from '../../../notify/may-notify.ts'
import { lengthText } from '../../file/file-labels.ts'
import { Cover } from '../Cover.tsx'
import { priceText } from '../price-text.ts'
import { PublishDialog } from './PublishDialog.tsx'
import styles from './course-list.module.css'

type Row = RowOf<typeof course.paging>

function Name({ row }: { row: Row }) {
  return (
    <span className={styles.courseName}>
      <Cover course={row} />
      <span>
        <Can permit="course:list" fallback={row.title}>
          <Link to={`/admin/course/view/${row.id}`}>{row.title}</Link>
        </Can>{' '}
        {row.required && <Tag color="processing">{t('必修')}</Tag>}
        {row.rateCount > 0 && (
          <small role="img" aria-label={t('{{mean}} 星，{{n}} 人评价', { mean: row.rateMean, n: row.rateCount })}>
            ★ {row.rateMean.toFixed(1)}（{row.rateCount}）
          </small>
        )}
      </span>
    </span>
  )
}

export default function CourseListPage() {
  const navigate = useNavigate()
  const remove = useBinRemove('course', course.delete, [course.paging])
  const setState = useCommand(course.state, { done: t('状态修改成功!'), inTurn: 'course.state', refresh: [course.paging] })
  const copyLink = useCopyLink({ title: t('课程链接'), copied: t('课程链接已复制') })
  const [notified, setNotified] = useState<string>()
  const [coded, setCoded] = useState<Row>()
  const [published, setPublished] = useState<Row>()
  const add = (
    <Can permit="course:add">
      <Button type="primary" icon={<PlusOutlined />} onClick={() => void navigate('/admin/course/add')}>
        {t('新建课程')}
      </Button>
    </Can>
  )
  const state = (row: Row) => (
    <StateSwitch
      title={row.title}
      enabled={row.state === CourseState.enabled}
      permit="course:update"
      loading={setState.isPending && setState.variables?.ids.length === 1 && setState.variables.ids[0] === row.id}
      // a course that is shown again is published: whom it reaches is said first
      onChange={(to) => (to === CourseState.enabled ? setPublished(row) : setState.mutate({ ids: [row.id], state: to }))}
    />
  )
  const more = (row: Row): NonNullable<MenuProps['items']> => [
    // who opens the page of a course has them there, as a tab
    ...(can(['course:stat']) && !can(['course:list'])
      ? [{ key: 'stat', label: <Link to={`/admin/course/stat/${row.id}`}>{t('学习统计')}</Link> }]
      : []),
    ...(can(['course:update']) ? [{ key: 'rate', label: <Link to={`/admin/course/rate?courseId=${row.id}`}>{t('课程评价')}</Link> }] : []),
    { key: 'link', label: t('复制课程链接'), onClick: () => void copyLink(`/web/course/view/${row.id}`) },
    { key: 'qr', label: t('二维码'), onClick: () => setCoded(row) },
    ...(mayNotify(row) ? [{ key: 'notify', label: t('发送通知'), onClick: () => setNotified(row.id) }] : []),
    ...(can(['course:add']) ? [{ key: 'copy', label: <Link to={`/admin/course/add?from=${row.id}`}>{t('复制为新课程')}</Link> }] : []),
    ...(can(['course:delete'])
      ? [
          {
            key: 'delete',
            danger: true,
            label: t('删除'),
            onClick: () => void remove(row.id, { name: row.title, effect: t('{{n}} 个课件', { n: row.fileCount }) }),
          },
        ]
      : []),
  ]
  const actions = (row: Row) => (
    <>
      <Can permit="course:update">
        <Link to={`/admin/course/update/${row.id}`}>{t('编辑')}</Link>
      </Can>
      <MoreMenu title={row.title} items={more(row)} />
    </>
  )
  const both = (to: CourseState) => (ids: string[]) => setState.mutateAsync({ ids, state: to })
  return (
    <>
      <ListPage
        of={course.paging}
        search={['title', { name: 'catId', title: '课程分类', control: <Categories /> }, 'openType', 'state']}
        columns={[
          { name: 'title', width: 260, sortable: true, render: (row) => <Name row={row} /> },
          {
            name: 'phase',
            width: 84,
            render: (row) =>
              row.draft ? <Tag>{t('草稿')}</Tag> : <Tag color={phaseColour[row.phase]}>{tLabel(coursePhase[row.phase])}</Tag>,
          },
          { name: 'state', width: 96, render: state },
          { name: 'openType', width: 92 },
          { name: 'startTime', title: '学习时间', width: 148, sortable: true, render: WindowCell },
          { name: 'price', width: 88, render: priceText },
          { name: 'fileCount', width: 88, sortable: true },
          {
            name: 'procCount',
            title: '学习中 / 已完成',
            width: 136,
            align: 'right',
            sortable: true,
            render: (row) => `${row.procCount} / ${row.finishCount}`,
          },
          { name: 'catId', title: '课程分类', width: 120, hidden: true },
          { name: 'duration', width: 100, sortable: true, hidden: true, render: (row) => lengthText(row.duration) },
          { name: 'createTime', width: 180, sortable: true, hidden: true },
        ]}
        toolbar={add}
        actionsWidth={128}
        actions={actions}
        batch={[
          { label: '启用', permit: 'course:update', onRun: both(CourseState.enabled) },
          { label: '停用', permit: 'course:update', onRun: both(CourseState.disabled) },
          {
            label: '删除',
            permit: 'course:delete',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.title, effect: t('{{n}} 个课件', { n: row.fileCount }) })),
              ),
          },
        ]}
        empty={{ hint: t('从课件管理里选出课件，排好顺序，设好范围，就是一门课程'), action: add }}
      />
      {coded && <QrDialog name={coded.title} path={`/web/course/view/${coded.id}`} onClose={() => setCoded(undefined)} />}
      {published && <PublishDialog target={published} onClose={() => setPublished(undefined)} />}
      {notified !== undefined && (
        <SendDialog about={{ refType: 'course', id: notified, prepare: course['prepare-notify'] }} onClose={() => setNotified(undefined)} />
      )}
    </>
  )
}

type CategoriesProps = { id?: string; value?: unknown; onChange?: (value: unknown) => void }

function Categories({ id, value, onChange }: CategoriesProps) {
  return (
    <DictTreeSelect
      dicCode="course_catalog"
      aria-label={t('课程分类')}
      placeholder={t('课程分类')}
      value={(value as string | undefined) ?? null}
      onChange={(next) => onChange?.(next)}
      {...(id ? { id } : {})}
    />
  )
}
