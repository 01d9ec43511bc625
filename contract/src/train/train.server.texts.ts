// What the server refuses and reports, by key. English stands beside it in train.server.texts.en.ts.
import { speaker } from '../kernel/message.ts'

export const trainServerTexts = {
  questionDeleted: '该试题已被删除',
  trainReviewMode: '背题模式不需要作答',
  repoNoTraining: '该题库未开放训练',
  trainHoursOf: '该题库每天 {{hours}} 开放训练，请在开放时段内训练',
  trainNoFavourites: '您还没有收藏本题库的试题',
  trainNoWrong: '本题库没有您的错题',
  trainAllDone: '本题库的试题您都做过了',
  trainNothingDue: '现在没有到期的错题，过些时候再来复习',
  chapterUnchosen: '请选择章节',
  quTypeUnchosen: '请选择题型',
  wrongScopeUnchosen: '请选择错题的范围',
  trainRunning: '训练尚未结束',
} as const

export const say = speaker(trainServerTexts)
