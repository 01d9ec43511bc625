// Back office: the people of a department against courses.
import { learntLimits, statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Button, Input, Pagination, Table, type TableColumnsType } from 'antd'
import { type HTMLAttributes, type ThHTMLAttributes, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useCall } from '../../../../kernel/call/query.ts'
import { t } from '../../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { ReportHead } from '../../../../kernel/piece/ReportHead.tsx'
import { useMedia } from '../../../../kernel/state/useMedia.ts'
import { DepartSelect } from '../../../../shared/people/DepartTree.tsx'
import { coursePagePath } from '../../catalog/course-page-path.ts'
import { CoursesSelect } from '../../catalog/CoursesSelect.tsx'
import { classes } from '../../../../kernel/theme/classes.ts'
import panelStyles from '../../../../kernel/plain/panel.module.css'
import styles from '../course-stat.module.css'

type Row = RowOf<typeof statCourse.matrix>
const sizes = [20, 50, 100, learntLimits.page]
const NAME = { wide: 190, narrow: 120 }
const CELL = 120

function Cell({ cell }: { cell: Row['courses'][string] | undefined }) {
  if (!cell) return <span aria-label={t('不在学习范围')}>—</span>
  const { learned, overdue, process } = cell
  return (
    <span className={styles.courseCell} data-state={learned} data-overdue={overdue}>
      {overdue ? t('逾期 {{n}}%', { n: process }) : learned === 'finished' ? t('已完成') : learned === 'none' ? t('未学习') : `${process}%`}
    </span>
  )
}

type HeadCellProps = ThHTMLAttributes<HTMLTableCellElement> & { 'data-course'?: string }

/** The title of a course links to its statistics. As the column's title the link would stand in the hidden row that measures widths, too. */
function HeadCell({ 'data-course': courseId, children, ...props }: HeadCellProps) {
  return (
    <th {...props}>
      {courseId === undefined ? (
        children
      ) : (
        <Link className={styles.courseColumn} to={coursePagePath(courseId, 'stat')}>
          {children}
        </Link>
      )}
    </th>
  )
}

const components = { header: { cell: HeadCell } }

function useAsked() {
  const [search, setSearch] = useSearchParams()
  const courseIds = (search.get('courses') ?? '').split(',').filter((id) => /^\d{1,18}$/.test(id))
  const deptCode = search.get('dept') ?? ''
  const realName = search.get('name') ?? ''
  const [page, setPage] = useState({ current: 1, size: sizes[0]! })
  const set = (name: string, value: string | undefined) => {
    setPage((before) => ({ ...before, current: 1 }))
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  }
  const params = {
    ...(deptCode === '' ? {} : { deptCode }),
    ...(realName === '' ? {} : { realName }),
    ...(courseIds.length > 0 ? { courseIds } : {}),
  }
  return { body: { ...page, params }, courseIds, deptCode, realName, page, setPage, set }
}

export default function CourseMatrixPage() {
  const { body, courseIds, deptCode, realName, page, setPage, set } = useAsked()
  const narrow = useMedia('(max-width: 640px)')
  const { data, error, refetch, isFetching } = useCall(statCourse.matrix, body, { quiet: true, placeholderData: keepPreviousData })
  const nameWidth = narrow ? NAME.narrow : NAME.wide
  const columns: TableColumnsType<Row> = [
    {
      title: t('学员'),
      width: nameWidth,
      fixed: 'left',
      render: (_value, row) => (
        <>
          <b>{row.realName}</b>
          <br />
          <small>{row.deptName}</small>
        </>
      ),
    },
    ...(data?.courses ?? []).map((course) => ({
      key: course.id,
      width: CELL,
      align: 'center' as const,
      title: course.title,
      onHeaderCell: () => ({ 'data-course': course.id }) as HTMLAttributes<HTMLTableCellElement>,
      render: (_value: unknown, row: Row) => <Cell cell={row.courses[course.id]} />,
    })),
  ]
  return (
    <div className={styles.courseStat}>
      <ReportHead title={t('学习统计')}>
        <DepartSelect value={deptCode} onChange={(to) => set('dept', to)} placeholder={t('全部部门')} aria-label={t('部门')} />
        <CoursesSelect
          label={t('课程')}
          placeholder={t('最新的必修课程')}
          most={learntLimits.courses}
          value={courseIds}
          onChange={(ids) => set('courses', ids.join(','))}
        />
        <Input.Search
          allowClear
          aria-label={t('姓名')}
          placeholder={t('姓名')}
          defaultValue={realName}
          onSearch={(name) => set('name', name.trim())}
        />
        <Link to="/admin/course/stat/overdue">
          <Button>{t('逾期未学完')}</Button>
        </Link>
      </ReportHead>
      {!data && (error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="table" />)}
      {data?.courses.length === 0 && <PageEmpty text={t('还没有必修课程')} hint={t('在上方选择课程，或在课程设置中标为必修')} />}
      {data && data.courses.length > 0 && (
        <>
          <div
            className={classes(panelStyles.panel, styles.courseMatrix)}
            // few courses do not stretch over the whole page
            style={{ maxInlineSize: nameWidth + 2 * CELL * data.courses.length }}
          >
            <Table<Row>
              size="small"
              rowKey="userId"
              components={components}
              loading={isFetching}
              columns={columns}
              dataSource={data.records}
              pagination={false}
              scroll={{ x: nameWidth + CELL * data.courses.length }}
              locale={{ emptyText: <PageEmpty /> }}
            />
          </div>
          <Pagination
            align="end"
            showSizeChanger
            pageSizeOptions={sizes}
            current={page.current}
            pageSize={page.size}
            total={data.total}
            onChange={(current, size) => setPage({ current: size === page.size ? current : 1, size })}
          />
        </>
      )}
    </div>
  )
}
