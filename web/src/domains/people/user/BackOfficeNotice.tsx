// Notice below the roles: a role with permissions needs a back-office user.
import { role } from '@shuyuan/contract/people/role-menu/role.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { Alert, Button } from 'antd'
import { useFormValue, useSetFormValue } from '../../../kernel/form/form-context.ts'
import { listed, t } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'
import { freshRolesMs } from './RoleSelect.tsx'

/** `user`: the form has a user type, which a button sets; else the server sets it for the learners among the selected users. */
export function BackOfficeNotice({ of }: { of?: 'user' }) {
  const { data = [] } = useCall(role.list, {}, { staleTime: freshRolesMs })
  const roles = useFormValue<string[]>('roles') ?? []
  const roleType = useFormValue<number>('roleType')
  const set = useSetFormValue()
  const names = data.filter((one) => one.backOffice && roles.includes(one.id)).map((one) => one.roleName)
  if (names.length === 0 || (of === 'user' && roleType === RoleType.staff)) return null
  const values = { roles: listed(names) }
  return (
    <Alert
      type="warning"
      showIcon
      role="status"
      style={{ marginBlockEnd: 16 }}
      title={
        of === 'user'
          ? t('“{{roles}}”有后台权限，用户类型为学员时这些权限不起作用', values)
          : t('“{{roles}}”有后台权限，所选用户中的学员将成为管理人员，可以进入后台', values)
      }
      action={
        of === 'user' && (
          <Button size="small" onClick={() => set('roleType', RoleType.staff)}>
            {t('设为管理人员')}
          </Button>
        )
      }
    />
  )
}
