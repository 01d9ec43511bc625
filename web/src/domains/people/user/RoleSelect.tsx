// Select of roles by name, with their level (admin.md §3).
import { role } from '@shuyuan/contract/people/role-menu/role.ts'
import { Select } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { useCall } from '../../../kernel/call/query.ts'

export const freshRolesMs = 60_000

type RoleSelectProps = {
  value?: string[]
  onChange?: (roleIds: string[]) => void
  id?: string
  disabled?: boolean
  placeholder?: string
  'aria-label'?: string
}

export function RoleSelect({ value, onChange, placeholder, ...rest }: RoleSelectProps) {
  const { data, isPending } = useCall(role.list, {}, { staleTime: freshRolesMs })
  return (
    <Select<string[]>
      aria-label={t('角色')}
      {...rest}
      mode="multiple"
      allowClear
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      maxTagCount="responsive"
      value={value ?? []}
      placeholder={placeholder ?? t('请选择角色')}
      options={(data ?? []).map((one) => ({
        value: one.id,
        label: t('{{name}}（{{level}}级）', { name: tLabel(one.roleName), level: one.roleLevel }),
      }))}
      onChange={onChange}
      style={{ width: '100%', minWidth: 160 }}
    />
  )
}
