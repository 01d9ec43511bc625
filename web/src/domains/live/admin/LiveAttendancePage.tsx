// Back office: who was in a live room, and how long; with export.
import { DownloadOutlined } from '@ant-design/icons'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Can } from '../../../kernel/access/Can.tsx'
import { download } from '../../../kernel/call/api.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { t } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { minutesText } from '../live-labels.ts'
import { usePageSubject } from '../../../shared/page/page-subject.ts'

export default function LiveAttendancePage() {
  const { id = '' } = useParams()
  const { data } = useCall(liveRoom.detail, { id })
  usePageSubject(data?.title)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    // `download` shows a failure
    await download(liveRoom.export, { id }).catch(() => undefined)
    setBusy(false)
  }
  return (
    <Flex vertical gap={16}>
      {data && (
        <Typography.Text type="secondary">
          {data.startTime.slice(0, 16)} – {data.endTime.slice(11, 16)} · {t('最多同时在线 {{n}} 人', { n: data.viewersMax })}
        </Typography.Text>
      )}
      <ListPage
        of={liveRoom.attendance}
        fixedParams={{ id }}
        search={['realName']}
        columns={[
          { name: 'userName', width: 140 },
          { name: 'realName', width: 140, sortable: true },
          { name: 'deptCode_dictText', width: 200 },
          { name: 'firstTime', width: 180, sortable: true },
          { name: 'lastTime', width: 180, sortable: true },
          { name: 'sec', width: 120, sortable: true, render: (row) => minutesText(row.sec) },
        ]}
        toolbar={
          <Can permit="live:export">
            <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
              {t('导出名单')}
            </Button>
          </Can>
        }
        empty={{ hint: t('学员进入直播间后，名单会自动记录') }}
      />
    </Flex>
  )
}
