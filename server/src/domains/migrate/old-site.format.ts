// What every reader makes of another system, in terms of this one.
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
}
/** `points` in 1/100. */
type OldPick = { questionId: string; points: number }
export type OldPaper = {
  id: string
  title: string
  minutes: number
  /** 1/100 point; 0: not said */
  passScore: number
  /** when the other system would open and close it */
  from: Date | null
  until: Date | null
  groups: { title: string; picks: OldPick[] }[]
}
/** One hand-in: `score` and `total` in 1/100 point. */
export type OldResult = { id: string; paperId: string; userId: string; score: number; total: number; handTime: Date; seconds: number }
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
  /** the file of an address in HTML; undefined where it is missing */
  fileOf: (address: string) => { name: string; read: () => Promise<Uint8Array> } | undefined
  left: LeftOut[]
  /** what the reader guessed, in Chinese */
  notes: string[]
}

export const emptySite = (source: string, title: string): OldSite => ({
  source,
  title,
  departs: [],
  users: [],
  banks: [],
  questions: [],
  papers: [],
  results: [],
  fileOf: () => undefined,
  left: [],
  notes: [],
})
