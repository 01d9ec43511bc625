// States of a paper, and the causes of its end.
export const ExState = { normal: 0, timeout: 1, leave: 2, face: 3, proctor: 4, allHanded: 5, admin: 6, violation: 7 } as const
export type ExState = (typeof ExState)[keyof typeof ExState]
/** prepared: drawn before the start, never sent to clients. marking: handed in, some marks are missing. */
export const PaperState = { prepared: -1, open: 0, marking: 1, done: 2, givenUp: 3 } as const
export type PaperState = (typeof PaperState)[keyof typeof PaperState]
export const paperState = {
  [PaperState.open]: '考试中',
  [PaperState.marking]: '待阅卷',
  [PaperState.done]: '已完成',
  [PaperState.givenUp]: '已放弃',
} as const
/** dictionary paper_ex_state */
export const exState = {
  [ExState.normal]: '正常',
  [ExState.timeout]: '超时',
  [ExState.leave]: '离开超限',
  [ExState.face]: '人脸异常',
  [ExState.proctor]: '监考收卷',
  [ExState.allHanded]: '全部收卷',
  [ExState.admin]: '管理员处理',
  [ExState.violation]: '违规收卷',
} as const
