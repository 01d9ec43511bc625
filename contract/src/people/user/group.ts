// Groups: lists of users across departments.
import { say } from '../people.texts.ts'
import * as z from '../../kernel/z.ts'
import { command, endpoints, query } from '../../kernel/endpoint.ts'
import { count, id, ids, keyword, moment, optionalText, pageOf, paging, text } from '../../kernel/field.ts'

const Group = z.object({
  id: id('分组'),
  groupName: text('分组名称', 60, say('groupNameEmpty')),
  remark: z.string().meta({ title: '备注', control: 'text' }),
  /** number of members, independent of the caller's data scope */
  userCount: count('人数'),
  createTime: moment('创建时间'),
})

/** Tags that allow choosing groups: those of the groups' page, and those of the forms of exams and courses. */
export const groupChoosers = ['sys:group:list', 'exam:add', 'exam:update', 'course:add', 'course:update'] as const

export const group = endpoints('sys/group', {
  paging: query({ title: '分组列表', permit: [...groupChoosers], input: paging({ title: keyword('分组名称') }), output: pageOf(Group) }),
  detail: query({ title: '分组详情', permit: 'sys:group:list', input: z.object({ id: id('分组') }), output: Group }),
  save: command({
    title: '保存分组',
    permit: ['sys:group:add', 'sys:group:update'],
    addOrUpdate: true,
    input: z.object({ id: id('分组').optional(), groupName: Group.shape.groupName, remark: optionalText('备注') }),
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除分组', rehearsable: true, permit: 'sys:group:delete', input: ids('分组'), output: z.literal(true) }),
})
