// What no answer may contain.
export type Finding = {
  path: string
  role: string
  what: string
  status: number
  body: string
  answer: string
  /** the call before, which may be the cause */ after: string
}

/** Marks that the site plants; an answer with one of them shows more than it may. */
export const marks = {
  /** the analysis of every question of an exam that a learner sits at the moment */
  key: 'FUZZ-KEY-7c1e',
  /** personal data and answers of another learner */
  mobile: '13955550123',
  email: 'fuzz-victim-7c1e@school.example',
  answer: 'FUZZ-ANSWER-7c1e',
  /** a provider's secret */
  provider: 'FUZZ-PROVIDER-7c1e',
}

const nobodyMay: [what: string, sign: RegExp][] = [
  ['password hash', /\$argon2i?d?\$/],
  ['sealed value', /\bseal1\.[\da-f]{16}\./],
  ['secret of a provider', new RegExp(marks.provider)],
  ['stack trace', /\n\s+at .+:\d+:\d+|\bat \S+ \((?:file|node):|node_modules\//],
  [
    'SQL or its error',
    /syntax error at or near|invalid input syntax|violates [\w-]+(?: [\w-]+)* constraint|relation "|column "|\bselect .+ from "/,
  ],
]
/** Learners and visitors: the roles of the back office may see people and papers. */
const learnerMayNot: [what: string, sign: RegExp][] = [
  ['answer key of an open exam', new RegExp(marks.key)],
  ['mobile number of another learner', new RegExp(marks.mobile)],
  ['address of another learner', new RegExp(marks.email)],
  ['answer of another learner', new RegExp(marks.answer)],
]

/** The names of what an answer must not show to this role. */
export function leaksIn(answer: string, role: string): string[] {
  const signs = role === 'visitor' || role === 'learner' ? [...nobodyMay, ...learnerMayNot] : nobodyMay
  return signs.flatMap(([what, sign]) => (sign.test(answer) ? [what] : []))
}
