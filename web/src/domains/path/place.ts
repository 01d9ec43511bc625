// Where the things of a learning path are done.
import type { PathItemKind } from '@shuyuan/contract/path/stage.ts'

const pages: Record<PathItemKind, (refId: string) => string> = {
  course: (refId) => `/web/course/view/${refId}`,
  exam: (refId) => `/web/exam/check/${refId}`,
  repo: (refId) => `/web/repo/view/${refId}`,
  survey: (refId) => `/web/survey/${refId}`,
}

export const placeOf = ({ kind, refId }: { kind: PathItemKind; refId: string }): string => pages[kind](refId)
