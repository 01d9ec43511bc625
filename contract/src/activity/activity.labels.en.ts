// English for the labels of this domain.

export const activityLabelsEn = {
  实时公布: 'Live',
  结束后公布: 'After the end',
  起始名次: 'From place',
  截止名次: 'To place',
  奖励证书: 'Prize certificate',
  奖励积分: 'Prize points',
  活动名称: 'Activity',
  活动规则: 'Rules',
  单选题数: 'Single choice',
  多选题数: 'Multiple choice',
  判断题数: 'True or false',
  答题时长: 'Time for a try',
  总次数: 'Tries in all',
  每日次数: 'Tries a day',
  公布排行: 'Ranking shown',
  活动: 'Activity',
  已结算: 'Settled',
  参与人数: 'Players',
  答题: 'Try',
  成绩: 'Result',
  用时: 'Time taken',
  活动列表: 'Activities',
  活动详情: 'Activity details',
  保存活动: 'Save activity',
  修改活动状态: 'Change the state of activities',
  删除活动: 'Delete activities',
  活动排行: 'Activity ranking',
  活动成绩: 'Activity results',
  导出活动成绩: 'Export activity results',
  我的活动: 'My activities',
  我的活动成绩: 'My result in an activity',
  开始活动答题: 'Begin a try',
  活动答题: 'A try of an activity',
  保存活动答案: 'Save an answer of an activity',
  提交活动答题: 'Hand in a try',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof activityLabelsEn, string> {}
}
