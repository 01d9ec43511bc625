// Codes of recordings: their tracks and states.

/** Tracks of a recording; sound is part of the camera's. The phone is a second camera. */
export const RecordTrack = { camera: 1, screen: 2, phone: 3 } as const
export type RecordTrack = (typeof RecordTrack)[keyof typeof RecordTrack]
export const recordTrack = { [RecordTrack.camera]: '摄像头', [RecordTrack.screen]: '屏幕', [RecordTrack.phone]: '手机第二机位' } as const

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

/** The phone of an open paper: never connected, recording, or silent for PHONE_GONE_MS. */
export const phoneState = { none: '未连接', on: '录制中', gone: '已断开' } as const
