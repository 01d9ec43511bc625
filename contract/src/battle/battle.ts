// Battles: two sides answer the same questions at the same time, by the server's clock.
import * as z from '../kernel/z.ts'
import { command, endpoints, hot, query } from '../kernel/endpoint.ts'
import { choice, code, count, id, ids, keyword, moment, pageOf, paging } from '../kernel/field.ts'
import { Answer, PaperQuestion, ShownKey } from '../qu/content.ts'

export const battleMode = { match: '随机匹配', friend: '好友对战', robot: '人机对战' } as const
export type BattleMode = keyof typeof battleMode
export const BattleState = { waiting: 0, open: 1, ended: 2 } as const
export type BattleState = (typeof BattleState)[keyof typeof BattleState]
export const battleState = { [BattleState.waiting]: '等待对手', [BattleState.open]: '对战中', [BattleState.ended]: '已结束' } as const
/** absent: a side answered none of the last questions; crashed: the server was down for a minute, no result counts. */
export const battleEnding = {
  finished: '答完全部题目',
  left: '中途离开',
  absent: '长时间未作答',
  crashed: '服务中断，判为平局',
  cancelled: '已取消',
} as const
export type BattleEnding = keyof typeof battleEnding
/** waiting: for a rival; count: the next question opens in `leftMs`; question: it closes in `leftMs`. */
export const battlePhase = ['waiting', 'count', 'question', 'over'] as const

/** Questions of a battle, and times in milliseconds. */
export const battleRule = {
  questions: 10,
  question: 15_000,
  /** between two questions, while the key is shown; also before the first one */
  pause: 3_000,
  /** the delay of the network that is not counted as thinking */
  forgiven: 200,
  /** until the robot takes the place of the rival */
  wait: 30_000,
  /** until the code of a friend ends */
  code: 600_000,
  right: 100,
  bonus: 50,
} as const

const mode = choice('对战方式', battleMode)
const state = code('状态', battleState)
const ending = choice('结束原因', battleEnding)
const battleId = id('对战')

const Side = z.object({
  side: z.int(),
  /** empty: the robot */
  userId: z.string(),
  realName: z.string(),
  avatar: z.string(),
  isRobot: z.boolean(),
  score: z.int(),
  /** has answered the question that is open */
  done: z.boolean(),
  ratingBefore: z.int().nullable(),
  ratingAfter: z.int().nullable(),
})
const Closed = z.object({
  no: z.int(),
  /** null: hidden, because it is on an open paper of the caller, or because it was shown before */
  question: PaperQuestion.nullable(),
  key: ShownKey.nullable(),
  answers: z.array(z.object({ side: z.int(), answer: Answer.nullable(), isRight: z.boolean(), ms: z.int(), score: z.int() })),
})

const Battle = z.object({
  id: battleId,
  repoId: id('题库'),
  repoId_dictText: z.string().meta({ title: '题库' }),
  mode,
  mode_dictText: z.string().meta({ title: '对战方式' }),
  state,
  state_dictText: z.string().meta({ title: '状态' }),
  /** names of both sides; empty: none yet */
  oneName: z.string().meta({ title: '甲方' }),
  twoName: z.string().meta({ title: '乙方' }),
  oneScore: count('甲方得分'),
  twoScore: count('乙方得分'),
  /** 1, 2, 0 for a draw; null: no result */
  winner: z.int().nullable().meta({ title: '胜方' }),
  ending: ending.nullable(),
  createTime: moment('发起时间'),
  endTime: moment('结束时间').nullable(),
})
const Detail = z.object({
  id: battleId,
  repoId: z.string(),
  repoId_dictText: z.string(),
  mode,
  state,
  phase: z.enum(battlePhase),
  /** only for the player who waits for a friend */
  code: z.string(),
  /** the caller's side; 0 for others */
  side: z.int(),
  no: z.int(),
  total: z.int(),
  leftMs: z.int(),
  sides: z.array(Side),
  /** the open question, without its key */
  question: PaperQuestion.nullable(),
  /** the caller's answer to it */
  answer: Answer.nullable(),
  /** during a battle only the last one */
  closed: z.array(Closed),
  winner: z.int().nullable(),
  ending: ending.nullable(),
  rated: z.boolean(),
})
export type BattleDetail = z.input<typeof Detail>

const Ranked = z.object({
  place: z.int(),
  userId: z.string(),
  realName: z.string(),
  avatar: z.string(),
  deptCode_dictText: z.string(),
  rating: z.int(),
  win: z.int(),
  lose: z.int(),
  draw: z.int(),
})
const started = z.object({ id: z.string(), side: z.int(), state: z.int() })

export const battle = endpoints('battle/battle', 'exam', {
  /** joins a waiting rival or waits; the caller's battle that has not ended is continued instead */
  start: command({
    slow: true,
    title: '发起对战',
    permit: 'any',
    rate: { by: 'user', max: 20, seconds: 60 },
    input: z.object({
      /** not read with `code`: the battle of the friend has its bank */
      repoId: id('题库').optional(),
      mode,
      /** of the friend's battle */
      code: z
        .string()
        .regex(/^\d{6}$/)
        .optional(),
    }),
    output: started,
  }),
  /** the caller's battle that has not ended */
  check: query({ title: '未结束的对战', permit: 'any', input: z.object({}), output: started.nullable() }),
  /** for the players, and for callers with battle:list within their data scope */
  detail: query({ title: '对战详情', permit: 'any', module: false, input: z.object({ id: battleId }), output: Detail }),
  /** the first answer counts; whether it is right is told when the question is closed */
  fill: hot({
    title: '提交对战答案',
    permit: 'any',
    rate: { by: 'user', max: 120, seconds: 60 },
    input: z.object({ id: battleId, quId: id('试题'), answer: Answer }),
    output: z.object({ closed: z.boolean(), isRight: z.boolean().nullable(), score: z.int().nullable(), rivalScore: z.int().nullable() }),
  }),
  /** ends the wait, or loses the battle */
  leave: command({ title: '离开对战', permit: 'any', input: z.object({ id: battleId }), output: z.literal(true) }),
  'my-paging': query({ title: '我的对战', permit: 'any', input: paging({ mode: mode.optional() }), output: pageOf(Battle) }),
  rank: query({
    title: '对战排行',
    permit: 'any',
    /** without a season the present one; with a department its branch */
    input: z.object({
      season: z
        .string()
        .regex(/^\d{4}Q[1-4]$/)
        .optional(),
      deptCode: z.string().max(60).optional(),
    }),
    output: z.object({ season: z.string(), seasons: z.array(z.string()), records: z.array(Ranked), mine: Ranked.nullable() }),
  }),
  paging: query({
    title: '对战列表',
    permit: 'battle:list',
    module: false,
    input: paging({
      realName: keyword('姓名'),
      repoId: id('题库').optional(),
      mode: mode.optional(),
      state: state.optional(),
    }),
    output: pageOf(Battle),
  }),
  delete: command({
    title: '删除对战',
    rehearsable: true,
    permit: 'battle:delete',
    module: false,
    input: ids('对战'),
    output: z.literal(true),
  }),
})
