// The codes of live rooms, and the times of their rules.

export const LiveState = { planned: 0, live: 1, ended: 2 } as const
export type LiveState = (typeof LiveState)[keyof typeof LiveState]
/** What the cloud service reported of a stream. */
export const PushState = { none: 0, on: 1, off: 2 } as const
export type PushState = (typeof PushState)[keyof typeof PushState]
export const ReplayState = { none: 0, making: 1, ready: 2, failed: 3 } as const
export type ReplayState = (typeof ReplayState)[keyof typeof ReplayState]
export const replayState = {
  [ReplayState.none]: '无回放',
  [ReplayState.making]: '正在生成',
  [ReplayState.ready]: '可回看',
  [ReplayState.failed]: '生成失败',
} as const
export const livePhase = { waiting: '未开始', live: '直播中', ended: '已结束', replay: '可回看' } as const
export type LivePhase = keyof typeof livePhase
export const liveProvider = { local: '本机直播（无需账号）', aliyun: '阿里云直播' } as const
export type LiveProvider = keyof typeof liveProvider

/** Times of the rules in seconds. */
export const liveRule = {
  /** a caster who sends nothing for so long has ended the broadcast */
  grace: 120,
  /** how often a viewer's page reports itself */
  beat: 15,
  /** a viewer who does not report for so long has left */
  gone: 40,
  longest: 43_200,
  /** a broadcast may run beyond its planned end by so much */
  overrun: 7_200,
  /** the chat opens before the start, and a stream begins the broadcast no earlier */
  early: 1_800,
  /** a report of the cloud service is taken for so long after its signature */
  notify: 300,
  /** recordings of a cloud broadcast are waited for after its end */
  settle: 300,
} as const
