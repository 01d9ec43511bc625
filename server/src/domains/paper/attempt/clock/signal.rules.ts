// The verdict on a signal, from the exam's setting for its kind and the number of signals so far.
import { allowedVerdict } from '@shuyuan/contract/exam/integrity-form.ts'
import { type SignalKind, signalKinds, type Signals, type Verdict } from '@shuyuan/contract/exam/integrity-settings.ts'
import { ExState } from '@shuyuan/contract/paper/paper-state.ts'

export type SignalSettings = { signals: Signals; signalLimit: number; leaveLimit: number; faceChance: number }

/** The number of signals of a kind that force-closes a paper if the exam's setting is force. */
export function limitOf(kind: SignalKind, { signalLimit, leaveLimit, faceChance }: SignalSettings): number {
  if (kind === 'leave') return leaveLimit
  return kind === 'face' ? faceChance : signalLimit
}

/** The exam's setting for this kind; force only warns below the limit, and is flag for a kind that may not end a paper. `count` includes this signal. */
export function verdictOn(kind: SignalKind, count: number, settings: SignalSettings): Verdict {
  const chosen = allowedVerdict(kind, settings.signals[kind])
  return chosen === 'force' && count < limitOf(kind, settings) ? 'warn' : chosen
}

const messages: Partial<Record<SignalKind, string>> = {
  unseen: '请诚信考试，确保人脸在摄像头中央！',
  paste: '考试期间不能复制粘贴哦！',
  debug: '不允许使用调试模式，系统将在3秒后跳转到首页！',
  recording: '录制已中断，请点击恢复。作答不受影响，中断期间会被记录。',
  phone: '手机第二机位已中断，请用手机重新扫描二维码。作答不受影响，中断期间会被记录。',
}

/** The message to the candidate; empty if the verdict stays hidden. */
export function messageFor(kind: SignalKind, verdict: Verdict, count: number, settings: SignalSettings): string {
  if (verdict === 'ignore' || verdict === 'flag') return ''
  const limit = limitOf(kind, settings)
  if (verdict === 'force') return `${causeOf(kind, count)}，系统强制交卷！`
  const forces = settings.signals[kind] === 'force'
  if (kind === 'leave') return forces ? `您已经离开${count}次，离开${limit}次将自动交卷` : `您已经离开${count}次，请勿离开考试页面`
  if (kind === 'face')
    return forces ? `人脸识别已失败${count}次，连续失败${limit}次将自动交卷！` : `人脸识别已失败${count}次，请确保人脸在摄像头中央！`
  const first = messages[kind] ?? `系统检测到：${signalKinds[kind]}，请遵守考试纪律。`
  return forces ? `${first}（已记录${count}次，达到${limit}次将强制交卷）` : first
}

/** The reason of the forced close. */
export function causeOf(kind: SignalKind, count: number): string {
  if (kind === 'leave') return `离开考试页面${count}次`
  return kind === 'face' ? `连续${count}次人脸识别失败` : `检测到${signalKinds[kind]}，共${count}次`
}

/** paper.ex_state of a paper that a signal force-closed. */
export function exStateOf(kind: SignalKind): ExState {
  if (kind === 'leave') return ExState.leave
  return kind === 'face' ? ExState.face : ExState.violation
}
