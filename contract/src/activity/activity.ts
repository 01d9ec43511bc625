// Activities: timed answering campaigns with an audience, a ranking and prizes.
import * as z from '../kernel/z.ts'
import { command, download, endpoints, fileReply, hot, query } from '../kernel/endpoint.ts'
import { choice, code, count, flag, id, ids, keyword, moment, optionalText, pageOf, paging, points, sound, text } from '../kernel/field.ts'
import { sayKernel } from '../kernel/kernel.texts.ts'
import { encoded } from '../kernel/message.ts'
import { Answer, PaperQuestion, ShownKey } from '../qu/content.ts'
import { audienceLists, OpenType, storedAudience } from '../people/user/open-type.ts'
import { audienceChosen } from '../people/user/audience-chosen.ts'
import { say } from './activity.texts.ts'

export const activityOpenType = { [OpenType.all]: '完全公开', [OpenType.departs]: '指定部门', [OpenType.persons]: '指定人员' } as const
export const ActivityState = { enabled: 0, disabled: 1 } as const
export type ActivityState = (typeof ActivityState)[keyof typeof ActivityState]
export const activityState = { [ActivityState.enabled]: '启用', [ActivityState.disabled]: '停用' } as const
export const activityPhase = { waiting: '未开始', open: '进行中', closed: '已结束' } as const
export const showRank = { live: '实时公布', after: '结束后公布' } as const
export const RunState = { open: 0, handed: 1 } as const

/** The largest place that can win a prize. */
export const LAST_PRIZE = 1_000
/** Questions of a try. */
export const MOST_QUESTIONS = 100

/** The places `from` to `to` get these points and this certificate. */
export const Prize = z.object({
  from: count('起始名次', 1, LAST_PRIZE),
  to: count('截止名次', 1, LAST_PRIZE),
  points: count('奖励积分', 0, 1_000_000),
  certId: id('证书').nullable().default(null),
})
/** A prize as pages show it; the title of the certificate is empty while the module is switched off. */
const ShownPrize = Prize.extend({ certId: z.string().nullable(), certId_dictText: z.string() })

const state = code('状态', activityState)
const settings = {
  title: text('活动名称', 100),
  cover: optionalText('封面', 500).meta({ title: '封面', control: 'image' }),
  /** rich text */
  content: optionalText('活动规则', 50_000),
  startTime: moment('开始时间'),
  endTime: moment('结束时间'),
  repoId: id('题库'),
  singleCount: count('单选题数', 0, MOST_QUESTIONS),
  multipleCount: count('多选题数', 0, MOST_QUESTIONS),
  judgeCount: count('判断题数', 0, MOST_QUESTIONS),
  runSec: count('答题时长', 10, 7_200, '秒'),
  triesTotal: count('总次数', 0, 1_000),
  triesDay: count('每日次数', 0, 1_000),
  showRank: choice('公布排行', showRank),
  /** lowest score, of 100, that wins a prize; a score of zero never does */
  prizeScore: count('最低分', 0, 100, '分').default(0),
  openType: code('开放类型', activityOpenType),
  state,
}

const overlaps = (prizes: z.infer<typeof Prize>[]) =>
  prizes.some((one, at) => prizes.some((other, i) => i > at && one.from <= other.to && other.from <= one.to))

const ActivityForm = audienceChosen(
  z.object({
    id: id('活动').optional(),
    version: z.int32().optional(),
    ...settings,
    prizes: z.array(Prize).max(20).default([]),
    ...audienceLists,
  }),
)
  .refine((form) => form.endTime > form.startTime, {
    when: sound('startTime', 'endTime'),
    path: ['endTime'],
    error: encoded(sayKernel('endBeforeStart')),
  })
  .refine(
    ({ singleCount, multipleCount, judgeCount }) => {
      const sum = singleCount + multipleCount + judgeCount
      return sum > 0 && sum <= MOST_QUESTIONS
    },
    {
      when: sound('singleCount', 'multipleCount', 'judgeCount'),
      path: ['singleCount'],
      error: encoded(say('activityCount', { max: MOST_QUESTIONS })),
    },
  )
  .refine((form) => form.prizes.every((one) => one.to >= one.from) && !overlaps(form.prizes), {
    when: sound('prizes'),
    path: ['prizes'],
    error: encoded(say('prizePlaces')),
  })
  .refine((form) => form.prizes.every((one) => one.points > 0 || one.certId !== null), {
    when: sound('prizes'),
    path: ['prizes'],
    error: encoded(say('prizeEmpty')),
  })

const derived = {
  id: id('活动'),
  repoId_dictText: z.string().meta({ title: '题库' }),
  phase: choice('阶段', activityPhase),
  /** the ranking is final and the prizes are given */
  settled: flag('已结算'),
  players: count('参与人数'),
  createTime: moment('创建时间'),
}
const { content: _content, ...listed } = settings
const ActivityRow = z.object({ ...listed, ...derived })

/** What the caller did in an activity. */
const Mine = z.object({
  /** tries that were begun */
  tries: z.int(),
  /** tries that are left today; null: no limit */
  left: z.int().nullable(),
  /** the try that is open */
  runId: z.string().nullable(),
  /** the last try that was handed in */
  lastRunId: z.string().nullable(),
  best: z.object({ score: points('成绩'), ms: z.int(), place: z.int().nullable() }).nullable(),
  /** points that were given as a prize */
  prize: z.int(),
  /** title of the certificate that was granted as a prize; empty without one */
  cert: z.string(),
})

