// The domains and rooms of the codebase, for server/src/domains, web/src/domains and contract/src alike.

/** The domains that each domain may use: only earlier entries, so that no cycle is possible. */
export const uses: Record<string, readonly string[]> = {
  common: [],
  site: ['common'],
  session: ['common', 'site'],
  message: ['common', 'site', 'session'],
  people: ['common', 'site', 'session', 'message'],
  operation: ['common', 'site', 'session', 'message', 'people'],
  face: ['common', 'site', 'session', 'message', 'people'],
  account: ['common', 'site', 'session', 'message', 'people', 'operation', 'face'],
  notify: ['common', 'site', 'message', 'people'],
  points: ['common', 'session', 'people', 'account', 'notify'],
  pay: ['common', 'site', 'session', 'message', 'people', 'notify', 'points'],
  cert: ['common', 'site', 'message', 'people', 'notify'],
  course: ['common', 'site', 'session', 'message', 'people', 'operation', 'face', 'account', 'notify', 'pay', 'points', 'cert'],
  repo: ['operation', 'pay'],
  qu: ['common', 'site', 'message', 'people', 'operation', 'repo'],
  tmpl: ['operation', 'repo', 'qu'],
  exam: ['site', 'message', 'people', 'operation', 'face', 'notify', 'pay', 'cert', 'course', 'tmpl'],
  // taking and watching an exam belongs to papers (docs/decisions/0010)
  paper: [
    'common',
    'site',
    'session',
    'message',
    'people',
    'operation',
    'face',
    'notify',
    'pay',
    'points',
    'cert',
    'course',
    'repo',
    'qu',
    'tmpl',
    'exam',
  ],
  // the wrong-answer book reads from exams and training
  book: ['site', 'repo', 'qu', 'exam', 'paper'],
  train: ['people', 'points', 'pay', 'course', 'repo', 'qu', 'exam', 'paper', 'book'],
  live: ['common', 'site', 'session', 'message', 'people', 'notify', 'course'],
  battle: ['common', 'site', 'session', 'people', 'notify', 'points', 'repo', 'qu', 'exam', 'paper', 'train'],
  activity: ['common', 'site', 'message', 'people', 'notify', 'points', 'cert', 'repo', 'qu', 'exam', 'paper', 'train'],
  survey: ['common', 'site', 'people', 'operation', 'notify', 'course', 'exam', 'paper', 'live'],
  path: [
    'common',
    'site',
    'message',
    'people',
    'operation',
    'notify',
    'points',
    'cert',
    'course',
    'repo',
    'exam',
    'paper',
    'train',
    'survey',
  ],
  // texts that a model writes are drafts: people choose, the domains below store
  assist: ['common', 'site', 'people', 'message', 'repo', 'qu', 'course', 'exam', 'paper', 'book', 'train'],
  // data of other systems, brought here by npm run migrate
  migrate: ['common', 'site', 'session', 'people', 'course', 'repo', 'qu', 'tmpl', 'exam', 'paper'],
  // what happened is told to other systems
  integrate: ['site', 'message', 'people', 'account', 'course', 'exam', 'paper'],
  stat: [
    'common',
    'site',
    'session',
    'message',
    'people',
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
    'survey',
    'path',
  ],
}

/**
 * The rooms of large domains, lowest first: a file imports only from its own room, from rooms before it, and the files of the domain's root
 * that `shared` names. Files at the root itself (routes, jobs, factories that need several rooms) may use every room.
 */
