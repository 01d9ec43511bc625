// The built-in presets of the exam form, and what applying one changes.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import type { examPreset } from '@shuyuan/contract/exam/preset/preset.ts'
import { examDefaults, roomDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import type { SignalKind } from '@shuyuan/contract/exam/integrity-settings.ts'
import type { PlainText } from '../../../../kernel/i18n.ts'

export type PresetSettings = Body<typeof examPreset.save>['settings']

const flagged = ['fullscreen', 'unseen', 'paste', 'copy', 'debug', 'screen', 'takeover', 'address'] as const satisfies SignalKind[]
const strictSignals = { ...roomDefaults.signals, ...Object.fromEntries(flagged.map((kind) => [kind, 'flag' as const])) }

/** Minutes are left as they are: they belong to the paper. */
export const builtIn: readonly { title: PlainText; settings: Partial<PresetSettings> }[] = [
  {
    title: '随堂练习',
    settings: {
      ...roomDefaults,
      tries: 0,
      lateMinutes: 0,
      earliestMinutes: 0,
      showScore: 'handed',
      showAnswer: 'handed',
      allowPaste: true,
    },
  },
  {
    title: '正式考试',
    settings: {
      ...roomDefaults,
      tries: 1,
      lateMinutes: 15,
      earliestMinutes: 0,
      showScore: 'marked',
      showAnswer: examDefaults.showAnswer,
      allowPaste: false,
      leaveWatch: true,
      leaveLimit: 5,
    },
  },
  {
    title: '严格监考',
    settings: {
      ...roomDefaults,
      tries: 1,
      lateMinutes: 15,
      earliestMinutes: 30,
      showScore: 'marked',
      showAnswer: 'never',
      allowPaste: false,
      leaveWatch: true,
      leaveLimit: 3,
      fullScreen: true,
      takeoverUnlock: true,
      watermark: true,
      antiDebug: true,
      signals: strictSignals,
    },
  },
]

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The settings of `settings` that differ from `values`. `fixed`: settings that can no longer change. */
export const changesOf = (values: Readonly<Record<string, unknown>>, settings: object, fixed: readonly string[] = []) =>
  Object.entries(settings).filter(([name, value]) => !fixed.includes(name) && !same(values[name], value))
