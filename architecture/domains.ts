// The domains and rooms of the codebase, for server/src/domains, web/src/domains and contract/src alike.

/** The domains that each domain may use: only earlier entries, so that no cycle is possible. */
export const uses: Record<string, readonly string[]> = {
  common: [],
  sys: ['common'],
  notify: ['common', 'sys'],
  points: ['common', 'sys', 'notify'],
  pay: ['common', 'sys', 'notify', 'points'],
  cert: ['common', 'sys', 'notify'],
  course: ['common', 'sys', 'notify', 'pay', 'points', 'cert'],
  repo: ['sys'],
  qu: ['common', 'sys', 'repo'],
  tmpl: ['sys', 'repo', 'qu'],
  exam: ['sys', 'notify', 'pay', 'cert', 'course', 'tmpl'],
  // taking and watching an exam belongs to papers (docs/decisions/0010)
  paper: ['common', 'sys', 'notify', 'pay', 'points', 'cert', 'course', 'repo', 'qu', 'tmpl', 'exam'],
  // the wrong-answer book reads from exams and training
  book: ['sys', 'repo', 'qu', 'exam', 'paper'],
  train: ['sys', 'points', 'pay', 'course', 'repo', 'qu', 'exam', 'paper', 'book'],
  live: ['common', 'sys', 'notify', 'course'],
  battle: ['common', 'sys', 'notify', 'points', 'repo', 'qu', 'exam', 'paper', 'train'],
  activity: ['common', 'sys', 'notify', 'points', 'cert', 'repo', 'qu', 'exam', 'paper', 'train'],
  // what happened is told to other systems
  integrate: ['sys', 'course', 'exam', 'paper'],
  stat: [
    'common',
    'sys',
    'notify',
    'points',
    'pay',
    'cert',
    'course',
    'repo',
    'qu',
    'tmpl',
    'exam',
    'paper',
    'train',
    'live',
    'battle',
    'activity',
  ],
}

/**
 * The rooms of large domains, lowest first: a file imports only from its own room, from rooms before it, and the files of the domain's root
 * that `shared` names. Files at the root itself (routes, jobs, factories that need several rooms) may use every room.
 */
export const rooms: Record<string, { order: readonly string[]; shared?: readonly string[] }> = {
  sys: {
    shared: ['sys.texts.ts', 'sys.server.texts.ts'],
    order: [
      'setting',
      'provider',
      'site',
      'session',
      'role-menu',
      'org',
      'log',
      'notice',
      'operation',
      'hotel',
      'people',
      'directory',
      'bin',
      'token',
      'face',
      'account',
      'realname',
    ],
  },
  pay: {
    order: ['setting', 'gateway', 'order', 'invoice', 'bill', 'coupon'],
    shared: ['order-state.ts', 'pay.texts.ts', 'pay.server.texts.ts', 'order.factory.ts'],
  },
  course: {
    order: ['progress', 'media', 'file', 'catalog', 'face', 'learn', 'talk', 'scorm', 'learnt'],
    shared: ['course.texts.ts', 'course.server.texts.ts', 'face-settings.ts'],
  },
  qu: {
    order: ['bank', 'exchange', 'exchange/sheet', 'exchange/qti', 'exchange/gift', 'exchange/moodle', 'exchange/docx', 'import', 'export'],
    shared: ['content.ts', 'qu.ts', 'qu.texts.ts', 'qu.server.texts.ts'],
  },
  // seb: the safe exam browser; preset: stored settings; entry: who may sit an exam, when, and who watches; override: arrangements of single people
  exam: {
    order: ['seb', 'entry', 'override', 'apply', 'preset'],
    shared: [
      'exam.service.ts',
      'announce.service.ts',
      'exam.ts',
      'entry-settings.ts',
      'integrity-settings.ts',
      'room-settings.ts',
      'exam.texts.ts',
      'exam.server.texts.ts',
    ],
  },
  paper: {
    order: ['marking', 'question', 'channel', 'grade', 'attempt', 'result', 'admission', 'proctor', 'review', 'fix'],
    shared: ['paper-state.ts', 'paper.texts.ts', 'paper.server.texts.ts'],
  },
}

/** Tables whose prefix names another domain than their owner. */
export const tablesElsewhere: Record<string, string> = { exam_extra: 'paper' }
