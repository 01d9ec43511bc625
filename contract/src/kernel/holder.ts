// What keeps a thing from being deleted and has a page: `holders` in the data of the refusal. Only what the caller may open is named.

/** Kinds of holders, each with the permission that opens its page. The ones of lists (`…Of`) carry the id of what is deleted. */
export const holderTags = {
  exam: 'exam:list',
  tmpl: 'tmpl:update',
  course: 'course:update',
  courseFile: 'course:file:list',
  activity: 'activity:list',
  path: 'path:update',
  questionsOf: 'qu:list',
  papersOf: 'paper:list',
  learnersOf: 'course:stat',
  grantsOf: 'cert:grant:list',
  triesOf: 'activity:list',
  usersOfDepart: 'sys:user:list',
  usersOfRole: 'sys:user:list',
} as const

export type HolderKind = keyof typeof holderTags
export type Holder = { kind: HolderKind; id: string; title: string }
