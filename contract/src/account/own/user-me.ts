// The signed-in user: endpoints that every page calls first, in a small module of their own.
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'

const Me = z.object({
  id: z.string(),
  userName: z.string(),
  realName: z.string(),
  avatar: z.string(),
  mobile: z.string(),
  roleType: z.int(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  deptCode: z.string(),
  deptCode_dictText: z.string(),
  points: z.int(),
  /** leads a department, and has the page 我的团队 */
  leadsTeam: z.boolean(),
  unreadMsg: z.int(),
  /** changes when a dictionary changes; the browser then reloads its stored dictionaries */
  dicRevision: z.int(),
  /** the views with which lists of the back office open, by the path of the list */
  firstViews: z.record(z.string(), z.string()),
})

export const meCalls = {
  info: query({ title: '当前用户', permit: 'any', unlicensed: true, input: z.object({ token: z.string().optional() }), output: Me }),
  isComplete: query({
    title: '资料是否完整',
    permit: '-',
    input: z.object({}),
    output: z.object({ code: z.int(), complete: z.boolean().optional() }),
  }),
  logout: command({
    title: '退出登录',
    permit: 'any',
    unlicensed: true,
    beforeFactor: true,
    beforeChange: true,
    input: z.object({}),
    output: z.literal(true),
  }),
}

export const ownUser = endpoints('sys/user', meCalls)
