// What may refuse a call that its permit allows: no licence, or a part of the house that is switched off.
import type { Site } from '@shuyuan/contract/sys/site/config-site.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import type { App, Ctx, CurrentUser } from '../../../kernel/ctx.ts'
import { fail } from '../../../kernel/fail.ts'
import { site } from '../site/config.service.ts'
import { admitUnlicensed } from '../site/license.service.ts'

type Module = 'moduleCourse' | 'moduleExam' | 'moduleCert'

/** Where learners come in. What has begun goes on: a sitting is never cut off by a switch. */
const entrances: ReadonlyMap<string, Module> = new Map([
  ['/api/exam/exam/paging', 'moduleExam'],
  ['/api/exam/exam/simple-detail', 'moduleExam'],
  ['/api/repo/paging', 'moduleExam'],
  ['/api/repo/train/start', 'moduleExam'],
  ['/api/course/course/user-paging', 'moduleCourse'],
  ['/api/course/course/detail', 'moduleCourse'],
  ['/api/course/course/simple-detail', 'moduleCourse'],
])

/** Refuses a call with licence where a valid one is needed and missing, and with moduleOff at the door of a module that is off. */
export async function admitCall(app: App, endpoint: Endpoint, user: CurrentUser): Promise<void> {
  await admitUnlicensed(app, endpoint)
  const module = entrances.get(endpoint.path)
  if (module !== undefined && user.roleType !== RoleType.staff) await mustHaveModule({ app }, module)
}

/** Fails moduleOff while the site has this module off. */
export async function mustHaveModule(ctx: Pick<Ctx, 'app'>, module: keyof Site['props'] & Module): Promise<void> {
  if (!(await site(ctx)).props[module]) fail('moduleOff')
}
