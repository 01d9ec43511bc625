// Selection of users: departments on the left, a paged table on the right; the selection covers all pages (admin.md §2).
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import type { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { Button, Flex, Modal, Result, Tag } from 'antd'
import { useState } from 'react'
import { DepartTree } from './DepartTree.tsx'
import { t } from '../../kernel/i18n.ts'
import type { ListHandle } from '../../kernel/list/list-types.ts'
import { ListPage } from '../ListPage.tsx'
import { notify } from '../../kernel/notify.ts'
import { PickerFoot } from '../../kernel/piece/PickerFoot.tsx'
import { can } from '../../kernel/access/permission.ts'

export type PickedUser = Pick<RowOf<typeof user.paging>, 'id' | 'userName' | 'realName'>
type UserRow = RowOf<typeof user.paging>

type UserPickerProps = {
  open: boolean
  onClose: () => void
  /** called with at least one user */
  onPick: (users: PickedUser[]) => void
  /** the selection when the dialog opens */
  initial?: PickedUser[]
  /** users who are not offered */
  excludes?: string[]
  /** groups whose members are not offered */
  excludeGroups?: string[]
  /** departments that are left out with their branches */
  excludeDeparts?: string[]
  /** 1 learners only, 2 back-office users only */
  userType?: typeof RoleType.learner | typeof RoleType.staff
  /** one user only */
  single?: boolean
  title?: string
}

/** Needs `sys:user:list`; without it the dialog shows a notice. */
export function UserPicker({ open, onClose, title, ...rest }: UserPickerProps) {
  return (
    <Modal open={open} title={title ?? t('选择用户')} width={1_000} footer={null} destroyOnHidden onCancel={onClose}>
      {can(['sys:user:list']) ? <Picker {...rest} onClose={onClose} /> : <Result status="403" title={t('无相关权限！')} />}
    </Modal>
  )
}

/** Filters with a value; an empty list is no filter. */
const given = (params: Record<string, string[] | number | undefined>) =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value !== undefined)))

function Picker({ initial = [], single = false, onPick, onClose, ...limits }: Omit<UserPickerProps, 'open' | 'title'>) {
  const { excludes, excludeGroups, excludeDeparts, userType } = limits
  const [chosen, setChosen] = useState<PickedUser[]>(initial)
  const confirm = () => {
    if (chosen.length === 0) {
      notify.warning(t('请至少勾选一个用户！!'))
      return
    }
    onPick(chosen.map(({ id, userName, realName }) => ({ id, userName, realName })))
    onClose()
  }
  return (
    <>
      <ListPage
        of={user.paging}
        inUrl={false}
        search={['userName', 'realName']}
        columns={['userName', 'realName', 'deptCode', 'mobile']}
        // only active accounts can be selected
        fixedParams={{ state: UserState.active, ...given({ excludes, excludeGroups, excludeDeparts, userType }) }}
        selection={{ selected: chosen as UserRow[], onChange: setChosen, single }}
        left={departFilter}
        leftTitle={t('部门')}
      />
      <PickerFoot aside={<Chosen users={chosen} onChange={setChosen} />}>
        <Button onClick={onClose}>{t('取消')}</Button>
        <Button type="primary" onClick={confirm}>
          {t('确定')}
        </Button>
      </PickerFoot>
    </>
  )
}

const departFilter = ({ params, patch }: ListHandle<UserRow>) => (
  <DepartTree value={params.deptCode as string | undefined} onChange={(deptCode) => patch({ deptCode })} />
)

const mostTags = 20

function Chosen({ users, onChange }: { users: PickedUser[]; onChange: (users: PickedUser[]) => void }) {
  return (
    <Flex wrap gap={4} align="center" style={{ flex: 1 }}>
      <span aria-live="polite">{t('已选{{n}}项', { n: users.length })}</span>
      {users.slice(0, mostTags).map((one) => (
        <Tag
          key={one.id}
          closable={{ 'aria-label': t('移除{{name}}', { name: one.realName }) }}
          onClose={() => onChange(users.filter((other) => other.id !== one.id))}
        >
          {one.realName}
        </Tag>
      ))}
      {users.length > mostTags && <span>…</span>}
    </Flex>
  )
}
