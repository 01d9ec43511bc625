// Where the things of a learning path are done.
import type { PathItemKind } from '@shuyuan/contract/path/stage.ts'

const pages: Record<PathItemKind, (refId: string, courseId: string) => string> = {
  course: (refId) => `/web/course/view/${refId}`,
  exam: (refId) => `/web/exam/check/${refId}`,
  repo: (refId) => `/web/repo/view/${refId}`,
  survey: (refId) => `/web/survey/${refId}`,
  work: (refId, courseId) => `/web/work/${courseId}/${refId}`,
  room: (refId, courseId) => `/web/course/view/${courseId}/${refId}`,
}

type Thing = { kind: PathItemKind; refId: string; courseId: string }

export const placeOf = ({ kind, refId, courseId }: Thing): string => pages[kind](refId, courseId)
