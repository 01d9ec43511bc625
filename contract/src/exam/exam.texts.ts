// What is wrong with an input, by key. English stands beside it in exam.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const examTexts = {
  applyReasonEmpty: '申请理由不能为空！',
  prerequisitesTooMany: '前置考试最多20场',
  prerequisiteCoursesTooMany: '前置课程最多20门',
  certWhileHidden: '不公布成绩的考试不能颁发证书，证书会让考生知道自己及格',
  pointsWhileHidden: '成绩不公布时不能奖励积分：积分会透露谁及格了',
  signalCannotForce: '这一项只是提示，可能有误，不能强制收卷，请选择忽略、提醒或标记',
  awardBandEmpty: '请选择分数段',
  awardBandsTooMany: '最多设置10个奖励分数段',
  overrideReasonEmpty: '安排原因必须填写！',
  overrideWhom: '请选择一位考生或一个分组',
  overrideMinutesOrPercent: '加时和按比例加时只能填一项',
  overrideEmpty: '请至少填写一项安排',
} as const

export const say = speaker(examTexts)
