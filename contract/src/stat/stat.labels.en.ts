// English for the labels of this domain.

export const statLabelsEn = {
  考试概况: 'Exam overview',
  最好成绩: 'Best attempt',
  全部答卷: 'All attempts',
  统计口径: 'Attempts that count',
  答卷数: 'Papers',
  中位数: 'Median',
  标准差: 'Standard deviation',
  及格人数: 'Passed',
  及格率: 'Pass rate',
  选择率: 'Share chosen',
  高分组: 'Upper group',
  低分组: 'Lower group',
  作答人数: 'Answered by',
  区分度: 'Discrimination',
  题总相关: 'Item-rest correlation',
  未答率: 'Left blank',
  平均得分: 'Mean score',
  '平均用时（秒）': 'Mean time (s)',
  知识点: 'Knowledge points',
  得分率: 'Share scored',
  考试统计概况: 'Exam statistics overview',
  从: 'From',
  到: 'To',
  占比: 'Share',
  应考: 'Expected',
  实考: 'Sat',
  试题分析: 'Questions',
  导出考试统计: 'Export exam statistics',
  进行中的考试: 'Exams in progress',
  已交卷: 'Handed in',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof statLabelsEn, string> {}
}
