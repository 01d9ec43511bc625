// Codes of recordings: their tracks and states.

/** Tracks of a recording; sound is part of the camera's. */
export const RecordTrack = { camera: 1, screen: 2 } as const
export type RecordTrack = (typeof RecordTrack)[keyof typeof RecordTrack]
export const recordTrack = { [RecordTrack.camera]: '摄像头', [RecordTrack.screen]: '屏幕' } as const

/** waiting: the paper is handed in and the browser may still send; partial: a day later something was missing; deleted: the time is over */
export const RecordState = { recording: 0, waiting: 1, complete: 2, partial: 3, deleted: 4 } as const
export type RecordState = (typeof RecordState)[keyof typeof RecordState]
export const recordState = {
  [RecordState.recording]: '录制中',
  [RecordState.waiting]: '等待上传',
  [RecordState.complete]: '完整',
  [RecordState.partial]: '不完整',
  [RecordState.deleted]: '已删除',
} as const
