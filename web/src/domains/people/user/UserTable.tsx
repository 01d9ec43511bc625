// The table of users with all their actions.
import { DownloadOutlined, ImportOutlined, PlusOutlined } from '@ant-design/icons'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { Button, Checkbox, type MenuProps } from 'antd'
import { useState } from 'react'
import { download } from '../../../kernel/call/api.ts'
import { Can } from '../../../kernel/access/Can.tsx'
import { useConfirm } from '../../../kernel/piece/confirm.tsx'
import { DepartTree } from '../../../shared/people/DepartTree.tsx'
import { t } from '../../../kernel/i18n.ts'
import { ImportDialog } from '../../../kernel/import/ImportDialog.tsx'
import type { BatchAction, ListHandle } from '../../../kernel/list/list-types.ts'
import { MoreMenu } from '../../../kernel/list/cells.tsx'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { useCommand } from '../../../kernel/call/query.ts'
import { can } from '../../../kernel/access/permission.ts'
import { useBatchDialogs } from './BatchDialogs.tsx'
import { PersonName } from './PersonName.tsx'
import { RoleSelect } from './RoleSelect.tsx'
import { StateTag } from './StateTag.tsx'
import { type Edited, UserDialog } from './UserDialog.tsx'

type Row = RowOf<typeof user.paging>
/** Stored values, sent back unchanged (decisions.md 1). */
const NORMAL = 0
const DISABLED = 1
const UPDATE = 'sys:user:update'
const UNLOCK = 'sys:user:unlock'
const JOIN = 'sys:group:user:join'

const departs = ({ params, patch }: ListHandle<Row>) => (
  <DepartTree value={params.deptCode as string | undefined} onChange={(deptCode) => patch({ deptCode })} />
)

/** Enables or disables users; asks for confirmation if this ends sessions. */
function useStateChange() {
  const confirm = useConfirm()
  const change = useCommand(user.state, { done: t('状态修改成功!'), inTurn: 'user.state', refresh: [user.paging, user.detail] })
  return (ids: string[], state: typeof UserState.active | typeof UserState.disabled) => {
    if (state === NORMAL) return change.mutateAsync({ ids, state }).then(() => true)
    const content = t('禁用后，{{n}}位用户将立即退出登录且不能再登录，确定要禁用吗？', { n: ids.length })
    return confirm({ content, danger: true }, () => change.mutateAsync({ ids, state }))
  }
}

/** For a user who lost phone and recovery codes. */
function useTotpReset() {
  const confirm = useConfirm()
  const reset = useCommand(user['totp-reset'], { done: t('操作成功！') })
  return ({ id, realName }: Row) => {
    const content = t('{{name}}将立即退出登录，之后只用密码登录，角色要求两步验证时须重新设置。请先确认是本人提出的。', { name: realName })
    return confirm({ content, danger: true, okText: t('重置') }, () => reset.mutateAsync({ ids: [id] }))
  }
}

