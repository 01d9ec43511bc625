// Compares departments, each including its branches.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { examStat } from '@shuyuan/contract/stat/exam.ts'
import { Table, type TableColumnsType } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty } from '../../../kernel/piece/PageState.tsx'
import { useMedia } from '../../../kernel/state/useMedia.ts'
import { ShareBar } from './Columns.tsx'
import styles from './exam-stat.module.css'

type Row = Data<typeof examStat.overview>['departments'][number]
type Node = Row & { children?: Node[] }

function treeOf(rows: readonly Row[]): Node[] {
  const listed = new Set(rows.map((row) => row.deptCode))
  const below = (code: string): Node[] =>
    rows
      .filter((row) => row.parentCode === code)
      .map((row) => {
        const children = below(row.deptCode)
        return children.length > 0 ? { ...row, children } : row
      })
  const tops = rows.filter((row) => !listed.has(row.parentCode))
  return tops.map((row) => {
    const children = below(row.deptCode)
    return children.length > 0 ? { ...row, children } : row
  })
}

const number = (value: number | null) => value ?? '—'
const by = (of: (row: Row) => number | null) => (a: Row, b: Row) => (of(a) ?? -1) - (of(b) ?? -1)

export function DepartTab({ departments, totalScore }: { departments: readonly Row[]; totalScore: number }) {
  const narrow = useMedia('(max-width: 640px)')
  if (departments.length === 0) return <PageEmpty hint={t('有人参加考试后，这里会按部门比较成绩')} />
  const columns: TableColumnsType<Node> = [
    { title: t('部门'), dataIndex: 'deptName', width: narrow ? 150 : 220, fixed: 'left' },
    { title: t('应考'), width: 80, align: 'right', render: (_v, row) => number(row.required) },
    { title: t('实考'), width: 90, align: 'right', dataIndex: 'people', sorter: by((row) => row.people) },
    {
      title: t('平均分'),
      width: narrow ? 130 : 190,
      sorter: by((row) => row.mean),
      render: (_v, row) =>
        row.mean === null ? (
          '—'
        ) : (
          <span className={styles.departMean}>
            <b>{row.mean}</b>
            <i aria-hidden>
              <span style={{ inlineSize: `${(row.mean / Math.max(totalScore, 0.01)) * 100}%` }} />
            </i>
          </span>
        ),
    },
    { title: t('中位数'), width: 90, align: 'right', render: (_v, row) => number(row.median) },
    { title: t('最高分'), width: 90, align: 'right', render: (_v, row) => number(row.highest) },
    { title: t('最低分'), width: 90, align: 'right', render: (_v, row) => number(row.lowest) },
    { title: t('及格率'), width: 190, sorter: by((row) => row.passRate), render: (_v, row) => <ShareBar share={row.passRate} /> },
  ]
  return (
    <Table<Node>
      size="small"
      rowKey="deptCode"
      pagination={false}
      scroll={{ x: narrow ? 780 : 1_040 }}
      dataSource={treeOf(departments)}
      expandable={{ defaultExpandAllRows: true }}
      columns={columns}
    />
  )
}
