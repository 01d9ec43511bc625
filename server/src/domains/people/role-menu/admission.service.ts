// Refuses calls that their permit allows: without a licence, or for a disabled module.
import type { Site } from '@shuyuan/contract/site/config/config-site.ts'
import type { Endpoint, Module } from '@shuyuan/contract/kernel/endpoint.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { App, Ctx, CurrentUser } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { site } from '../../site/config/config.service.ts'
import { admitUnlicensed } from '../../site/config/license.service.ts'

const switches = { exam: 'moduleExam', course: 'moduleCourse', cert: 'moduleCert' } as const satisfies Record<Module, keyof Site['props']>

/** Refuses a call with licence where a valid one is required and missing, and to learners with moduleOff while the call's module is off. */
export async function admitCall(app: App, endpoint: Endpoint, user: CurrentUser): Promise<void> {
  await admitUnlicensed(app, endpoint)
  if (endpoint.module && !endpoint.begun && user.roleType !== RoleType.staff) await mustHaveModule({ app }, endpoint.module)
}

/** Fails moduleOff while the site has this module disabled. */
export async function mustHaveModule(ctx: Pick<Ctx, 'app'>, module: Module): Promise<void> {
  if (!(await site(ctx)).props[switches[module]]) fail('moduleOff')
}
