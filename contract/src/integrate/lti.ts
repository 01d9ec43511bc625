// Learning platforms open exams and courses of this site by LTI 1.3 (docs/decisions/0139).
import * as z from '../kernel/z.ts'
import { callback, command, endpoints, hot, query } from '../kernel/endpoint.ts'
import { choice, flag, id, ids, keyword, moment, optionalText, pageOf, paging, text } from '../kernel/field.ts'
import { sayKernel } from '../kernel/kernel.texts.ts'
import { encoded } from '../kernel/message.ts'

/** What is done with the members of a platform's courses (Names and Role Provisioning Services 2.0). */
export const ltiRosterUse = { off: '不读取', report: '读取并对比', accounts: '读取，并为新学员开账号' } as const
export type LtiRosterUse = keyof typeof ltiRosterUse

const fields = {
  title: text('平台名称', 60),
  /** letter for letter as the platform writes it into its tokens */
  issuer: text('平台标识（Issuer）', 500).meta({ title: '平台标识（Issuer）', control: 'text' }),
  clientId: text('平台 Client ID', 255).meta({ title: '平台 Client ID', control: 'text' }),
  /** one or more, divided by commas */
  deployments: text('Deployment ID', 500).meta({ title: 'Deployment ID', control: 'text' }),
  authUrl: text('平台登录地址', 500).meta({ title: '平台登录地址', control: 'text' }),
  keysUrl: text('平台公钥地址（JWKS）', 500).meta({ title: '平台公钥地址（JWKS）', control: 'text' }),
  /** without it no scores are sent */
  tokenUrl: optionalText('令牌地址', 500),
  /** where the platform wants another one than its token address */
  tokenAudience: optionalText('令牌受众（Audience）', 500),
  /** of new accounts */
  deptCode: z
    .string({ error: encoded(sayKernel('unchosen', { label: '账号加入部门' })) })
    .min(1, encoded(sayKernel('unchosen', { label: '账号加入部门' })))
    .max(60)
    .meta({ title: '账号加入部门', control: 'depart' }),
  roster: choice('课程名单', ltiRosterUse).default('off'),
  enabled: flag('启用'),
}

const Platform = z.object({
  id: id('学习平台'),
  ...fields,
  deptCode_dictText: z.string().meta({ title: '账号加入部门' }),
  users: z.int().meta({ title: '已登录人数' }),
})

const LIST = 'integrate:lti:list'
export const ltiPlatform = endpoints('integrate/lti-platform', {
  paging: query({ title: '学习平台列表', permit: LIST, input: paging({}), output: pageOf(Platform) }),
  save: command({
    title: '保存学习平台',
    permit: ['integrate:lti:add', 'integrate:lti:update'],
    addOrUpdate: true,
    slow: true,
    apiToken: false,
    input: z.object({ id: id('学习平台').optional(), ...fields }),
    output: z.object({ id: z.string() }),
  }),
  /** the accounts of its users stay */
  delete: command({
    title: '删除学习平台',
    permit: 'integrate:lti:delete',
    apiToken: false,
    input: ids('学习平台'),
    output: z.literal(true),
  }),
})

/** Why a roster was not read. Nothing of an earlier reading is changed then. */
export const ltiRosterProblems = {
  token: '平台没有给令牌',
  answer: '平台拒绝了读取',
  form: '平台的回答不是名单',
  silent: '平台没有回答',
  address: '名单的地址不能访问',
  empty: '名单是空的',
  tooMany: '名单超过 10,000 人',
  seats: '账号数量达到许可上限',
} as const
export type LtiRosterProblem = keyof typeof ltiRosterProblems

export const ltiMemberState = { present: '在名单中', added: '新增成员', gone: '已不在名单' } as const
export type LtiMemberState = keyof typeof ltiMemberState

