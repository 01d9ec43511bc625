// The exam's monitoring rules as texts for candidates.
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import { type SignalKind, signalKinds } from '@shuyuan/contract/exam/integrity-settings.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'

type Facts = Pick<
  Data<(typeof exam)['simple-detail']>,
  'signals' | 'captureMinutes' | 'leaveWatch' | 'allowPaste' | 'stepMode' | 'quSeconds' | 'watermark' | 'fullScreen'
>

/** Signal kinds that need a line; leave and captures have sentences of their own. */
function watchedKinds({ signals, captureMinutes, leaveWatch, allowPaste, fullScreen, stepMode, quSeconds }: Facts): SignalKind[] {
  const isOn: Partial<Record<SignalKind, boolean>> = {
    leave: leaveWatch && signals.leave !== 'force',
    face: false,
    unseen: captureMinutes > 0,
    paste: !allowPaste,
    fullscreen: fullScreen,
    overtime: stepMode && quSeconds > 0,
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
