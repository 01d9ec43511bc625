// Back office: the results of an activity, with export.
import { DownloadOutlined } from '@ant-design/icons'
import { activity, activityPhase } from '@shuyuan/contract/activity/activity.ts'
import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { download } from '../../../kernel/call/api.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { timeText } from '../activity-labels.ts'
import { usePageSubject } from '../../../shared/page/page-subject.ts'

export default function ActivityRankPage() {
  const { id = '' } = useParams()
  const { data } = useCall(activity.detail, { id })
  usePageSubject(data?.title)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    // `download` shows a failure
    await download(activity.export, { id }).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Flex vertical gap={16}>
      {data && (
        <Typography.Text type="secondary">
          {tLabel(activityPhase[data.phase])} · {data.startTime.slice(0, 16)} – {data.endTime.slice(0, 16)} ·{' '}
          {data.settled ? t('名次已确定，奖励已发放') : t('活动结束后确定名次并发放奖励')}
        </Typography.Text>
      )}
      <ListPage
        of={activity['rank-paging']}
        fixedParams={{ id }}
        search={['realName']}
        columns={[
          { name: 'place', width: 90, sortable: true },
          { name: 'userName', width: 140 },
          { name: 'realName', width: 140 },
          { name: 'deptCode_dictText', width: 200 },
          { name: 'score', width: 100, sortable: true },
          { name: 'ms', width: 120, render: (row) => timeText(row.ms) },
          { name: 'tries', width: 90 },
          { name: 'time', width: 180 },
          { name: 'prize', width: 110 },
          { name: 'cert', width: 180 },
        ]}
        toolbar={
          <Can permit="activity:export">
            <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
              {t('导出成绩')}
            </Button>
          </Can>
        }
        empty={{ hint: t('有人交卷后，成绩会出现在这里') }}
      />
    </Flex>
  )
}
