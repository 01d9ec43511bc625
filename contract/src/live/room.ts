// Live rooms: a file of a course that is broadcast at a time, with chat, attendance and a replay.
import * as z from '../kernel/z.ts'
import { command, download, endpoints, fileReply, hot, query } from '../kernel/endpoint.ts'
import { choice, code, count, flag, id, ids, keyword, moment, optionalText, pageOf, paging, sound, text } from '../kernel/field.ts'
import { sayKernel } from '../kernel/kernel.texts.ts'
import { encoded } from '../kernel/message.ts'
import { liveNoticeCalls } from './notice.ts'
import { say } from './live.texts.ts'
import { livePhase, liveProvider, liveRule, replayState } from './room-state.ts'

const roomId = id('直播')
const settings = {
  title: text('直播名称', 100),
  cover: optionalText('封面', 500).meta({ title: '封面', control: 'image' }),
  /** plain text */
  content: optionalText('直播介绍', 2_000),
  courseId: id('课程'),
  teacherId: id('主讲人'),
  startTime: moment('开始时间'),
  endTime: moment('结束时间'),
  provider: choice('直播方式', liveProvider),
  chat: flag('聊天'),
  paceSec: count('发言间隔', 0, 600, '秒'),
  record: flag('生成回放'),
  remindMin: count('提前提醒', 0, 1_440, '分钟'),
}

const RoomForm = z
  .object({ id: roomId.optional(), version: z.int32().optional(), ...settings })
  .refine((form) => form.endTime > form.startTime, {
    when: sound('startTime', 'endTime'),
    path: ['endTime'],
    error: encoded(sayKernel('endBeforeStart')),
  })
  .refine((form) => Number(form.endTime) - Number(form.startTime) <= liveRule.longest * 1_000, {
    when: sound('startTime', 'endTime'),
    path: ['endTime'],
    error: encoded(say('liveLong')),
  })

const RoomRow = z.object({
  id: roomId,
  fileId: id('课件'),
  title: settings.title,
  cover: z.string(),
  courseId: settings.courseId,
  courseId_dictText: z.string().meta({ title: '课程' }),
  teacherId: settings.teacherId,
  teacherId_dictText: z.string().meta({ title: '主讲人' }),
  startTime: settings.startTime,
  endTime: settings.endTime,
  provider: settings.provider,
  phase: choice('直播状态', livePhase),
  replayState: code('回放', replayState),
  /** people who were in the room while it was live */
  people: count('参加人数'),
  viewersMax: count('最多同时在线'),
  beganAt: moment('实际开始').nullable(),
  endedAt: moment('实际结束').nullable(),
  createTime: moment('创建时间'),
})

export const LiveMsg = z.object({
  id: z.string(),
  userId: z.string(),
  realName: z.string(),
  avatar: z.string(),
  content: z.string(),
  /** only who runs the room gets hidden messages */
  hidden: z.boolean(),
  /** by who runs the room */
  isHost: z.boolean(),
  createTime: moment('发言时间'),
})
export type LiveMsg = z.input<typeof LiveMsg>

/** What changes while a room is open. `source` '': nothing to play now. */
const Pulse = z.object({
  phase: choice('直播状态', livePhase),
  source: z.string(),
  viewers: z.int(),
  /** attendance of the caller in seconds */
  sec: z.int(),
  finished: z.boolean(),
})

const Entered = Pulse.extend({
  id: roomId,
  courseId: z.string(),
  fileId: z.string(),
  title: z.string(),
  cover: z.string(),
  content: z.string(),
  teacherId_dictText: z.string(),
  startTime: moment('开始时间'),
  endTime: moment('结束时间'),
  /** until the planned start, by the server's clock; 0 or less: it has passed */
  leftMs: z.int(),
  beganAt: moment('实际开始').nullable(),
  provider: settings.provider,
  replayState: code('回放', replayState),
  replayError: z.string(),
  chat: z.boolean(),
  paceSec: z.int(),
  muted: z.boolean(),
  /** may broadcast, and look after the chat */
  isHost: z.boolean(),
})
export type LiveEntered = z.input<typeof Entered>

const Attendance = z.object({
  userId: z.string(),
  userName: z.string().meta({ title: '账号' }),
  realName: z.string().meta({ title: '姓名' }),
  deptCode_dictText: z.string().meta({ title: '部门' }),
  firstTime: moment('进入时间'),
  lastTime: moment('离开时间'),
  sec: count('参加时长', 0, 10_000_000, '秒'),
})