export function UserTable() {
  const [edited, setEdited] = useState<Edited>()
  const [importing, setImporting] = useState(false)
  const [mustChange, setMustChange] = useState(true)
  const { open, dialog } = useBatchDialogs()
  const setState = useStateChange()
  const unlock = useCommand(user.unlock, { done: t('已解除登录锁定'), refresh: [user.paging, user.detail] })
  const remove = useRemove(user.delete, [user.paging])
  const resetTotp = useTotpReset()
  const batch: BatchAction<Row>[] = [
    { label: '设置部门', permit: UPDATE, onRun: (ids) => open('depart', ids) },
    { label: '设置角色', permit: UPDATE, onRun: (ids) => open('role', ids) },
    { label: '设置有效期', permit: UPDATE, onRun: (ids) => open('expire', ids) },
    { label: '加入分组', permit: JOIN, onRun: (ids) => open('group', ids) },
    { label: '启用', permit: UPDATE, onRun: (ids) => setState(ids, NORMAL) },
    { label: '禁用', permit: UPDATE, onRun: (ids) => setState(ids, DISABLED) },
    { label: '重置密码', permit: UPDATE, onRun: (ids) => open('password', ids) },
    {
      label: '删除',
      permit: 'sys:user:delete',
      danger: true,
      onRun: (ids, rows) =>
        remove(
          ids,
          rows.map((row) => ({ name: `${row.realName}（${row.userName}）` })),
        ),
    },
  ]
  const more = (row: Row): NonNullable<MenuProps['items']> => [
    ...(can([UPDATE])
      ? [
          { key: 'password', label: t('重置密码'), onClick: () => void open('password', [row.id]) },
          row.state === NORMAL
            ? { key: 'disable', label: t('禁用'), onClick: () => void setState([row.id], DISABLED) }
            : { key: 'enable', label: t('启用'), onClick: () => void setState([row.id], NORMAL).catch(() => undefined) },
        ]
      : []),
    ...(row.lockedUntil !== null && can([UNLOCK])
      ? [{ key: 'unlock', label: t('解除登录锁定'), onClick: () => unlock.mutate({ ids: [row.id] }) }]
      : []),
    ...(can(['sys:user:totp']) && row.roleType === RoleType.staff
      ? [{ key: 'totp', label: t('重置两步验证'), onClick: () => void resetTotp(row) }]
      : []),
    ...(can([JOIN]) ? [{ key: 'group', label: t('加入分组'), onClick: () => void open('group', [row.id]) }] : []),
    ...(can(['sys:user:delete'])
      ? [
          {
            key: 'delete',
            danger: true,
            label: t('删除'),
            onClick: () => void remove(row.id, { name: `${row.realName}（${row.userName}）` }),
          },
        ]
      : []),
  ]
  const actions = (row: Row) => (
    <>
      <Can permit={UPDATE}>
        <Button type="link" size="small" onClick={() => setEdited({ id: row.id })}>
          {t('编辑')}
        </Button>
      </Can>
      <MoreMenu title={row.realName} items={more(row)} />
    </>
  )
  return (
    <>
      <ListPage
        of={user.paging}
        search={[
          'userName',
          'realName',
          'state',
          'mobile',
          { name: 'roleIds', control: <RoleSelect placeholder={t('角色')} /> },
          'userType',
        ]}
        defaultParams={{ state: NORMAL }}
        columns={[
          { name: 'realName', width: 150, sortable: true, render: (row) => <PersonName avatar={row.avatar} name={row.realName} /> },
          { name: 'userName', width: 130, sortable: true },
          { name: 'deptCode', width: 130 },
          { name: 'roles', width: 140, ellipsis: true },
          { name: 'mobile', width: 124 },
          { name: 'state', width: 84, render: (row) => <StateTag state={row.state} lockedUntil={row.lockedUntil} /> },
          { name: 'roleType', width: 100, hidden: true },
          { name: 'email', width: 180, hidden: true, ellipsis: true },
          { name: 'expireTime', width: 180, sortable: true, hidden: true, render: (row) => row.expireTime?.slice(0, 16) ?? t('长期有效') },
          { name: 'lastLogin', width: 180, hidden: true },
          { name: 'createTime', width: 180, sortable: true, hidden: true },
        ]}
        left={departs}
        leftTitle={t('部门')}
        toolbar={(list) => <Tools list={list} onAdd={setEdited} onImport={() => setImporting(true)} />}
        actionsWidth={140}
        actions={actions}
        batch={batch}
        empty={{ hint: t('新建或导入用户后，就能给他们安排学习和考试') }}
      />
      <UserDialog edited={edited} onClose={() => setEdited(undefined)} />
      <ImportDialog
        open={importing}
        title={t('导入用户')}
        of={user.import}
        template={user['import-template']}
        wrong={user['import-wrong']}
        state={user['import-state']}
        refresh={[user.paging, user.detail]}
        fields={{ mustChange: String(mustChange) }}
        settings={
          <Checkbox checked={mustChange} onChange={(event) => setMustChange(event.target.checked)}>
            {t('表中有密码的用户，首次登录须修改密码')}
          </Checkbox>
        }
        onClose={() => setImporting(false)}
      />
      {dialog}
    </>
  )
}

type ToolsProps = { list: ListHandle<Row>; onAdd: (edited: Edited) => void; onImport: () => void }

function Tools({ list, onAdd, onImport }: ToolsProps) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    // the failure was already shown
    await download(user.export, list.params as never).catch(() => undefined)
    setBusy(false)
  }
  return (
    <>
      <Can permit="sys:user:add">
        <Button type="primary" icon={<PlusOutlined />} onClick={() => onAdd({ deptCode: list.params.deptCode as string | undefined })}>
          {t('新建用户')}
        </Button>
        <Button icon={<ImportOutlined />} onClick={onImport}>
          {t('导入')}
        </Button>
      </Can>
      <Can permit="sys:user:export">
        <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void send()}>
          {t('导出')}
        </Button>
      </Can>
    </>
  )
}
