// What the server refuses and reports, by key. English stands beside it in exam.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const examServerTexts = {
  hoursNeverOpen: '考试时间内没有开放时段，考生无法开始',
  examPasswordEmpty: '请填写考试密码',
  passScoreAboveTotal: '及格分不能大于总分',
  overrideStartTooLate: '单独开始时间不早于考试结束时间，请同时填写单独结束时间',
  overrideEndTooEarly: '单独结束时间不晚于考试开始时间，请同时填写单独开始时间',
  overrideExists: '已有个别安排，请直接修改',
  candidateGone: '考生不存在，请重新选择',
  groupGone: '分组不存在，请重新选择',
  prerequisiteGone: '有前置考试不存在，请重新选择',
  prerequisiteLoop: '前置考试不能是本场考试，也不能互为前置',
  invigilatorUnable: '有监考人没有监考权限，请重新选择',
  prerequisiteCourseGone: '有前置课程不存在，请重新选择',
  examTypeGone: '考试类型不存在，请重新选择',
  presetBeyondReach: '全站预设要有修改考试的权限和全部数据范围',
} as const

export const say = speaker(examServerTexts)