export const rooms: Record<string, { order: readonly string[]; shared?: readonly string[] }> = {
  // outbox: SMS and e-mail that are sent, and their log
  site: {
    shared: ['site.texts.ts', 'site.server.texts.ts'],
    order: ['setting', 'log', 'provider', 'config', 'outbox'],
  },
  people: {
    shared: ['people.texts.ts', 'people.server.texts.ts'],
    order: ['role-menu', 'org', 'hotel', 'user'],
  },
  // code: one-time codes by SMS or app; own: the signed-in user's own account
  account: {
    shared: ['bind.ts', 'account.texts.ts', 'account.server.texts.ts'],
    order: ['directory', 'token', 'code', 'sign-in', 'own', 'realname'],
  },
  pay: {
    order: ['setting', 'gateway', 'order', 'invoice', 'bill', 'coupon'],
    shared: ['order-state.ts', 'pay.texts.ts', 'pay.server.texts.ts', 'order.factory.ts'],
  },
  course: {
    order: ['progress', 'media', 'file', 'catalog', 'face', 'learn', 'talk', 'rate', 'scorm', 'records', 'work', 'room', 'view'],
    shared: ['course.texts.ts', 'course.server.texts.ts', 'face-settings.ts'],
  },
  qu: {
    order: [
      'bank',
      'exchange',
      'exchange/sheet',
      'exchange/qti',
      'exchange/gift',
      'exchange/moodle',
      'exchange/platform',
      'exchange/docx',
      'exchange/foreign',
      'exchange/word',
      'import',
      'export',
    ],
    shared: ['content.ts', 'qu.ts', 'qu.texts.ts', 'qu.server.texts.ts'],
  },
  // seb: the safe exam browser; preset: stored settings; entry: audience, times and invigilators of an exam; override: arrangements of single people
  exam: {
    order: ['seb', 'entry', 'override', 'apply', 'preset'],
    shared: [
      'exam.service.ts',
      'announce.service.ts',
      'exam.ts',
      'entry-settings.ts',
      'integrity-settings.ts',
      'integrity-form.ts',
      'record-settings.ts',
      'room-settings.ts',
      'exam.texts.ts',
      'exam.server.texts.ts',
    ],
  },
  // host: what a lecturer does
  live: {
    shared: [
      'live.rules.ts',
      'hint.service.ts',
      'live.texts.ts',
      'room.ts',
      'room-state.ts',
      'live-hint.ts',
      'cast.ts',
      'LivePicture.tsx',
      'PushAddress.tsx',
      'live.module.css',
    ],
    order: ['cloud', 'room', 'replay', 'host', 'chat', 'cast', 'rtmp'],
  },
  // lti: this site as a tool of others; tool: tools of others in this site
  integrate: {
    shared: ['integrate.server.texts.ts', 'hook.ts', 'lti.ts', 'tool.ts', 'integrate.module.css'],
    order: ['outbox', 'lti', 'tool', 'hook'],
  },
  // ledger: settings, budget, requests and their log; material: texts of files; mark: second opinions in marking
  assist: {
    shared: ['assist.ts', 'assist.texts.ts'],
    order: ['ledger', 'notice', 'material', 'questions', 'improve', 'explain', 'mark'],
  },
  // read: files of other systems as rows; write: what is made of them here, and its undo
  migrate: {
    order: ['read', 'xzs', 'sheets', 'moodle', 'playedu', 'write'],
    shared: ['old-site.format.ts'],
  },
  // figure: figures counted beforehand or remembered; similar: papers that resemble each other, and whether questions were fair; team: what leaders see
  stat: {
    order: ['figure', 'dashboard', 'similar', 'exam', 'report', 'team'],
  },
  paper: {
    // record: recordings of candidates; evidence: watching them
    order: ['marking', 'question', 'channel', 'record', 'grade', 'attempt', 'result', 'admission', 'proctor', 'evidence', 'review', 'fix'],
    shared: ['paper-state.ts', 'paper.texts.ts', 'paper.server.texts.ts'],
  },
}

/** The domains that write a table whose prefix does not name them, the owner first. Other domains call a service of the owner. */
export const tableOwners: Record<string, readonly string[]> = {
  exam_extra: ['paper'],
  exam_fast: ['stat'],
  exam_item_irt: ['stat'],
  exam_record_consent: ['paper'],
  exam_record_exempt: ['paper'],
  exam_similar: ['stat'],
  exam_similar_note: ['stat'],
  exam_similar_pair: ['stat'],
  sys_config: ['site'],
  sys_dic: ['site'],
  sys_dic_value: ['site'],
  sys_log: ['site'],
  sys_login_log: ['site'],
  sys_prop: ['site'],
  sys_sms_log: ['site'],
  sys_sign_in_failure: ['site'],
  sys_device_mark: ['session'],
  sys_ticket: ['session'],
  sys_user_day: ['session'],
  sys_msg: ['message'],
  sys_notice: ['message'],
  sys_push: ['message'],
  sys_push_key: ['message'],
  sys_push_waiting: ['message'],
  sys_depart: ['people'],
  sys_group: ['people'],
  sys_group_user: ['people'],
  sys_hotel: ['people'],
  sys_menu: ['people'],
  sys_role: ['people'],
  sys_role_depart: ['people'],
  sys_role_menu: ['people'],
  sys_backup: ['operation'],
  sys_bin: ['operation'],
  sys_bin_row: ['operation'],
  sys_list_view: ['operation'],
  sys_list_view_first: ['operation'],
  sys_node: ['operation'],
  sys_cam_hand: ['face'],
  sys_face: ['face'],
  sys_face_challenge: ['face'],
  sys_face_consent: ['face'],
  sys_picture_gone: ['face'],
  sys_api_token: ['account'],
  sys_directory_row: ['account'],
  sys_directory_run: ['account'],
  sys_directory_user: ['account'],
  sys_real: ['account'],
  sys_sms_code: ['account'],
  sys_third_pending: ['account'],
  sys_third_state: ['account'],
  sys_totp: ['account'],
  sys_totp_recovery: ['account'],
  sys_user_bind: ['account'],
  // an account is made and changed by sign-in and directory, and managed by administrators
  sys_user: ['people', 'account'],
  sys_user_role: ['people', 'account'],
  sys_session: ['session', 'account'],
  // written by migrations and the kernel only
  sys_seal_key: ['site'],
}
