// English for the labels of this domain.

export const pointsLabelsEn = {
  我的积分明细: 'My points',
  每日登录: 'Daily sign-in',
  学完课程: 'Course finished',
  阅读公告: 'Notice read',
  对战获胜: 'Battle won',
  每日训练: 'Daily training',
  购买商品: 'Purchase',
  活动奖励: 'Activity prize',
  退款收回: 'Taken back with a refund',
  人工调整: 'Adjusted by hand',
  考试奖励: 'Exam award',
  每次积分: 'Points each time',
  每日上限: 'Daily cap',
  积分明细: 'Points log',
  积分排行: 'Points ranking',
  部门积分排行: 'Points ranking of departments',
  积分合计: 'Points in total',
  人均积分: 'Points per person',
  调整积分: 'Adjust points',
  调整原因: 'Reason',
  凭据: 'Reference of the adjustment',
  积分规则: 'Points rules',
  保存积分规则: 'Save a points rule',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof pointsLabelsEn, string> {}
}
