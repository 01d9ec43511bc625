// Back office: successful and failed sign-ins.
import { loginLog } from '@shuyuan/contract/site/log/login-log.ts'
import { Select, Tag } from 'antd'
import { t } from '../../../../kernel/i18n.ts'
import { CappedNote } from '../../../../kernel/list/CappedNote.tsx'
import { ListPage } from '../../../../shared/ListPage.tsx'
import { ExportButton } from '../ExportButton.tsx'

/** The list gives value, title and the rest. */
const OutcomeSelect = (props: object) => (
  <Select
    {...props}
    allowClear
    placeholder={t('结果')}
    style={{ width: '100%' }}
    options={[
      { value: true, label: t('成功') },
      { value: false, label: t('失败') },
    ]}
  />
)

export default function LoginLogPage() {
  return (
    <ListPage
      of={loginLog.paging}
      search={['userName', { name: 'success', title: '结果', control: <OutcomeSelect /> }, 'way', { name: 'from', until: 'to' }]}
      columns={[
        { name: 'createTime', seconds: true, width: 180, sortable: true },
        { name: 'userName', width: 150 },
        { name: 'realName', width: 110 },
        { name: 'way', width: 100 },
        {
          name: 'success',
          title: '结果',
          width: 84,
          render: (row) => <Tag color={row.success ? 'success' : 'error'}>{row.success ? t('成功') : t('失败')}</Tag>,
        },
        { name: 'reason', width: 200, main: true, ellipsis: true },
        { name: 'ip', width: 140 },
        { name: 'userAgent', width: 240, ellipsis: true, hidden: true },
      ]}
      toolbar={(list) => (
        <>
          <ExportButton of={loginLog.export} params={list.params} />
          <CappedNote total={list.total} />
        </>
      )}
      empty={{ hint: t('登录成功和失败都会记在这里') }}
    />
  )
}
