// Courses open tools of other makers by LTI 1.3: this site is the platform (docs/decisions/0139).
import * as z from '../kernel/z.ts'
import { callback, command, endpoints, query } from '../kernel/endpoint.ts'
import { choice, flag, id, ids, keyword, moment, optionalText, pageOf, paging, text } from '../kernel/field.ts'

const fields = {
  title: text('工具名称', 60),
  /** the address of this site; tools compare it letter for letter */
  issuer: text('本站地址', 300),
  loginUrl: text('登录发起地址', 500).meta({ title: '登录发起地址', control: 'text' }),
  targetUrl: text('工具地址', 500).meta({ title: '工具地址', control: 'text' }),
  /** one in each line */
  redirectUris: text('工具回调地址', 2_000).meta({ title: '工具回调地址', control: 'textarea' }),
  keysUrl: optionalText('工具公钥地址（JWKS）', 500).meta({ title: '工具公钥地址（JWKS）', control: 'text' }),
  /** PEM or JWK; without it and keysUrl the tool cannot send scores */
  publicKey: optionalText('工具公钥', 5_000).meta({ title: '工具公钥', control: 'textarea' }),
  /** `name=value` in each line, of all openings */
  custom: optionalText('自定义参数', 4_000).meta({ title: '自定义参数', control: 'textarea' }),
  /** members of the courses that open it: their names and the ids by which it knows them */
  roster: flag('可读取课程名单').default(false),
  enabled: flag('启用'),
}

/** What was wrong with a call of a tool. */
export const toolProblems = {
  token: '令牌请求的签名或内容不对',
  scope: '令牌请求没有可以给的权限',
  type: '成绩的内容类型不对',
  score: '成绩的字段不对',
  place: '没有这个课件、课程或人员',
  roster: '读取名单的请求不对',
  older: '成绩早于已有的成绩',
} as const
export type ToolProblem = keyof typeof toolProblems

const Tool = z.object({
  id: id('外部工具'),
  ...fields,
  clientId: z.string().meta({ title: '工具 Client ID' }),
  deploymentId: z.string().meta({ title: '工具 Deployment ID' }),
  links: z.int().meta({ title: '使用它的课件' }),
  /** of its last call that was refused; null: none was */
  problem: choice('最近的拒绝', toolProblems).nullable(),
  /** the field that was wrong */
  problemDetail: z.string(),
  problemTime: moment('拒绝时间').nullable(),
})

export const tool = endpoints('integrate/tool', {
  paging: query({ title: '外部工具列表', permit: 'integrate:tool:list', input: paging({}), output: pageOf(Tool) }),
  save: command({
    title: '保存外部工具',
    permit: ['integrate:tool:add', 'integrate:tool:update'],
    addOrUpdate: true,
    slow: true,
    apiToken: false,
    input: z.object({ id: id('外部工具').optional(), ...fields }),
    output: z.object({ id: z.string() }),
  }),
  /** refused while a course file opens it */
  delete: command({
    title: '删除外部工具',
    permit: 'integrate:tool:delete',
    apiToken: false,
    input: ids('外部工具'),
    output: z.literal(true),
  }),
})

/** LTI Assignment and Grade Services 2.0, section 3.4.5 */
export const toolActivity = {
  Initialized: '已打开',
  Started: '已开始',
  InProgress: '正在进行',
  Submitted: '已交给工具',
  Completed: '已完成',
} as const
export type ToolActivity = keyof typeof toolActivity
export const toolGrading = {
  FullyGraded: '评分完毕',
  Pending: '等待评分',
  PendingManual: '等待人工评分',
  Failed: '评分失败',
  NotReady: '尚无评分',
} as const
export type ToolGrading = keyof typeof toolGrading

const link = {
  toolId: id('外部工具'),
  title: text('链接名称', 200),
  /** a part of the tool; empty: its own address */
  targetUrl: optionalText('工具内的地址', 500),
  /** before those of the tool with the same name */
  custom: optionalText('自定义参数', 4_000).meta({ title: '自定义参数', control: 'textarea' }),
}
const TOOLS = 'course:tool:list'
/** The key of a link is its course file. */
export const toolLink = endpoints('integrate/tool-link', 'course', {
  paging: query({
    title: '外部工具链接列表',
    permit: TOOLS,
    input: paging({ title: keyword('链接名称') }),
    output: pageOf(
      z.object({
        id: id('课件'),
        ...link,
        toolTitle: z.string().meta({ title: '外部工具' }),
        courses: z.int().meta({ title: '使用它的课程' }),
        results: z.int().meta({ title: '有成绩的人数' }),
        createTime: moment('创建时间'),
      }),
    ),
  }),
  /** the tools that a link may open */
  tools: query({
    title: '可用的外部工具',
    permit: ['course:tool:add', 'course:tool:update'],
    input: z.object({}),
    output: z.array(z.object({ id: z.string(), title: z.string() })),
  }),
  /** a new one stands among the course files, from which courses take it */
  save: command({
    title: '保存外部工具链接',
    permit: ['course:tool:add', 'course:tool:update'],
    addOrUpdate: true,
    input: z.object({ id: id('课件').optional(), ...link }),
    output: z.object({ id: z.string() }),
  }),
  /** what the tool reported, within the data scope of the caller */
  results: query({
    title: '外部工具成绩',
    permit: TOOLS,
    input: paging({ fileId: id('课件'), courseId: id('课程').optional(), realName: keyword('姓名') }),
    output: pageOf(
      z.object({
        id: z.string(),
        courseTitle: z.string().meta({ title: '课程' }),
        realName: z.string().meta({ title: '姓名' }),
        userName: z.string().meta({ title: '账号' }),
        score: z.number().nullable().meta({ title: '得分' }),
        maximum: z.number().nullable().meta({ title: '满分' }),
        activity: choice('工具进度', toolActivity),
        grading: choice('评分情况', toolGrading),
        comment: z.string().meta({ title: '评语' }),
        scoreTime: moment('报告时间'),
      }),
    ),
  }),
  /** opens the tool as a teacher, outside of a course */
  try: command({
    title: '试开外部工具',
    permit: TOOLS,
    apiToken: false,
    input: z.object({ id: id('课件') }),
    output: z.object({ url: z.string() }),
  }),
  /** opens the tool for a choice of what links open; what it answers becomes links (Deep Linking 2.0) */
  choose: command({
    title: '从工具中选择',
    permit: 'course:tool:add',
    apiToken: false,
    input: z.object({ toolId: id('外部工具') }),
    output: z.object({ url: z.string() }),
  }),
  /** begins an opening by a learner; the browser goes to `url` in a window of its own */
  open: command({
    title: '打开外部工具',
    permit: 'any',
    input: z.object({ courseId: id('课程'), fileId: id('课件') }),
    output: z.object({ url: z.string() }),
  }),
})

/** What tools call. The public keys are those of `lti.keys`. */
export const toolService = endpoints('integrate/tool-service', {
  /** OpenID Connect: answers with a form that carries the ID token to the tool */
  auth: callback({ title: '外部工具登录', get: true }),
  /** access tokens for signed statements of tools */
  token: callback({ title: '外部工具令牌' }),
  /** what a teacher chose in the tool, signed by it */
  chosen: callback({ title: '外部工具返回所选内容' }),
  'lineitem/scores': callback({ title: '外部工具报告成绩' }),
  /** members of a course (Names and Role Provisioning Services 2.0) */
  memberships: callback({ title: '外部工具读取课程名单', get: true }),
})
