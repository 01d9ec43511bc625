// Learning paths in the back office: stages of courses, exams, banks and surveys for an audience (docs/decisions/0204).
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { choice, code, count, id, ids, keyword, moment, optionalText, pageOf, paging, sound, text } from '../kernel/field.ts'
import { encoded } from '../kernel/message.ts'
import { audienceReach, NoticeState } from '../notify/reach.ts'
import { audienceChosen } from '../people/user/audience-chosen.ts'
import { audienceLists, OpenType, storedAudience } from '../people/user/open-type.ts'
import { say } from './path.texts.ts'
import { checkStages, MOST_DAYS, MOST_STAGES, pathItemKind, PathStage, repeatedKinds, ShownStage } from './stage.ts'

export const pathOpenType = { [OpenType.all]: '完全公开', [OpenType.departs]: '指定部门', [OpenType.persons]: '指定人员' } as const
export const PathState = { draft: 0, open: 1, closed: 2 } as const
export type PathState = (typeof PathState)[keyof typeof PathState]
export const pathState = { [PathState.draft]: '草稿', [PathState.open]: '已发布', [PathState.closed]: '已停止' } as const
/** When a person who has finished starts again. */
export const pathRenewal = { none: '不重新开始', months: '完成后满几个月', cert: '证书到期' } as const
export type PathRenewal = keyof typeof pathRenewal

const state = code('状态', pathState)
const settings = {
  title: text('方案名称', 100),
  /** plain text, shown to learners */
  content: optionalText('方案说明', 2_000),
  openType: code('开放类型', pathOpenType),
  /** days from entering until it is due; 0: no date */
  days: count('完成期限', 0, MOST_DAYS, '天'),
  points: count('完成奖励积分', 0, 100_000),
  /** '': none */
  certId: z
    .string()
    .regex(/^(\d{1,18})?$/)
    .meta({ title: '完成后颁发证书' }),
  renewal: choice('重新开始', pathRenewal),
  renewMonths: count('间隔', 0, 120, '个月'),
}

const Stages = z
  .array(PathStage, { error: encoded(say('stagesEmpty')) })
  .min(1, encoded(say('stagesEmpty')))
  .max(MOST_STAGES)
  .superRefine(checkStages)
  .meta({ title: '学习阶段', control: 'stages' })

const PathForm = audienceChosen(
  z.object({
    id: id('培养方案').optional(),
    version: z.int32().optional(),
    ...settings,
    openType: settings.openType.default(OpenType.all),
    days: settings.days.default(0),
    points: settings.points.default(0),
    certId: settings.certId.default(''),
    renewal: settings.renewal.default('none'),
    renewMonths: settings.renewMonths.default(0),
    stages: Stages,
    ...audienceLists,
  }),
)
  .refine((form) => form.renewal !== 'months' || form.renewMonths > 0, {
    when: sound('renewal', 'renewMonths'),
    path: ['renewMonths'],
    error: encoded(say('renewalMonths')),
  })
  .refine((form) => form.renewal !== 'cert' || form.certId !== '', {
    when: sound('renewal', 'certId'),
    path: ['certId'],
    error: encoded(say('renewalCert')),
  })
  .refine(
    ({ renewal, stages }) =>
      renewal === 'none' || stages.some(({ items }) => items.some((one) => one.required && repeatedKinds.includes(one.kind))),
    { when: sound('renewal', 'stages'), path: ['renewal'], error: encoded(say('renewalNothing')) },
  )

const one = z.object({ id: id('培养方案') })

const PathRow = z.object({
  id: id('培养方案'),
  title: settings.title,
  state,
  stages: count('阶段数'),
  items: count('内容数'),
  people: count('人数'),
  finished: count('已完成'),
  createBy_dictText: z.string().meta({ title: '创建人' }),
  createTime: moment('创建时间'),
})

export const path = endpoints('path/path', {
  paging: query({
    title: '培养方案列表',
    permit: 'path:list',
    input: paging({ title: keyword('方案名称'), state: state.optional() }),
    output: pageOf(PathRow),
  }),
  detail: query({
    title: '培养方案详情',
    permit: 'path:list',
    input: one,
    output: z.object({
      ...PathRow.pick({ id: true, state: true, createTime: true }).shape,
      ...settings,
      certTitle: z.string(),
      version: z.int32(),
      stages: z.array(ShownStage),
      audience: z.object(storedAudience),
    }),
  }),
  save: command({
    title: '保存培养方案',
    permit: ['path:add', 'path:update'],
    addOrUpdate: true,
    input: PathForm,
    output: z.object({ id: z.string() }),
  }),
  delete: command({ title: '删除培养方案', rehearsable: true, permit: 'path:delete', input: ids('培养方案'), output: z.literal(true) }),
  /** shown before publishing: the users of the audience, the notice that they can get, and things that some of them cannot open */
  reach: query({
    title: '培养方案范围人数',
    permit: 'path:update',
    input: one,
    output: z.object({
      ...audienceReach,
      noticeState: NoticeState,
      shut: z.array(z.object({ kind: choice('类型', pathItemKind), title: z.string(), /** how many of the audience */ people: z.int() })),
    }),
  }),
  /** lets the audience enter; `notify`: with the notice in their inbox, once for a path */
  publish: command({
    title: '发布培养方案',
    permit: 'path:update',
    input: one.extend({ notify: z.boolean().default(false) }),
    output: z.object({ entered: z.int(), sent: z.int() }),
  }),
  /** stops paths, or opens them again */
  state: command({
    title: '修改培养方案状态',
    permit: 'path:update',
    input: ids('培养方案').extend({ state: code('状态', { [PathState.open]: '已发布', [PathState.closed]: '已停止' }) }),
    output: z.literal(true),
  }),
})
