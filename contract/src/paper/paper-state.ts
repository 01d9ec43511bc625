// How a paper stands, and why it ended.
export const paperState = { 0: '考试中', 1: '待阅卷', 2: '已完成', 3: '已放弃' } as const
/** dictionary paper_ex_state */
export const exState = {
  0: '正常',
  1: '超时',
  2: '离开超限',
  3: '人脸异常',
  4: '监考收卷',
  5: '全部收卷',
  6: '管理员处理',
  7: '违规收卷',
} as const
