// Back office: departments and courses with people who have not finished by the deadline.
import { BellOutlined } from '@ant-design/icons'
import { MOST_REMINDED, statOverdue } from '@shuyuan/contract/stat/overdue.ts'
import { Button, Tag } from 'antd'
import { Link } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { t } from '../../../kernel/i18n.ts'
import { notify } from '../../../kernel/notify.ts'
import { coursePeoplePath } from '../../course/catalog/course-page-path.ts'
import { ListPage } from '../../../shared/ListPage.tsx'

const SHORT = '2026-01-01 09:00'.length
const short = (time: string | null) => time?.slice(0, SHORT) ?? t('按首次学习计算')

function useRemind() {
  const confirm = useConfirm()
  const command = useCommand(statOverdue.remind, {
    onDone: ({ sent, skipped }) => {
      if (sent > 0) notify.success(t('已发送 {{n}} 条提醒', { n: sent }))
      else notify.warning(skipped > 0 ? t('这些学员 24 小时内都已收到提醒') : t('现在没有逾期的学员'))
    },
  })
  return (ids: string[]) =>
    confirm({ content: t('向逾期未学完的学员发送站内消息？24 小时内提醒过的不再发送。') }, () =>
      command.mutateAsync({ ids: ids.slice(0, MOST_REMINDED) }),
    )
}

export default function OverduePage() {
  const remind = useRemind()
  return (
    <ListPage
      of={statOverdue.paging}
      search={['deptCode', 'title']}
      columns={[
        { name: 'deptCode_dictText', width: 180, sortable: true, render: (row) => row.deptCode_dictText || t('未分配部门') },
        {
          name: 'title',
          sortable: true,
          render: (row) => (
            <Link to={coursePeoplePath(row.courseId, { 'u.learned': 'overdue', ...(row.deptCode === '' ? {} : { dept: row.deptCode }) })}>
              {row.title}
            </Link>
          ),
        },
        { name: 'overdue', width: 100, sortable: true },
        { name: 'unopened', width: 110 },
        { name: 'people', width: 110, sortable: true },
        {
          name: 'dueTime',
          width: 190,
          sortable: true,
          render: (row) => (
            <>
              {short(row.dueTime)} {!row.isOpen && <Tag>{t('已结束')}</Tag>}
            </>
          ),
        },
        { name: 'countTime', width: 180, hidden: true },
      ]}
      actionsWidth={120}
      actions={(row) => (
        <Can permit="course:remind">
          <Button type="link" size="small" icon={<BellOutlined />} disabled={!row.isOpen} onClick={() => void remind([row.id])}>
            {t('发送提醒')}
          </Button>
        </Can>
      )}
      batch={[{ label: '发送提醒', permit: 'course:remind', onRun: (ids) => remind(ids) }]}
      empty={{ hint: t('没有部门有逾期未学完的学员。每小时统计一次，包括从未打开课程的学员。') }}
    />
  )
}
