// Learning paths for tests and demo data.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { path } from '@shuyuan/contract/path/path.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { savePath } from './path.service.ts'
import { publishPath } from './publish.service.ts'

type Form = Body<typeof path.save>

/** Names things of every kind. */
const maker = (user: Ctx['user']): Ctx['user'] => ({
  ...user,
  roleType: RoleType.staff,
  permissions: new Set(['course:list', 'course:file:list', 'exam:list', 'repo:list', 'survey:list']),
})

/** Makes and opens a path; for every learner where no audience is named. */
export async function makePath(given: Ctx, form: Partial<Form> & Pick<Form, 'stages'>): Promise<{ id: string }> {
  const ctx = { ...given, user: maker(given.user) }
  const { id } = await savePath(ctx, path.save.input.parse({ title: '新员工培养方案', openType: OpenType.all, ...form }))
  await publishPath(ctx, { id, notify: false })
  return { id }
}
