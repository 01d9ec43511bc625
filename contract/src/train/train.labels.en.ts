// English for the labels of this domain.

export const trainLabelsEn = {
  不会提问的插题: 'Questions that are not asked now',
  判断训练答案: 'Judge a training answer',
  训练概况: 'Training overview',
  顺序练习: 'In order',
  随机练习: 'Shuffled',
  章节练习: 'By chapter',
  题型练习: 'By type',
  我的收藏: 'Favourites',
  错题训练: 'Wrong answers',
  未做试题: 'New questions',
  模拟考试: 'Mock paper',
  背题模式: 'Memorise',
  间隔复习: 'Spaced repetition',
  训练中: 'In training',
  训练模式: 'Mode',
  训练: 'Training',
  范围: 'Scope',
  答对: 'Right',
  总题数: 'Questions',
  最近训练: 'Last trained',
  开始训练: 'Start training',
  未完成的训练: 'Unfinished training',
  训练详情: 'Training',
  训练答题卡: 'Training card',
  训练试题: 'Training question',
  提交训练答案: 'Submit a training answer',
  记住训练位置: 'Keep the place',
  结束训练: 'End training',
  训练结果: 'Training result',
  题库训练进度: 'Training progress',
  训练记录: 'Training records',
  统计时间: 'Counted at',
  课件插题: 'Question in a course file',
  回答课件插题: 'Answer a question in a course file',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof trainLabelsEn, string> {}
}
