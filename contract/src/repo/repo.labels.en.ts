// English for the labels of this domain.

export const repoLabelsEn = {
  章节名称: 'Chapter name',
  章节列表: 'Chapters',
  保存章节: 'Save chapter',
  删除章节: 'Delete chapter',
  章节排序: 'Order of chapters',
  题库名称: 'Bank name',
  用于考试: 'For exams',
  开放训练: 'Open to training',
  可用智能助手: 'The assistant may be used',
  每日训练时段: 'Training hours of a day',
  客观题: 'Objective questions',
  主观题: 'Open questions',
  题库列表: 'Question banks',
  题库详情: 'Bank details',
  保存题库: 'Save bank',
  删除题库: 'Delete bank',
  上级章节: 'Chapter above',
  章节题量: 'Questions per chapter',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof repoLabelsEn, string> {}
}