const Ranked = z.object({
  place: z.int().meta({ title: '名次' }),
  userId: z.string(),
  userName: z.string().meta({ title: '账号' }),
  realName: z.string().meta({ title: '姓名' }),
  avatar: z.string(),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  score: points('成绩'),
  ms: count('用时', 0, 10_000_000),
  time: moment('交卷时间'),
  tries: count('次数'),
  /** points of the place: given, or announced */
  prize: count('奖励积分'),
  /** the certificate of the place: granted, or announced; empty without one */
  cert: z.string().meta({ title: '奖励证书' }),
})
const PlayerRow = Ranked.omit({ userName: true, time: true })

const run = z.object({ runId: id('答题') })

const removal = { rehearsable: true, module: false, output: z.literal(true) } as const

export const activity = endpoints('activity/activity', 'exam', {
  paging: query({
    title: '活动列表',
    permit: 'activity:list',
    module: false,
    input: paging({ title: keyword('活动名称'), state: state.optional(), phase: choice('阶段', activityPhase).optional() }),
    output: pageOf(ActivityRow),
  }),
  /** for callers with activity:list, and for the audience of an enabled activity */
  detail: query({
    title: '活动详情',
    permit: 'any',
    module: false,
    input: z.object({ id: id('活动') }),
    output: z.object({
      ...settings,
      ...derived,
      version: z.int32(),
      prizes: z.array(ShownPrize),
      /** for callers with activity:list */
      audience: z.object(storedAudience).nullable(),
      /** for learners */
      mine: Mine.nullable(),
    }),
  }),
  save: command({
    title: '保存活动',
    permit: ['activity:add', 'activity:update'],
    module: false,
    addOrUpdate: true,
    input: ActivityForm,
    output: z.object({ id: z.string() }),
  }),
  state: command({
    title: '修改活动状态',
    permit: 'activity:update',
    module: false,
    input: ids('活动').extend({ state }),
    output: z.literal(true),
  }),
  delete: command({ ...removal, title: '删除活动', permit: 'activity:delete', input: ids('活动') }),
  /** the best players, at most 100, and the caller; within the data scope for callers with activity:list */
  rank: query({
    title: '活动排行',
    permit: 'any',
    module: false,
    input: z.object({ id: id('活动') }),
    output: z.object({ settled: z.boolean(), players: z.int(), records: z.array(PlayerRow), mine: PlayerRow.nullable() }),
  }),
  'rank-paging': query({
    title: '活动成绩',
    permit: 'activity:list',
    module: false,
    input: paging({ id: id('活动'), realName: keyword('姓名') }),
    output: pageOf(Ranked.extend({ id: z.string() })),
  }),
  export: download({
    title: '导出活动成绩',
    permit: 'activity:export',
    module: false,
    input: z.object({ id: id('活动') }),
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  'my-paging': query({
    title: '我的活动',
    permit: 'any',
    input: paging({ phase: choice('阶段', activityPhase).optional() }),
    output: pageOf(
      ActivityRow.pick({ id: true, title: true, cover: true, startTime: true, endTime: true, phase: true, players: true }).extend({
        quCount: z.int(),
        runSec: z.int(),
        topPrize: z.int(),
        /** a place wins a certificate */
        certPrize: z.boolean(),
      }),
    ),
  }),
  'my-rank': query({
    title: '我的活动成绩',
    permit: 'any',
    module: false,
    input: z.object({ id: id('活动') }),
    output: Mine,
  }),
  /** begins a try, or continues the open one */
  start: command({
    title: '开始活动答题',
    permit: 'any',
    rate: { by: 'user', max: 20, seconds: 60 },
    input: z.object({ id: id('活动') }),
    output: z.object({ runId: z.string() }),
  }),
  /** an own try; keys only after the end of the activity */
  run: query({
    title: '活动答题',
    permit: 'any',
    begun: true,
    input: run,
    output: z.object({
      runId: z.string(),
      activityId: z.string(),
      title: z.string(),
      state: z.int(),
      leftMs: z.int(),
      questions: z.array(
        z.object({
          question: PaperQuestion,
          answer: Answer.nullable(),
          /** of the stored answer; 0 without one */
          seq: z.int(),
          key: ShownKey.nullable(),
        }),
      ),
      result: z.object({ score: points('成绩'), rightCount: z.int(), ms: z.int() }).nullable(),
    }),
  }),
  /** an older `seq` never overwrites a newer one */
  fill: hot({
    title: '保存活动答案',
    permit: 'any',
    begun: true,
    rate: { by: 'user', max: 300, seconds: 60 },
    input: run.extend({ quId: id('试题'), answer: Answer.nullable(), seq: z.int().min(1).max(1_000_000_000) }),
    output: z.object({ leftMs: z.int() }),
  }),
  /** a second call answers the same */
  hand: hot({
    title: '提交活动答题',
    permit: 'any',
    begun: true,
    rate: { by: 'user', max: 60, seconds: 60 },
    input: run,
    output: z.object({ score: points('成绩'), rightCount: z.int(), total: z.int(), ms: z.int(), isBest: z.boolean() }),
  }),
})
