// Members of groups.
import { say } from '../people.texts.ts'
import { encoded } from '../../kernel/message.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { id, ids, keyword, moment, pageOf, paging } from '../../kernel/field.ts'
import { UserRow } from './user-row.ts'

const people = z
  .array(id('用户'))
  .min(1, encoded(say('usersUnticked')))
  .max(5_000)

/** A membership: `id` is the id of its row, `userId` the user's. */
const Member = UserRow.omit({ createTime: true }).extend({ userId: id('用户'), groupId: id('分组'), createTime: moment('加入时间') })

export const JoinFlag = { leave: 0, join: 1 } as const
export type JoinFlag = (typeof JoinFlag)[keyof typeof JoinFlag]

export const groupUser = endpoints('sys/group/user', {
  paging: query({
    title: '分组成员',
    permit: 'sys:group:list',
    input: paging({
      groupId: id('分组'),
      userName: keyword('用户名'),
      realName: keyword('姓名'),
      deptCode: z.string().max(60).optional().meta({ title: '部门', control: 'depart' }),
    }),
    output: pageOf(Member),
  }),
  'batch-join': command({
    title: '批量加入或移出分组',
    permit: ['sys:group:user:join', 'sys:group:user:remove'],
    input: z.object({
      userIds: people,
      groupIds: z
        .array(id('分组'), { error: encoded(say('groupsUnchosen')) })
        .min(1, encoded(say('groupsUnchosen')))
        .max(100)
        .meta({ title: '分组', control: 'ids' }),
      /** each value requires its own permission tag */
      flag: z.literal([JoinFlag.join, JoinFlag.leave]).default(JoinFlag.join),
    }),
    output: z.object({ joined: z.int() }),
  }),
  delete: command({ title: '移出分组', permit: 'sys:group:user:remove', input: ids('成员'), output: z.literal(true) }),
  'ref-join': command({
    title: '加入分组',
    permit: 'sys:group:user:join',
    input: z.object({ refId: id('分组'), ids: people }),
    /** users who were already members */
    output: z.array(z.string()),
  }),
  'ref-remove': command({
    title: '移出分组成员',
    permit: 'sys:group:user:remove',
    input: z.object({ refId: id('分组'), ids: people }),
    output: z.literal(true),
  }),
})
