// Notification templates: the text of an event, with variables.
import { say } from './notify.texts.ts'
import { encoded } from '../kernel/message.ts'
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { choice, code, id, ids, keyword, moment, optionalText, pageOf, paging, text } from '../kernel/field.ts'
import { checkVariables, notifyChannels, notifyEvents } from './event.ts'

export const NotifyTmplState = { enabled: 0, disabled: 1 } as const
export type NotifyTmplState = (typeof NotifyTmplState)[keyof typeof NotifyTmplState]
export const tmplState = { [NotifyTmplState.enabled]: '启用', [NotifyTmplState.disabled]: '停用' } as const

const settings = {
  title: text('标题', 100),
  content: text('内容', 2_000).meta({ title: '内容', control: 'textarea' }),
  event: choice('事件', notifyEvents),
  channels: z
    .array(choice('发送渠道', notifyChannels), { error: encoded(say('channelsUnchosen')) })
    .min(1, encoded(say('channelsUnchosen')))
    .max(Object.keys(notifyChannels).length)
    .meta({ title: '发送渠道', control: 'channels' }),
  /** the provider's id of the approved template */
  smsTemplate: optionalText('短信模板编号', 60),
  state: code('状态', tmplState),
}
export const NotifyTmpl = z.object({ id: id('消息模板'), ...settings, createTime: moment('创建时间'), updateTime: moment('更新时间') })

const TmplForm = z
  .object({ id: id('消息模板').optional(), ...settings, state: settings.state.default(0) })
  .superRefine((form, found) => checkVariables(form, found))

export const notifyTmpl = endpoints('notify/tmpl', {
  paging: query({
    title: '消息模板',
    permit: 'notify:tmpl:list',
    input: paging({
      title: keyword('标题'),
      event: choice('事件', notifyEvents).optional(),
      state: code('状态', tmplState).optional(),
    }),
    output: pageOf(NotifyTmpl.extend({ event_dictText: z.string().meta({ title: '事件' }) })),
  }),
  detail: query({ title: '消息模板详情', permit: 'notify:tmpl:list', input: z.object({ id: id('消息模板') }), output: NotifyTmpl }),
  save: command({
    title: '保存消息模板',
    permit: ['notify:tmpl:add', 'notify:tmpl:update'],
    addOrUpdate: true,
    input: TmplForm,
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除消息模板', permit: 'notify:tmpl:delete', input: ids('消息模板'), output: z.literal(true) }),
})
