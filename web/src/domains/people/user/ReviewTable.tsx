// Registrations that wait for approval (state 2).
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { Button } from 'antd'
import { Can } from '../../../kernel/access/Can.tsx'
import { t } from '../../../kernel/i18n.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { useBatchDialogs } from './BatchDialogs.tsx'
import { PersonName } from './PersonName.tsx'

type Row = RowOf<typeof user.paging>
const UPDATE = 'sys:user:update'

export function ReviewTable() {
  const { open, dialog } = useBatchDialogs()
  const actions = (row: Row) => (
    <Can permit={UPDATE}>
      <Button type="link" size="small" onClick={() => void open('approve', [row.id])}>
        {t('通过')}
      </Button>
      <Button type="link" size="small" danger onClick={() => void open('refuse', [row.id])}>
        {t('拒绝')}
      </Button>
    </Can>
  )
  return (
    <>
      <ListPage
        of={user.paging}
        urlKey="review"
        fixedParams={{ state: UserState.pending }}
        search={['userName', 'realName', 'mobile', 'deptCode']}
        columns={[
          { name: 'realName', width: 160, render: (row) => <PersonName avatar={row.avatar} name={row.realName} /> },
          { name: 'userName', width: 140 },
          { name: 'mobile', width: 130 },
          { name: 'deptCode', width: 150 },
          { name: 'createTime', title: '注册时间', width: 180, sortable: true },
        ]}
        actionsWidth={130}
        actions={actions}
        batch={[
          { label: '通过', permit: UPDATE, onRun: (ids) => open('approve', ids) },
          { label: '拒绝', permit: UPDATE, danger: true, onRun: (ids) => open('refuse', ids) },
        ]}
        empty={{ hint: t('开启注册审核后，新注册的用户会在这里等待审核') }}
      />
      {dialog}
    </>
  )
}
