// Points: a learner's balance and its log, the rules by which they are earned, and ranks.
import * as z from '../kernel/z.ts'
import { command, endpoints, query } from '../kernel/endpoint.ts'
import { choice, count, flag, id, keyword, moment, optionalText, pageOf, paging, text } from '../kernel/field.ts'
import { say } from './points.texts.ts'
import { encoded } from '../kernel/message.ts'
import { sayKernel } from '../kernel/kernel.texts.ts'

/** What earns points by a rule. The award for a passed exam is a setting of the exam. */
export const pointsEvents = {
  login: '每日登录',
  course: '学完课程',
  notice: '阅读公告',
  train: '每日训练',
  battle: '对战获胜',
  buy: '购买商品',
} as const
export type PointsEvent = keyof typeof pointsEvents

/** What a change of points was for, besides the events of rules. */
export const pointsSources = {
  activity: '活动奖励',
  adjust: '人工调整',
  buyBack: '退款收回',
  order: '积分支付',
  paper: '考试奖励',
  refund: '退回积分',
  other: '其他',
} as const

const MAX_POINTS = 100_000

const PointsRow = z.object({
  id: z.string(),
  refRemark: z.string().meta({ title: '标题' }),
  createTime: moment('时间'),
  /** positive: earned; negative: spent */
  points: z.int().meta({ title: '积分' }),
})

const person = {
  userId: id('人员'),
  userName: z.string().meta({ title: '账号' }),
  realName: z.string().meta({ title: '姓名' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
}

export const PointsRule = z.object({
  event: choice('事件', pointsEvents),
  points: count('每次积分', 1, MAX_POINTS, '分'),
  /** most points of this rule for one person on one day; 0: no limit */
  dayCap: count('每日上限', 0, MAX_POINTS, '分'),
  enabled: flag('启用'),
})
export type PointsRule = z.infer<typeof PointsRule>

const deptCode = z.string().max(60).meta({ title: '部门', control: 'depart' }).optional()

export const userPoints = endpoints('user/points', {
  'my-paging': query({
    title: '我的积分明细',
    permit: 'any',
    input: paging({ refRemark: keyword('标题') }),
    output: pageOf(PointsRow),
  }),
  paging: query({
    title: '积分明细',
    permit: 'points:log:list',
    input: paging({
      realName: keyword('姓名'),
      refRemark: keyword('标题'),
      /** with its branches */
      deptCode,
      from: moment('开始时间').optional(),
      to: moment('结束时间').optional(),
    }),
    output: pageOf(
      PointsRow.extend({
        ...person,
        source_dictText: z.string().meta({ title: '来源' }),
        createBy_dictText: z.string().meta({ title: '操作人' }),
      }),
    ),
  }),
  /** the balances of people, highest first */
  rank: query({
    title: '积分排行',
    permit: 'points:log:list',
    input: paging({ realName: keyword('姓名'), deptCode }),
    output: pageOf(z.object({ ...person, points: z.int().meta({ title: '积分' }) })),
  }),
  /** the balances of departments: people directly in each, highest average first */
  'depart-rank': query({
    title: '部门积分排行',
    permit: 'points:log:list',
    input: paging({ deptName: keyword('部门') }),
    output: pageOf(
      z.object({
        deptCode: z.string(),
        deptName: z.string().meta({ title: '部门' }),
        people: z.int().meta({ title: '人数' }),
        points: z.int().meta({ title: '积分合计' }),
        average: z.number().meta({ title: '人均积分' }),
      }),
    ),
  }),
  /** adds to the points of people or deducts from them; fails where one of them would fall below 0 */
  adjust: command({
    title: '调整积分',
    permit: 'points:adjust',
    input: z.object({
      userIds: z
        .array(id('人员'), { error: encoded(sayKernel('peopleUnchosen')) })
        .min(1, encoded(sayKernel('peopleUnchosen')))
        .max(1_000)
        .meta({ title: '人员', control: 'persons' }),
      points: z
        .int({ error: encoded(sayKernel('empty', { label: '积分' })) })
        .min(-MAX_POINTS, encoded(sayKernel('below', { label: '积分', min: -MAX_POINTS })))
        .max(MAX_POINTS, encoded(sayKernel('above', { label: '积分', max: MAX_POINTS })))
        .refine((value) => value !== 0, encoded(say('pointsZero')))
        .meta({ title: '积分', control: 'count' }),
      refRemark: text('调整原因', 100),
      /** names one adjustment: a repeat changes nothing */
      cause: optionalText('凭据', 60),
    }),
    output: z.object({ changed: z.int() }),
  }),
  'rule/list': query({
    title: '积分规则',
    permit: 'points:rule',
    input: z.object({}),
    output: z.array(PointsRule.extend({ event_dictText: z.string().meta({ title: '事件' }) })),
  }),
  'rule/save': command({ title: '保存积分规则', permit: 'points:rule', input: PointsRule, output: z.literal(true) }),
})
