// The people of a learning path, with how far they are; some of them are reminded.
import { pathStat } from '@shuyuan/contract/path/stat.ts'
import { Progress, Tag } from 'antd'
import { t } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { usePathRemind } from './usePathRemind.ts'

export function PathPeople({ asked }: { asked: { id: string; deptCode?: string } }) {
  const remind = usePathRemind()
  return (
    <ListPage
      of={pathStat['user-paging']}
      fixedParams={asked}
      rowKey="userId"
      search={['realName', 'progress']}
      columns={[
        { name: 'realName', width: 120 },
        { name: 'deptName', width: 150 },
        {
          name: 'percent',
          width: 190,
          render: (row) => (
            <Progress
              percent={row.percent}
              size="small"
              status={row.overdue ? 'exception' : row.finishTime === null ? 'normal' : 'success'}
              format={(n) => `${n ?? 0}%`}
              aria-label={t('进度')}
            />
          ),
        },
        { name: 'overdue', width: 90, render: (row) => (row.overdue ? <Tag color="error">{t('已逾期')}</Tag> : '–') },
        { name: 'startTime', width: 170, sortable: true },
        { name: 'dueTime', width: 170, sortable: true },
        { name: 'finishTime', width: 170, sortable: true },
        { name: 'round', width: 90, hidden: true },
        { name: 'userName', width: 120, hidden: true },
      ]}
      batch={[{ label: '提醒', onRun: (userIds) => remind({ ...asked, userIds }, userIds.length) }]}
    />
  )
}
