// The notice that a candidate reads before a recording, and its hash.
import type { Recorded } from '@shuyuan/contract/exam/record-settings.ts'
import { fillNotice } from '@shuyuan/contract/site/config/record-notice.ts'
import { createHash } from 'node:crypto'

/** Days for which a recording with a suspicion, a violation or an appeal is kept at most, if the exam does not keep it longer. */
export const VIOLATION_DAYS = 180

const READERS = '本场监考人、教务管理员'
/** The notice always has this sentence where sound is recorded, however the site words the rest (docs/decisions/0263). */
const SPEECH = '浏览器会标出可能有人说话的时间段，只供复核人参考，不识别内容和说话人。'

const tracksOf = ({ camera, sound, screen, phone }: Recorded) =>
  [
    ...(camera ? [sound ? '摄像头画面与声音' : '摄像头画面'] : []),
    ...(screen ? ['整个屏幕'] : []),
    ...(phone ? ['手机第二机位'] : []),
  ].join('、')

/**
 * What is recorded, for what, for how long and for whom (PIPL articles 17 and 28 to 30). '' where nothing is recorded.
 * @param own how the site words it, with gaps; '' for the text of the house
 */
export function noticeText(recorded: Recorded, keepDays: number, own: string): string {
  const what = tracksOf(recorded)
  if (what === '') return ''
  if (own === '') return houseText(recorded, keepDays)
  const longest = String(Math.max(keepDays, VIOLATION_DAYS))
  const filled = fillNotice(own, { tracks: what, days: String(keepDays), most: longest, readers: READERS })
  return recorded.camera && recorded.sound ? `${filled}\n${SPEECH}` : filled
}

function houseText(recorded: Recorded, keepDays: number): string {
  const { camera, sound, phone } = recorded
  const kept =
    keepDays < VIOLATION_DAYS
      ? `交卷后保存${keepDays}天，到期自动删除；需要复核、认定违规或有申诉的，保存至处理结束，最长${VIOLATION_DAYS}天。`
      : `交卷后保存${keepDays}天，到期自动删除。`
  const sensitive = [...(camera || phone ? ['人脸'] : []), ...(camera && sound ? ['声音'] : [])].join('与')
  return [
    `本场考试将录制${tracksOf(recorded)}。目的：核实身份与维护考试公平。`,
    ...(camera && sound ? [SPEECH] : []),
    `${kept}可查看的人员：${READERS}。不用于其他用途，不提供给第三方。`,
    sensitive === '' ? '录制需要您的单独同意。' : `${sensitive}属于敏感个人信息，需要您的单独同意。`,
    '您可以拒绝，并联系监考老师安排其他考试方式。未满十四周岁的考生，请由监护人阅读并同意。',
  ].join('')
}

export const hashOfText = (text: string): string => createHash('sha256').update(text).digest('hex')
