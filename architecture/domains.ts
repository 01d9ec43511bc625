// The order of the house. It holds for server/src/domains, web/src/domains and contract/src alike.

/** Who may use whom: a domain may name only those above it, so no cycle can be written. */
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

/**
 * The rooms of large domains, lowest first: a file imports only from its own room, from rooms before it, and from the domain's root where
 * `shared` names the file. What stands at the root itself (routes, jobs, factories that need several rooms) may use every room.
 */
export const rooms: Record<string, { order: readonly string[]; shared?: readonly string[] }> = {
  sys: {
    shared: ['sys.texts.ts', 'sys.server.texts.ts'],
    order: ['setting', 'provider', 'site', 'session', 'role-menu', 'org', 'log', 'notice', 'hotel', 'people', 'account', 'realname'],
  },
  qu: {
    order: ['bank', 'exchange', 'exchange/sheet', 'exchange/qti', 'exchange/gift', 'exchange/moodle', 'exchange/docx', 'import', 'export'],
    shared: ['content.ts', 'qu.ts', 'qu.texts.ts', 'qu.server.texts.ts'],
  },
  paper: {
    order: ['marking', 'question', 'channel', 'grade', 'attempt', 'result', 'admission', 'proctor', 'review', 'fix'],
    shared: ['paper-state.ts', 'paper.texts.ts', 'paper.server.texts.ts'],
  },
}

/** Tables that are named for another domain than the one that owns them. */
export const tablesElsewhere: Record<string, string> = { exam_extra: 'paper' }
