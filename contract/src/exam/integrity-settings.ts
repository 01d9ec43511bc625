// What an exam makes of signals that somebody may be cheating, and how it guards its page.
import * as z from 'zod'
import { choice, count, flag } from '../kernel/field.ts'

/** What is noticed while a paper is open. */
export const signalKinds = {
  leave: '离开页面',
  fullscreen: '退出全屏',
  face: '抓拍异常',
  paste: '粘贴内容',
  copy: '复制内容',
  debug: '打开调试工具',
  screen: '多屏或缩小窗口',
  takeover: '换机作答',
  address: '网络地址变化',
  overtime: '单题超时',
} as const
export type SignalKind = keyof typeof signalKinds

/** What a signal leads to. force: the paper is taken in once there were as many as the exam allows. */
export const verdicts = { ignore: '忽略', warn: '提醒', flag: '标记', force: '强制收卷' } as const
export type Verdict = keyof typeof verdicts

/** Leaves and missing faces take a paper in at their own limits; the rest is nobody's business unless the exam says so. */
export const defaultSignals: Readonly<Record<SignalKind, Verdict>> = {
  leave: 'force',
  fullscreen: 'ignore',
  face: 'force',
  paste: 'ignore',
  copy: 'ignore',
  debug: 'ignore',
  screen: 'ignore',
  takeover: 'ignore',
  address: 'ignore',
  overtime: 'ignore',
}
const verdictOf = Object.fromEntries(Object.entries(signalKinds).map(([kind, label]) => [kind, choice(label, verdicts)])) as Record<
  SignalKind,
  ReturnType<typeof choice<typeof verdicts>>
>
/** One verdict for each kind. */
export const Signals = z.object(verdictOf)
export type Signals = z.infer<typeof Signals>

export const sebModes = { off: '不要求', required: '必须使用' } as const

/** How a candidate's page guards the exam. */
export const integrityRules = {
  signals: Signals,
  signalLimit: count('强制收卷次数', 1, 100, '次'),
  /** for one question in step mode; 0: no limit */
  quSeconds: count('每题限时', 0, 36_000, '秒'),
  watermark: flag('姓名水印'),
  antiDebug: flag('防调试'),
  /** Safe Exam Browser */
  seb: choice('安全考试浏览器', sebModes),
}

/** The same for a form: all of it off unless told; signals that are not named have their defaults. */
export const integritySettings = {
  signals: Signals.partial().default({}),
  signalLimit: integrityRules.signalLimit.default(3),
  quSeconds: integrityRules.quSeconds.default(0),
  watermark: integrityRules.watermark.default(false),
  antiDebug: integrityRules.antiDebug.default(false),
  seb: integrityRules.seb.default('off'),
}
