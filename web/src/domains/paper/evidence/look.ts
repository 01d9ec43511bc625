// What a signal of a camera asks a reviewer to look at. It names what may be seen, and decides nothing.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import type { PlainText } from '../../../kernel/i18n.ts'

type TimelineEvent = Data<typeof timeline.list>['events'][number]

/** By the reason of a capture; '' is a face that differs from the stored one. */
const byReason: Record<string, PlainText> = {
  many: '该时段画面中可能有多人',
  none: '该时段画面中可能没有考生',
  small: '该时段考生可能离镜头较远',
  turned: '该时段考生可能没有正对镜头',
  blurred: '该时段画面可能模糊',
  covered: '该时段人脸可能有遮挡',
  blank: '该时段镜头可能被遮住',
  camera: '该时段摄像头可能没有画面',
  live: '该时段镜头前可能不是真人',
  '': '该时段画面中可能不是考生本人',
}

/** Undefined for events that say themselves what they are. */
export function lookAt({ kind, passed, data }: Pick<TimelineEvent, 'kind' | 'passed' | 'data'>): PlainText | undefined {
  if (kind === 'unseen') return '该时段画面中可能没有考生'
  if (kind !== 'face' || passed !== false) return undefined
  return byReason[String(data['reason'] ?? '')]
}