const one = z.object({ id: roomId })

export const liveRoom = endpoints('live/room', 'course', {
  paging: query({
    title: '直播列表',
    permit: 'live:list',
    input: paging({ title: keyword('直播名称'), courseId: id('课程').optional(), phase: choice('直播状态', livePhase).optional() }),
    output: pageOf(RoomRow),
  }),
  detail: query({
    title: '直播详情',
    permit: 'live:list',
    input: one,
    output: RoomRow.extend({ ...settings, replayError: z.string(), version: z.int32() }),
  }),
  /** a new room becomes a file of its course; once it has begun, course, times and way stay */
  save: command({
    title: '保存直播',
    permit: ['live:add', 'live:update'],
    addOrUpdate: true,
    input: RoomForm,
    output: z.object({ id: z.string() }),
  }),
  ...liveNoticeCalls,
  /** refused for a room that has begun: its attendance would be lost */
  delete: command({ title: '删除直播', rehearsable: true, permit: 'live:delete', input: ids('直播'), output: z.literal(true) }),
  /** for the lecturer, and for callers with live:push */
  'push-url': query({
    title: '推流地址',
    permit: 'any',
    module: false,
    input: one,
    output: z.object({
      /** for programs such as OBS; '' where there is none */
      server: z.string(),
      key: z.string(),
      url: z.string(),
      /** the browser can broadcast */
      cast: z.boolean(),
      until: moment('有效期至').nullable(),
      /** signed; '' for a broadcast of this server, whose viewers get addresses of their own */
      play: z.string(),
    }),
  }),
  /** the room is live from now on; `cast`: the address to which the browser sends, '' for OBS */
  start: command({
    title: '开始直播',
    permit: 'any',
    module: false,
    input: one.extend({ /** the broadcast of this server comes from OBS */ obs: z.boolean().default(false) }),
    output: z.object({ cast: z.string(), part: z.int() }),
  }),
  stop: command({ title: '结束直播', permit: 'any', module: false, input: one, output: z.literal(true) }),
  /** by the room's number, or by the file of a course */
  enter: query({
    title: '进入直播',
    permit: 'any',
    module: false,
    input: z.object({ id: roomId.optional(), courseId: id('课程').optional(), fileId: id('课件').optional() }),
    output: Entered,
  }),
  /** the caller is in the room; counts the attendance */
  beat: hot({
    title: '直播签到',
    permit: 'any',
    module: false,
    rate: { by: 'user', max: 60, seconds: 60 },
    input: one,
    output: Pulse,
  }),
  /** the newest messages, oldest first */
  chat: query({
    title: '聊天记录',
    permit: 'any',
    module: false,
    input: z.object({ id: roomId, before: id('消息').optional() }),
    output: z.array(LiveMsg),
  }),
  say: hot({
    title: '发言',
    permit: 'any',
    module: false,
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({ id: roomId, content: text('发言内容', 300) }),
    output: z.object({ id: z.string() }),
  }),
  hide: command({
    title: '隐藏发言',
    permit: 'any',
    module: false,
    input: z.object({ id: roomId, msgId: id('消息'), hidden: z.boolean() }),
    output: z.literal(true),
  }),
  mute: command({
    title: '禁言',
    permit: 'any',
    module: false,
    input: z.object({ id: roomId, userId: id('用户'), muted: z.boolean() }),
    output: z.literal(true),
  }),
  'chat-rule': command({
    title: '聊天设置',
    permit: 'any',
    module: false,
    input: z.object({ id: roomId, chat: settings.chat, paceSec: settings.paceSec }),
    output: z.literal(true),
  }),
  attendance: query({
    title: '参加名单',
    permit: 'live:list',
    input: paging({ id: roomId.optional(), realName: keyword('姓名') }),
    output: pageOf(Attendance),
  }),
  export: download({
    title: '导出参加名单',
    permit: 'live:export',
    input: one,
    output: fileReply('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  /** of a cloud broadcast: the server fetches the recording, which takes the place of the room in the course */
  replay: command({
    title: '获取回放',
    permit: 'live:update',
    slow: true,
    rate: { by: 'user', max: 60, seconds: 60 },
    input: z.object({ id: roomId, url: text('录像地址', 1_000) }),
    output: z.literal(true),
  }),
})
