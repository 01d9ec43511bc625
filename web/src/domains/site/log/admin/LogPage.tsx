// Back office: the audit log.
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { log } from '@shuyuan/contract/site/log/log.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { t } from '../../../../kernel/i18n.ts'
import { CappedNote } from '../../../../kernel/list/CappedNote.tsx'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { ExportButton } from '../ExportButton.tsx'
import { subjectOf } from '../log-subject.ts'
import { LogDrawer } from '../LogDrawer.tsx'

type Row = RowOf<typeof log.paging>

export default function LogPage() {
  const [opened, setOpened] = useState<Row>()
  return (
    <>
      <ListPage
        of={log.paging}
        search={[
          { name: 'userName', placeholder: t('账号或姓名') },
          { name: 'path', placeholder: t('操作名称或接口') },
          { name: 'from', until: 'to' },
        ]}
        columns={[
          { name: 'createTime', seconds: true, width: 180, sortable: true },
          { name: 'userName', width: 140, title: '操作人', render: (row) => row.realName || row.userName || '—' },
          { name: 'title', width: 180 },
          { id: 'subject', title: '涉及内容', width: 240, main: true, ellipsis: true, render: subjectOf },
          { name: 'path', width: 300, ellipsis: true, hidden: true },
          { name: 'apiToken', width: 140, ellipsis: true, hidden: true },
          { name: 'ip', width: 140 },
          { name: 'userAgent', width: 240, ellipsis: true, hidden: true },
        ]}
        toolbar={(list) => (
          <>
            <ExportButton of={log.export} params={list.params} />
            <CappedNote total={list.total} />
          </>
        )}
        actionsWidth={80}
        actions={(row) => (
          <Button type="link" size="small" onClick={() => setOpened(row)}>
            {t('详情')}
          </Button>
        )}
        empty={{ hint: t('后台的每次修改都会记在这里') }}
      />
      <LogDrawer row={opened} onClose={() => setOpened(undefined)} />
    </>
  )
}
