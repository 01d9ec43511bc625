// Addresses of what messages are about.
const pageOf: Record<string, (refId: string) => string> = {
  exam: (refId) => `/web/exam/check/${refId}`,
  paper: (refId) => `/web/exam/result/${refId}`,
  activity: (refId) => `/web/activity/${refId}`,
  course: (refId) => `/web/course/view/${refId}`,
  survey: (refId) => `/web/survey/${refId}`,
  path: (refId) => `/web/path/${refId}`,
  courseQuestion: (refId) => `/admin/course/question?courseId=${refId}`,
  work: (refId) => `/web/work/${refId}`,
  courseRoom: (refId) => `/web/course/view/${refId}`,
  workHand: (refId) => `/admin/course/work/mark/${refId}`,
  backup: () => '/admin/sys/backup',
  invoice: () => '/web/uc?to=pay',
}

/** The address of the object that a message refers to; undefined: none. */
export const msgPath = ({ refType, refId }: { refType: string; refId: string }): string | undefined =>
  refId === '' ? undefined : pageOf[refType]?.(refId)
