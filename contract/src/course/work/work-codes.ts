// Codes and limits of assignments.

export const WorkFinish = { handed: 1, passed: 2 } as const
export type WorkFinish = (typeof WorkFinish)[keyof typeof WorkFinish]
export const workFinish = { [WorkFinish.handed]: '提交后', [WorkFinish.passed]: '通过后' } as const

export const HandState = { draft: 0, handed: 1, returned: 2, marked: 3 } as const
export type HandState = (typeof HandState)[keyof typeof HandState]
export const handState = {
  [HandState.draft]: '未提交',
  [HandState.handed]: '待批改',
  [HandState.returned]: '已退回重做',
  [HandState.marked]: '已批改',
} as const

/** Kinds of files that an assignment may take. */
export const workKind = { image: '图片', document: '文档', audio: '录音', video: '视频', archive: '压缩包' } as const
export type WorkKind = keyof typeof workKind
export const workKinds = Object.keys(workKind) as WorkKind[]

/** The kind of an upload by its media type. */
export function workKindOf(type: string): WorkKind {
  if (type === 'application/zip' || type === 'application/vnd.rar') return 'archive'
  const [main] = type.split('/')
  return main === 'image' || main === 'audio' || main === 'video' ? main : 'document'
}

/** Why nothing can be handed in now; empty: it can. */
export const workReason = {
  waiting: '作业已提交，等待批改',
  passed: '作业已通过',
  used: '提交次数已用完',
  late: '已过截止时间，不能再提交',
} as const
export type WorkReason = keyof typeof workReason

/** Of a file of a hand-in, as it is stored. */
export const ViewState = { none: 0, made: 1, refused: 2 } as const
export type ViewState = (typeof ViewState)[keyof typeof ViewState]
/** Whether a document of an office program can be read on the marking desk. */
export const workView = {
  ready: '可在线阅读',
  making: '正在转换为 PDF',
  refused: '不能转换为 PDF',
  missing: '服务器没有 LibreOffice',
} as const
export type WorkView = keyof typeof workView

export const MOST_WORK_FILES = 10
export const MOST_WORK_MB = 200
export const MOST_WORK_TEXT = 20_000
export const MOST_POINTS = 1_000
const MB = 1_048_576

/** Bytes that one file of this assignment may have. */
export const mostBytes = ({ mostMb }: { mostMb: number }): number => mostMb * MB
