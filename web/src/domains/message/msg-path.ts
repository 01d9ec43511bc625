// Addresses of what messages are about.
const uc = (part: string, refId: string) => `/web/uc?to=${part}&id=${refId}`

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
  order: (refId) => uc('pay', refId),
  invoice: (refId) => uc('pay', refId),
  certGrant: (refId) => uc('cert', refId),
  // the type and the number of an order
  orderDesk: (refId) => `/admin/pay/order?tab=${refId.split('/')[0]}&orderNo=${refId.split('/')[1]}`,
}
/** Messages about a part of the user centre as a whole, or of a time when they named nothing. */
const partOf: Record<string, string> = { cert: 'cert', real: 'real' }

/** The address of the object that a message refers to; undefined: none. */
export const msgPath = ({ refType, refId }: { refType: string; refId: string }): string | undefined =>
  Object.hasOwn(partOf, refType) ? `/web/uc?to=${partOf[refType]}` : refId === '' ? undefined : pageOf[refType]?.(refId)
