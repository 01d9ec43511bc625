// Who may use whom: a domain may name only those above it, so no cycle can be written.
export const uses: Record<string, readonly string[]> = {
  common: [],
  sys: ['common'],
  notify: ['common', 'sys'],
  pay: ['common', 'sys'],
  points: ['sys'],
  course: ['common', 'sys', 'notify', 'pay', 'points'],
  repo: ['sys'],
  qu: ['common', 'sys', 'repo'],
  tmpl: ['sys', 'repo', 'qu'],
  exam: ['sys', 'notify', 'course', 'tmpl'],
  // sitting an exam, watching it included, belongs to papers (docs/decisions/0010)
  paper: ['sys', 'pay', 'points', 'course', 'repo', 'qu', 'tmpl', 'exam'],
  // the wrong-answer book takes from exams and from training
  book: ['sys', 'repo', 'qu', 'exam', 'paper'],
  train: ['sys', 'pay', 'repo', 'qu', 'exam', 'paper', 'book'],
  stat: ['sys', 'repo', 'qu', 'exam', 'paper'],
}

/** Contract folders that have no domain of their own on the server, and who serves them. */
export const servedElsewhere: Record<string, string> = { socket: 'sys', user: 'points' }
