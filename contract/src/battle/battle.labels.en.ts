// English for the labels of this domain.

export const battleLabelsEn = {
  随机匹配: 'Match',
  好友对战: 'With a friend',
  人机对战: 'Against the robot',
  等待对手: 'Waiting for a rival',
  对战中: 'In battle',
  答完全部题目: 'All questions answered',
  中途离开: 'Left',
  长时间未作答: 'No answers for a while',
  '服务中断，判为平局': 'Service interrupted, a draw',
  已取消: 'Cancelled',
  对战方式: 'Mode',
  结束原因: 'Ended by',
  对战: 'Battle',
  甲方: 'Side one',
  乙方: 'Side two',
  甲方得分: 'Score one',
  乙方得分: 'Score two',
  胜方: 'Winner',
  发起时间: 'Begun',
  发起对战: 'Start a battle',
  未结束的对战: 'Unfinished battle',
  对战详情: 'Battle',
  提交对战答案: 'Answer in a battle',
  离开对战: 'Leave the battle',
  我的对战: 'My battles',
  对战排行: 'Battle ranking',
  对战列表: 'Battles',
  删除对战: 'Delete battles',
}

declare module '../kernel/labels.ts' {
  interface Labels extends Record<keyof typeof battleLabelsEn, string> {}
}
