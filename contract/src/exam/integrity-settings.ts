// Exam settings for signals of possible cheating, and for the protection of the exam page.
import * as z from '../kernel/z.ts'
import { choice, count, flag } from '../kernel/field.ts'

/** Signals that are detected while a paper is open. */
export const signalKinds = {
  leave: '离开页面',
  fullscreen: '退出全屏',
  face: '抓拍异常',
  unseen: '镜头前无人',
  paste: '粘贴内容',
  copy: '复制内容',
  debug: '打开调试工具',
  screen: '多屏或缩小窗口',
  takeover: '换机作答',
  address: '网络地址变化',
  overtime: '单题超时',
  recording: '录制中断',
  phone: '手机第二机位中断',
} as const
export type SignalKind = keyof typeof signalKinds

/** Consequences of a signal. force: the paper is force-closed when the exam's limit is reached. */
export const verdicts = { ignore: '忽略', warn: '提醒', flag: '标记', force: '强制收卷' } as const
export type Verdict = keyof typeof verdicts

/** Leaves and captures force-close a paper at their own limits, an empty chair and an interrupted recording or phone show a warning to the candidate; all other signals are ignored by default. */
export const defaultSignals: Readonly<Record<SignalKind, Verdict>> = {
  leave: 'force',
  fullscreen: 'ignore',
  face: 'force',
  unseen: 'warn',
  paste: 'ignore',
  copy: 'ignore',
  debug: 'ignore',
  screen: 'ignore',
  takeover: 'ignore',
  address: 'ignore',
  overtime: 'ignore',
  // the candidate gets a warning; an invigilator decides what it means
  recording: 'warn',
  phone: 'warn',
}
const verdictOf = Object.fromEntries(Object.entries(signalKinds).map(([kind, label]) => [kind, choice(label, verdicts)])) as Record<
  SignalKind,
  ReturnType<typeof choice<typeof verdicts>>
>
/** One verdict per kind of signal. */
export const Signals = z.object(verdictOf)
export type Signals = z.infer<typeof Signals>

export const sebModes = { off: '不要求', required: '必须使用' } as const

/** Protection of the exam page. */
export const integrityRules = {
  signals: Signals,
  signalLimit: count('强制收卷次数', 1, 100, '次'),
  /** per question in step mode; 0: no limit */
  quSeconds: count('每题限时', 0, 36_000, '秒'),
  watermark: flag('姓名水印'),
  antiDebug: flag('防调试'),
  /** Safe Exam Browser */
  seb: choice('安全考试浏览器', sebModes),
}
