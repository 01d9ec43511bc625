// Sends a notification to many users.
import { say } from './notify.texts.ts'
import { encoded } from '../kernel/message.ts'
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { choice, id, isStorable, moment, optionalText, sound } from '../kernel/field.ts'
import { notifyChannels } from './event.ts'

const code = z.string().max(60).refine(isStorable)

/** The union of these selections, limited to users inside the sender's data scope. */
export const Audience = z.object({
  /** all users */
  all: z.boolean().optional(),
  /** the users of the object `refType`, `refId`, e.g. an exam's candidates */
  ref: z.boolean().optional(),
  /** departments with their branches */
  deptCodes: z.array(code).max(5_000).optional(),
  groupIds: z.array(id('分组')).max(1_000).optional(),
  userIds: z.array(id('人员')).max(50_000).optional(),
})
export type Audience = z.infer<typeof Audience>
const isNamed = ({ all, ref, deptCodes, groupIds, userIds }: Audience) =>
  all === true || ref === true || [deptCodes, groupIds, userIds].some((list) => (list?.length ?? 0) > 0)

const Send = z
  .object({
    tmplId: id('消息模板').optional(),
    /** replaces the template's title */
    title: optionalText('标题', 100).optional(),
    content: optionalText('内容', 2_000).optional(),
    channels: z
      .array(choice('发送渠道', notifyChannels), { error: encoded(say('channelsUnchosen')) })
      .min(1, encoded(say('channelsUnchosen')))
      .max(Object.keys(notifyChannels).length)
      .meta({ title: '发送渠道', control: 'channels' }),
    refType: optionalText('关联类型', 30),
    refId: optionalText('关联编号', 30),
    audience: Audience.refine(isNamed, encoded(say('recipientsUnchosen'))),
    /** when it is sent, within a year; without it at once */
    sendAt: moment('发送时间').nullable().optional(),
  })
  .refine((form) => form.tmplId !== undefined || !!form.title, {
    when: sound('tmplId', 'title'),
    path: ['title'],
    error: encoded(say('noticeTitleEmpty')),
  })
  .refine((form) => form.tmplId !== undefined || !!form.content, {
    when: sound('tmplId', 'content'),
    path: ['content'],
    error: encoded(say('noticeContentEmpty')),
  })

/** notify:own: to the inboxes of the people of an exam or course that the caller made, at once; notify:send: to all users in the data scope. */
export const notify = endpoints('notify', {
  /** how many users an audience reaches now */
  reach: query({
    title: '接收人数',
    permit: ['notify:send', 'notify:own'],
    input: z.object({ audience: Audience, refType: optionalText('关联类型', 30), refId: optionalText('关联编号', 30) }),
    output: z.object({ people: z.int() }),
  }),
  /** sent: delivered; waiting: queued; failed: the user has no address for the channel; planned: nothing was sent yet */
  send: command({
    title: '发送通知',
    permit: ['notify:send', 'notify:own'],
    input: Send,
    output: z.object({ sent: z.int(), waiting: z.int(), failed: z.int(), planned: z.literal(true).optional() }),
  }),
})
