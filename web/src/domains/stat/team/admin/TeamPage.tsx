// Back office: the people within the data scope, with what waits for them and their last results.
import { BellOutlined, DownloadOutlined } from '@ant-design/icons'
import { team } from '@shuyuan/contract/stat/team.ts'
import { Button, Tag } from 'antd'
import { useState } from 'react'
import { download } from '../../../../kernel/call/api.ts'
import { t } from '../../../../kernel/i18n.ts'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { RemindDialog } from '../RemindDialog.tsx'

const wide = { wide: true }

export default function TeamPage() {
  const [reminded, setReminded] = useState<{ title: string; userIds?: string[] }>()
  return (
    <>
      <ListPage
        of={team.paging}
        search={['realName', 'show', 'deptCode']}
        fixedParams={wide}
        columns={[
          { name: 'realName', width: 180, sortable: true },
          { name: 'deptCode_dictText', width: 160, sortable: true },
          { name: 'overdue', width: 90, sortable: true },
          { name: 'learning', width: 100, sortable: true },
          { name: 'examTitle', render: (row) => row.examTitle ?? '' },
          { name: 'examStart', width: 140, sortable: true },
          {
            name: 'paperTitle',
            render: (row) =>
              row.passed !== null && (
                <>
                  {row.paperTitle} <Tag color={row.passed ? 'success' : 'error'}>{row.passed ? t('及格') : t('不及格')}</Tag>
                </>
              ),
          },
          { name: 'certTitle', hidden: true },
          { name: 'certEnd', width: 140, sortable: true },
          { name: 'learnHours', width: 150 },
        ]}
        toolbar={({ params }) => (
          <>
            <Button icon={<BellOutlined />} onClick={() => setReminded({ title: t('提醒全部成员') })}>
              {t('提醒全部')}
            </Button>
            <Button icon={<DownloadOutlined />} onClick={() => void download(team.export, { ...params, ...wide }).catch(() => undefined)}>
              {t('导出')}
            </Button>
          </>
        )}
        actionsWidth={120}
        actions={(row) => (
          <Button
            type="link"
            size="small"
            icon={<BellOutlined />}
            onClick={() => setReminded({ title: t('提醒 {{name}}', { name: row.realName }), userIds: [row.id] })}
          >
            {t('发送提醒')}
          </Button>
        )}
        empty={{ hint: t('数据每小时统计一次。') }}
      />
      {reminded && <RemindDialog {...reminded} wide onClose={() => setReminded(undefined)} />}
    </>
  )
}
