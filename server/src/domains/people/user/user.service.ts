// Users as other domains read them: names, branches, labels of codes.
import { userState, UserState } from '@shuyuan/contract/people/user/user-row.ts'
import type { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { Ctx } from '../../../kernel/ctx.ts'
import { inDepartBranches } from '../org/depart.service.ts'

type Stored = { mobile: string | null; deptName: string; state: number; roleType: number }

/** A row of sys_user for lists: labels of codes, '' for no mobile number. */
export const shown = <T extends Stored>({ deptName, ...row }: T) => ({
  ...row,
  mobile: row.mobile ?? '',
  deptCode_dictText: deptName,
  state: row.state as keyof typeof userState,
  state_dictText: userState[row.state as keyof typeof userState],
  roleType: row.roleType as typeof RoleType.learner | typeof RoleType.staff,
})

/** Ids of the active users in these departments or any of their descendants. */
export async function userIdsInBranches({ db }: Pick<Ctx, 'db'>, deptCodes: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('sysUser')
    .where('state', '=', UserState.active)
    .where(inDepartBranches('deptCode', deptCodes))
    .select('id')
    .orderBy('id')
    .execute()
  return rows.map((row) => row.id)
}

export { endOfPath, isPathOf } from './profile.rules.ts'
