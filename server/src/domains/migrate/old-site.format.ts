// What every reader makes of another system, in terms of this one.
import type { WorkFinish, WorkKind } from '@shuyuan/contract/course/work/work-codes.ts'
import type { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import type * as z from 'zod'

export type OldDepart = { id: string; /** '': the top */ parentId: string; name: string }
export type OldUser = {
  id: string
  userName: string
  realName: string
  mobile: string
  email: string
  /** '': the top */
  departId: string
  role: 'learner' | 'teacher' | 'academic'
  isDisabled: boolean
}
export type OldBank = { id: string; title: string; remark: string }
export type OldQuestion = {
  id: string
  bankId: string
  chapter: string
  quType: number
  level: number
  tags: string[]
  /** HTML that is not sanitized yet */
  body: z.input<typeof QuestionBody>
  /** what of it this system does not keep, in Chinese */
  lost?: string[]
}
/** `points` in 1/100. */
type OldPick = { questionId: string; points: number }
/** `count` questions of a chapter, drawn by chance. `points` of each, in 1/100. */
export type OldDraw = { bankId: string; chapter: string; quType: number; count: number; points: number }
export type OldPaper = {
  id: string
  title: string
  minutes: number
  /** 1/100 point; 0: not said */
  passScore: number
  /** when the other system would open and close it */
  from: Date | null
  until: Date | null
  /** in the other system it is open without an end */
  isOpen?: boolean
  /** a group has picks or draws */
  groups: { title: string; picks: OldPick[]; draws?: OldDraw[] }[]
}
/** One hand-in: `score` and `total` in 1/100 point. */
export type OldResult = { id: string; paperId: string; userId: string; score: number; total: number; handTime: Date; seconds: number }
/** A file of courses; `put` writes its content to a path. */
export type OldFile = { id: string; title: string; name: string; size: number; put: (path: string) => Promise<void> }
/** A file of a text or of a hand-in: an address in the other system, and the name to show. */
export type OldAttachment = { title: string; address: string }
/** An assignment, which is a file of courses; points in 1/100. */
export type OldWork = {
  id: string
  title: string
  /** HTML that is not sanitized yet */
  content: string
  maxScore: number
  passScore: number
  deadlineTime: Date | null
  /** hand-ins are taken after the deadline */
  late: boolean
  /** 0: any number */
  tries: number
  takesText: boolean
  kinds: WorkKind[]
  mostFiles: number
  mostMb: number
  finish: WorkFinish
  blind: boolean
  attachments: OldAttachment[]
  /** what of it this system does not keep, in Chinese */
  lost: string[]
}
/** One try of a user; `score` in 1/100 point, null: not marked. */
export type OldHand = {
  id: string
  workId: string
  courseId: string
  userId: string
  tryNo: number
  /** plain text */
  content: string
  files: OldAttachment[]
  handTime: Date
  score: number | null
  comment: string
  markTime: Date | null
  /** '': not known */
  markerId: string
  /** another try follows */
  isFollowed: boolean
  /** what of it this system does not keep, in Chinese */
  lost: string[]
}
export type OldCourse = {
  id: string
  title: string
  /** HTML that is not sanitized yet */
  content: string
  /** an address in the other system; '': none */
  cover: string
  /** 1/100 yuan */
  price: number
  required: boolean
  /** whether its learners see it; a draft otherwise */
  isPublished: boolean
  /** its learners; undefined: all */
  audience: { departIds: string[]; userIds: string[] } | undefined
  /** `section`: '' before the first one */
  items: { fileId: string; section: string; required: boolean; openTime?: Date }[]
}
/** What a user has learnt of a file in a course; times in seconds. */
export type OldLearn = {
  id: string
  courseId: string
  fileId: string
  userId: string
  seconds: number
  /** 0 to 100 */
  percent: number
  finishTime: Date | null
  startTime: Date
  lastTime: Date
}
/** `why` in Chinese. */
export type LeftOut = { kind: OldKind; id: string; title: string; why: string }

/** Names of the kinds in reports, in the order in which they are made. */
export const oldKinds = {
  depart: '部门',
  user: '用户',
  repo: '题库',
  file: '文件',
  qu: '试题',
  tmpl: '试卷模板',
  exam: '考试',
  paper: '成绩',
  courseFile: '课件',
  work: '作业',
  course: '课程',
  hand: '作业提交',
  learn: '学习记录',
} as const
export type OldKind = keyof typeof oldKinds

/** Everything that a reader found. */
export type OldSite = {
  /** names the installation, so that a second file of it is recognised */
  source: string
  /** name of the other system */
  title: string
  departs: OldDepart[]
  users: OldUser[]
  banks: OldBank[]
  questions: OldQuestion[]
  papers: OldPaper[]
  results: OldResult[]
  files: OldFile[]
  works: OldWork[]
  courses: OldCourse[]
  hands: OldHand[]
  learns: OldLearn[]
  /** the file of an address in HTML; undefined where it is missing */
  fileOf: (address: string) => { name: string; read: () => Promise<Uint8Array> } | undefined
  left: LeftOut[]
  /** what the reader guessed, in Chinese */
  notes: string[]
  /** removes what was unpacked for the run */
  close: () => Promise<void>
}

const nothing = async () => undefined

export const emptySite = (source: string, title: string): OldSite => ({
  source,
  title,
  departs: [],
  users: [],
  banks: [],
  questions: [],
  papers: [],
  results: [],
  files: [],
  works: [],
  courses: [],
  hands: [],
  learns: [],
  fileOf: () => undefined,
  left: [],
  notes: [],
  close: nothing,
})
