import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { role } from '@shuyuan/contract/people/role-menu/role.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { BackOfficeNotice } from './BackOfficeNotice.tsx'

const roles = [
  { id: '2', roleName: '教师', roleLevel: 3, grantable: true, backOffice: true },
  { id: '6', roleName: '学员', roleLevel: 9, grantable: true, backOffice: false },
]
const stored = { id: '7', userName: 'lee', realName: '李一', password: '', deptCode: 'A01', roleType: RoleType.learner }
const form = (chosen: string[]) => (
  <SchemaForm of={user.save} initial={{ ...stored, roles: chosen }}>
    <BackOfficeNotice of="user" />
  </SchemaForm>
)

it('offers to set the user type where a role needs it', async () => {
  const sent = fakeServer({ [role.list.path]: { data: roles }, [user.save.path]: { data: { id: '7' } } })
  const { mouse } = show(form(['2', '6']))
  expect((await screen.findByRole('status')).textContent).toContain('“教师”有后台权限，用户类型为学员时这些权限不起作用')
  await mouse.click(screen.getByRole('button', { name: '设为管理人员' }))
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull())
  await mouse.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(bodies(sent, user.save)).toMatchObject([{ roleType: RoleType.staff, roles: ['2', '6'] }]))
})

it('is silent for roles without permissions', async () => {
  const sent = fakeServer({ [role.list.path]: { data: roles } })
  show(form(['6']))
  await waitFor(() => expect(bodies(sent, role.list)).toHaveLength(1))
  expect(screen.queryByRole('status')).toBeNull()
})