/** Courses of platforms from which launches came, and their members. */
export const ltiRoster = endpoints('integrate/lti-roster', {
  paging: query({
    title: '平台课程列表',
    permit: LIST,
    input: paging({ platformId: id('学习平台').optional(), title: keyword('平台课程') }),
    output: pageOf(
      z.object({
        id: id('平台课程'),
        platformTitle: z.string().meta({ title: '平台名称' }),
        title: z.string().meta({ title: '平台课程' }),
        people: z.int().meta({ title: '名单人数' }),
        /** of the last reading, as the two that follow */
        added: z.int().meta({ title: '新增成员' }),
        gone: z.int().meta({ title: '离开名单' }),
        accounts: z.int().meta({ title: '新开账号' }),
        problem: choice('未能读取', ltiRosterProblems).nullable(),
        problemDetail: z.string(),
        readTime: moment('读取时间').nullable(),
      }),
    ),
  }),
  members: query({
    title: '平台课程名单',
    permit: LIST,
    input: paging({ contextId: id('平台课程'), state: choice('名单状态', ltiMemberState).optional(), name: keyword('姓名') }),
    output: pageOf(
      z.object({
        /** the name by which the platform knows them */
        id: z.string().meta({ title: '平台中的编号' }),
        name: z.string().meta({ title: '姓名' }),
        teaches: flag('教师身份'),
        active: flag('课程的有效成员'),
        state: choice('名单状态', ltiMemberState),
        /** of the account here, where they have one */
        userName: z.string().nullable().meta({ title: '账号' }),
        firstTime: moment('首次出现'),
        goneTime: moment('离开名单的时间').nullable(),
      }),
    ),
  }),
  /** reads the roster now; what is wrong with it is stored at the course, and answered */
  read: command({
    title: '读取平台课程名单',
    permit: 'integrate:lti:update',
    apiToken: false,
    slow: true,
    input: z.object({ id: id('平台课程') }),
    output: z.object({
      problem: choice('未能读取', ltiRosterProblems).nullable(),
      people: z.int(),
      added: z.int(),
      gone: z.int(),
      accounts: z.int(),
    }),
  }),
})

export const lti = endpoints('integrate/lti', {
  /** third-party initiated login: redirects to the platform */
  login: callback({ title: '学习平台登录请求', get: true }),
  /** the platform’s answer with an ID token: redirects to the page that calls `enter` */
  launch: callback({ title: '学习平台启动请求' }),
  /** the public keys of this site: a JSON Web Key Set */
  keys: callback({ title: '本站公钥', get: true }),
  /** stands within the platform while a teacher chooses, then posts the answer to it */
  wait: callback({ title: '等待选择内容', get: true }),
  /** opens the page on which a teacher chooses, in a window of its own */
  choose: callback({ title: '打开选择内容', get: true }),
  /** opens the session, in the browser that began the launch */
  enter: hot({
    title: '学习平台登录',
    permit: '-',
    rate: { by: 'ip', max: 600, seconds: 60 },
    input: z.object({ code: z.string().min(1).max(100) }),
    /** `to`: the page of the exam or course */
    output: z.object({ token: z.string(), to: z.string() }),
  }),
})

export const ltiKind = { exam: '考试', course: '课程' } as const
export type LtiKind = keyof typeof ltiKind
/** An exam or a course, for example `exam-12`. */
export const LtiItemId = z.string().regex(/^(?:exam|course)-\d{1,18}$/)

/** What a teacher offers to a learning platform that asked for it; `code` is that of the request. */
const code = z.string().min(1).max(100)
const SELECT = 'integrate:lti:select'
export const ltiChoice = endpoints('integrate/lti-choice', {
  detail: query({
    title: '学习平台的选择请求',
    permit: SELECT,
    apiToken: false,
    input: z.object({ code }),
    output: z.object({
      platform: z.string().meta({ title: '平台名称' }),
      /** the name that the platform sent */
      person: z.string().meta({ title: '请求人' }),
      multiple: flag('可选多项'),
    }),
  }),
  /** needs the tag of the list of exams or courses, besides */
  paging: query({
    title: '可选的考试和课程',
    permit: SELECT,
    input: paging({ kind: choice('类型', ltiKind).optional(), title: keyword('名称') }),
    output: pageOf(
      z.object({ id: LtiItemId.meta({ title: '编号' }), kind: choice('类型', ltiKind), title: z.string().meta({ title: '名称' }) }),
    ),
  }),
  /** the page that waits within the platform sends the answer */
  answer: command({
    title: '提交选择的内容',
    permit: SELECT,
    apiToken: false,
    input: z.object({ code, items: z.array(LtiItemId).min(1).max(50) }),
    output: z.literal(true),
  }),
})
