// Every failure that a handler may answer with: name → code and the user's text. Codes 10010xxx and 20010001 are fixed by api.md.
export const errors = {
  badInput: [10010001, '请检查填写的内容'],
  signedOut: [10010002, '登录已失效，请重新登录！'],
  kickedOut: [10010002, '您的账号已在其他设备登录，请重新登录！'],
  forbidden: [10010003, '无相关权限！'],
  notFound: [10010004, '数据不存在或已被删除'],
  conflict: [10010009, '数据已被他人修改，请刷新后重试'],
  tooOften: [10010011, '操作过于频繁，请稍后再试'],
  licence: [10010015, '系统授权无效或已过期'],
  fault: [10010099, '服务器开小差了呢！'],

  captchaWrong: [10020001, '验证码错误或已失效，请点击图片刷新验证码！'],
  captchaNeeded: [10020002, '请输入图形验证码'],
  signInWrong: [10020003, '账号或密码错误'],
  accountDisabled: [10020004, '账号已被禁用，请联系管理员'],
  accountPending: [10020005, '账号正在审核中，请等待管理员审核'],
  accountExpired: [10020006, '账号已过期，请联系管理员'],
  methodOff: [10020007, '该登录方式未开启'],
  smsWrong: [10020008, '短信验证码错误或已失效'],
  smsTooSoon: [10020009, '短信发送过于频繁，请稍后再试'],
  mobileUnknown: [10020010, '该手机号尚未注册'],

  fileMissing: [10030001, '请选择要上传的文件'],
  fileTooLarge: [10030002, '文件过大'],
  fileKind: [10030003, '不支持的文件类型'],
  sheetBroken: [10030004, '文件无法识别，请使用模板填写后上传 xlsx 文件'],
  sheetTooLong: [10030005, '一次最多导入 {n} 行，请分批导入'],
  sheetHeader: [10030006, '表头与模板不一致，请下载最新模板'],

  repoInUse: [10040001, '题库下还有试题，不能删除'],
  chapterInUse: [10040002, '章节下还有试题，不能删除'],
  questionInUse: [10040003, '试题已被试卷模板使用，不能删除'],

  tmplStock: [10050001, '题库存量不足，不能发布'],
  tmplInUse: [10050002, '模板已被考试使用，不能删除'],
  tmplLocked: [10050005, '已有考生使用本模板作答，不能修改，请另存为新模板'],
  tmplDraft: [10050003, '请先发布试卷模板'],
  tmplEmpty: [10050004, '试卷模板中还没有试题'],

  examStarted: [10060001, '考试已有考生参加，不能修改试卷和时长'],
  examHasPapers: [10060002, '考试已有答卷，不能删除'],
  examNotOpen: [10060003, '您不在本场考试的范围内'],
  examNotBegun: [10060004, '考试尚未开始'],
  examEnded: [10060005, '考试已结束'],
  examDisabled: [10060006, '考试已停用'],
  examTooLate: [10060007, '已超过最晚进入时间，不能参加考试'],
  examNoTries: [10060008, '您的考试次数已用完'],
  examPassword: [10060009, '考试密码错误'],
  examPasswordNeeded: [10060010, '请输入考试密码'],

  paperClosed: [10070001, '考试已结束，不能继续作答'],
  paperElsewhere: [10070002, '已在其他设备继续考试'],
  answerForeign: [10070003, '答案与试题不符，未保存'],
  handTooEarly: [10070004, '未到最早交卷时间，暂不能交卷'],
  resultHidden: [10070005, '成绩暂未公布'],
  paperNotMarkable: [10070006, '该答卷当前不能阅卷'],
  paperReviewed: [10070007, '该答卷已被其他老师阅完，请刷新后查看'],
  questionHidden: [20010001, '当前试题不能作答'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorName = keyof typeof errors

/** What stands beside a refusal of a body that fails its schema. */
export type FieldProblem = { field: string; msg: string }
