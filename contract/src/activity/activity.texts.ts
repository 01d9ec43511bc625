// What the forms of activities say, by key. English stands beside it in activity.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const activityTexts = {
  activityCount: '题数合计应为 1 至 {{max}} 题',
  prizeEmpty: '每项奖励应有积分或证书',
  prizePlaces: '奖励的名次范围有误或互相重叠',
  activityStock: '该题库的{{type}}只有 {{n}} 题',
  activityLocked: '活动已有人参加，不能修改题目和时长',
} as const

export const say = speaker(activityTexts)
