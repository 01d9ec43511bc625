// The evidence of an event as texts.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import type { timeline } from '@shuyuan/contract/paper/proctor/timeline.ts'
import { lateReason } from '@shuyuan/contract/paper/attempt/late.ts'
import { type PlainText, t, tLabel } from '../../../../kernel/i18n.ts'

type Event = Pick<Data<typeof timeline.list>['events'][number], 'kind' | 'data' | 'seconds' | 'passed'>

const faceReasons: Record<string, PlainText> = {
  camera: '摄像头没有画面',
  broken: '图片无法识别',
  blank: '画面中没有内容',
  none: '没有人脸',
  missing: '页面没有按时发来照片',
  many: '画面中有多张人脸',
  small: '人脸太小',
  turned: '没有正对摄像头',
  blurred: '照片模糊',
  covered: '人脸有遮挡或不完整',
  live: '没有检测到真人',
  unenrolled: '没有录入人脸，无法比对',
  down: '人脸服务没有响应，无法比对',
}

/** Names and values to show; ids of rows are omitted. */
export function evidenceOf({ kind, data, seconds, passed }: Event): [name: string, value: string][] {
  const facts: [string, string][] = []
  const add = (name: string, value: unknown, description = String(value)) => {
    if (value !== undefined && value !== null && value !== '') facts.push([name, description])
  }
  const isUncomparable = data['reason'] === 'unenrolled' || data['reason'] === 'down'
  if (kind === 'session' && seconds > 0) add(t('此前离线'), seconds, t('{{n}} 秒', { n: seconds }))
  if (kind === 'leave' || kind === 'reload') add(t('离开时长'), seconds, t('{{n}} 秒', { n: seconds }))
  if (passed !== null) add(t('抓拍结果'), passed, passed ? t('通过') : isUncomparable ? t('无法比对') : t('未通过'))
  const reason = String(data['reason'] ?? '')
  // the timeline has a tag for it
  if (kind === 'face' && reason !== 'grey') add(t('原因'), reason, t(faceReasons[reason] ?? '人脸不符'))
  if (kind === 'late') add(t('原因'), reason, tLabel(lateReason[reason as keyof typeof lateReason] ?? reason))
  add(t('详情'), data['detail'])
  add(t('之前的地址'), data['before'])
  add(t('补时'), data['minutes'], t('{{n}} 分钟', { n: Number(data['minutes']) }))
  if (typeof data['gained'] === 'number' && data['gained'] < Number(data['minutes']) * 60)
    add(t('实际延长'), data['gained'], t('{{m}}分{{s}}秒', { m: Math.floor(data['gained'] / 60), s: data['gained'] % 60 }))
  add(t('单独加时'), data['ownMinutes'], t('{{n}} 分钟', { n: Number(data['ownMinutes']) }))
  add(t('相差'), data['gapSeconds'], t('{{n}} 秒', { n: Number(data['gapSeconds']) }))
  if (data['accepted'] === true) add(t('处理'), true, t('已采纳'))
  add(t('交卷方式'), data['exState_dictText'], tLabel(String(data['exState_dictText'])))
  add(t('回执编号'), data['receiptNo'])
  add(t('积分'), data['points'])
  return facts
}
