// The values of the exam form in words, one line for each folded section.
import type { Body } from '@shuyuan/contract/kernel/endpoint.ts'
import type { exam } from '@shuyuan/contract/exam/exam.ts'
import { hoursText } from '@shuyuan/contract/kernel/time-ranges.ts'
import { markStep } from '@shuyuan/contract/exam/marking-settings.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { shownText } from '../../exam-labels.ts'

/** Values of the form as they stand, possibly incomplete. */
export type ExamValues = Partial<Body<typeof exam.save>>

const line = (...parts: (string | false | undefined)[]) => parts.filter(Boolean).join(t('，'))
const onOff = (title: string, on: boolean | undefined) => t('{{title}}{{state}}', { title, state: on ? t('开启') : t('关闭') })

const rules = ({ tries = 1, lateMinutes = 0, earliestMinutes = 0, openHours = '', remark = '' }: ExamValues) =>
  line(
    tries === 0 ? t('不限次数') : t('考 {{n}} 次', { n: tries }),
    lateMinutes > 0 ? t('迟到 {{n}} 分钟内可进入', { n: lateMinutes }) : t('结束前都可进入'),
    earliestMinutes > 0 ? t('{{n}} 分钟后可交卷', { n: earliestMinutes }) : t('随时可交卷'),
    openHours !== '' && t('每天 {{hours}}', { hours: hoursText(openHours) }),
    remark === '' ? t('无说明') : t('有说明'),
  )

function entry({ offline, price, costPoints = 0, prerequisites = [], courses = [], ...rest }: ExamValues) {
  if (offline) return tLabel('线下考试')
  const before = prerequisites.length + courses.length
  const isFree = Number(price ?? 0) === 0 && costPoints === 0
  return line(
    onOff(tLabel('人脸核验'), rest.needFace),
    rest.needApply && tLabel('需要申请'),
    isFree ? t('免费') : t('付费'),
    before > 0 ? t('{{n}} 项前置条件', { n: before }) : t('无前置条件'),
    onOff(tLabel('考试期间关闭训练'), rest.closeTraining),
  )
}

const room = ({ leaveWatch, leaveLimit = 0, captureMinutes = 0, ...rest }: ExamValues) =>
  line(
    leaveWatch ? t('切屏 {{n}} 次收卷', { n: leaveLimit }) : t('切屏不计'),
    onOff(t('全屏'), rest.fullScreen),
    captureMinutes > 0 ? t('每 {{n}} 分钟抓拍', { n: captureMinutes }) : t('不抓拍'),
    rest.recordCamera && tLabel('摄像头录像'),
    rest.recordScreen && tLabel('录制整个屏幕'),
    rest.recordPhone && tLabel('手机第二机位'),
    rest.stepMode && tLabel('逐题作答'),
    onOff(t('水印'), rest.watermark),
    rest.antiDebug && tLabel('防调试'),
    rest.seb === 'required' && tLabel('安全考试浏览器'),
  )

const marking = ({ markBlind, markDouble, markStep: step = 50, awardPoints = 0, awardBands = [], allowPaste, markOptions }: ExamValues) =>
  line(
    markDouble ? tLabel('双评') : t('单评'),
    markBlind && tLabel('匿名阅卷'),
    t('步长 {{step}}', { step: tLabel(markStep[step]) }),
    markOptions?.negative && t('答错倒扣分'),
    onOff(t('粘贴'), allowPaste),
    awardPoints > 0 && t('及格奖 {{n}} 积分', { n: awardPoints }),
    awardBands.length > 0 && tLabel('按分数段奖励'),
  )

const result = ({ showScore = 'marked', showAnswer = 'closed', endTime, showRank, wrongOnly }: ExamValues) =>
  line(
    t('成绩{{when}}', { when: shownText(showScore, endTime) }),
    t('答案{{when}}', { when: shownText(showAnswer, endTime) }),
    onOff(t('排名'), showRank),
    wrongOnly && tLabel('只看错题'),
  )

export const summaries = { rules, entry, room, marking, result } satisfies Record<string, (values: ExamValues) => string>
