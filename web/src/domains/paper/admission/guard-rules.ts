// The exam's monitoring rules as texts for candidates.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import { type SignalKind, signalKinds } from '@shuyuan/contract/exam/integrity-settings.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'

type Facts = Pick<
  Data<(typeof exam)['simple-detail']>,
  | 'signals'
  | 'captureMinutes'
  | 'leaveWatch'
  | 'allowPaste'
  | 'stepMode'
  | 'quSeconds'
  | 'watermark'
  | 'fullScreen'
  | 'recordCamera'
  | 'recordScreen'
  | 'recordPhone'
>
type RoomFacts = Pick<
  Data<(typeof exam)['simple-detail']>,
  'signals' | 'leaveWatch' | 'leaveSeconds' | 'leaveLimit' | 'faceChance' | 'takeoverUnlock' | 'stepMode' | 'stepBack'
>

/** Signal kinds that need a line; leave and captures have sentences of their own. */
function watchedKinds({
  signals,
  recordCamera,
  recordScreen,
  recordPhone,
  captureMinutes,
  leaveWatch,
  allowPaste,
  fullScreen,
  stepMode,
  quSeconds,
}: Facts): SignalKind[] {
  const isOn: Partial<Record<SignalKind, boolean>> = {
    leave: leaveWatch && signals.leave !== 'force',
    face: false,
    unseen: captureMinutes > 0,
    paste: !allowPaste,
    fullscreen: fullScreen,
    overtime: stepMode && quSeconds > 0,
    recording: recordCamera || recordScreen,
    phone: recordPhone,
  }
  return (Object.keys(signalKinds) as SignalKind[]).filter((kind) => signals[kind] !== 'ignore' && isOn[kind] !== false)
}

/** Every recording must be announced to the candidate here. */
export function guardRules(facts: Facts): string[] {
  const kinds = watchedKinds(facts)
  const forced = kinds.filter((kind) => facts.signals[kind] === 'force')
  const named = (list: SignalKind[]) => list.map((kind) => tLabel(signalKinds[kind])).join('、')
  return [
    ...(facts.stepMode && facts.quSeconds > 0 ? [t('每题限时{{n}}秒，到时自动进入下一题。', { n: facts.quSeconds })] : []),
    ...(facts.watermark ? [t('题目页面显示您的姓名水印。')] : []),
    ...(kinds.length > 0 ? [t('系统会记录以下行为：{{kinds}}。', { kinds: named(kinds) })] : []),
    ...(forced.length > 0 ? [t('以下行为达到上限将强制交卷：{{kinds}}。', { kinds: named(forced) })] : []),
  ]
}

/** What the room of an exam demands, by the exam and this candidate's arrangements. */
export function roomRules(facts: RoomFacts, { fullScreen, captureMinutes }: { fullScreen: boolean; captureMinutes: number }): string[] {
  const { leaveWatch, leaveSeconds, leaveLimit, takeoverUnlock, stepMode, stepBack } = facts
  return [
    ...(fullScreen ? [t('考试全程须全屏作答。')] : []),
    ...(leaveWatch && facts.signals.leave === 'force'
      ? [t('离开考试页面超过{{seconds}}秒记一次，离开{{limit}}次将自动交卷。', { seconds: leaveSeconds, limit: leaveLimit })]
      : []),
    ...(captureMinutes > 0 ? [t('考试期间摄像头每{{n}}分钟抓拍一次，请确保人脸在摄像头中央。', { n: captureMinutes })] : []),
    ...(captureMinutes > 0 && facts.signals.face === 'force'
      ? [t('抓拍不到人脸、有多张人脸或不是本人算失败，连续失败{{limit}}次将自动交卷。', { limit: facts.faceChance })]
      : []),
    ...(takeoverUnlock ? [t('更换设备需要监考员解锁。')] : []),
    ...(stepMode ? [stepBack ? t('试题逐题显示，可以返回已作答的题目。') : t('试题逐题显示，离开后不能返回。')] : []),
  ]
}
