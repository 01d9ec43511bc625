// Back office: exams that can be watched.
import { exam, examPhase } from '@shuyuan/contract/exam/exam.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Tag } from 'antd'
import { Link } from 'react-router'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'

type Row = RowOf<typeof exam.paging>
/** of `yyyy-MM-dd HH:mm` */
const MINUTES = 16
const roomOf = (row: Row) => `/admin/exam/watch/detail?examId=${row.id}`
const phaseColor = { waiting: 'default', open: 'processing', closed: 'success' } as const

export default function ExamWatchListPage() {
  return (
    <ListPage
      of={exam.paging}
      search={['title', 'phase']}
      fixedParams={{ watchable: true }}
      defaultParams={{ phase: 'open' }}
      columns={[
        {
          name: 'title',
          ellipsis: true,
          render: (row: Row) => (
            <>
              <Link to={roomOf(row)}>{row.title}</Link> {row.offline && <Tag color="error">{t('线下考试')}</Tag>}
            </>
          ),
        },
        { name: 'phase', render: (row: Row) => <Tag color={phaseColor[row.phase]}>{tLabel(examPhase[row.phase])}</Tag> },
        { name: 'startTime', sortable: true, render: (row: Row) => row.startTime?.slice(0, MINUTES) ?? t('不限') },
        { name: 'endTime', sortable: true, render: (row: Row) => row.endTime?.slice(0, MINUTES) ?? t('不限') },
        { name: 'minutes', align: 'right' },
        { name: 'quCount', align: 'right' },
      ]}
      empty={{ text: t('没有进行中的考试'), hint: t('把阶段换成“未开始”或“已结束”可以查看其他考试；这里只列出由您监考的考试。') }}
      actions={(row: Row) => <Link to={roomOf(row)}>{t('监考')}</Link>}
    />
  )
}
