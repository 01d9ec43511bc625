// States of a file that is made in the background.
export const ExportState = { queued: 0, running: 1, done: 2, failed: 3 } as const
export type ExportState = (typeof ExportState)[keyof typeof ExportState]
export const exportState = {
  [ExportState.queued]: '排队中',
  [ExportState.running]: '生成中',
  [ExportState.done]: '已完成',
  [ExportState.failed]: '已失败',
} as const
