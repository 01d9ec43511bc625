// The site's settings that every page needs, separate from the form that changes them.
import { say } from '../site.texts.ts'
import { encoded } from '../../kernel/message.ts'
import { sayKernel } from '../../kernel/kernel.texts.ts'
import * as z from '../../kernel/z.ts'
import { endpoints, query } from '../../kernel/endpoint.ts'
import { siteKinds } from '../../kernel/site-kind.ts'
import { choice, count, flag, isStorable, optionalText, text } from '../../kernel/field.ts'

/** The address of a picture, uploaded or external. */
const picture = (label: string) =>
  z
    .string()
    .trim()
    .max(500, encoded(say('addressTooLong', { label })))
    .refine(isStorable, encoded(sayKernel('unstorable', { label })))
    .regex(/^(\/(?!\/)[^\s"'<>]*|https?:\/\/[^\s"'<>]+)?$/, encoded(say('addressWrong', { label })))
    .default('')
    .meta({ title: label, control: 'image' })

export const shown = {
  id: z.literal('1'),
  siteName: text('站点名称', 60),
  backLogo: picture('后台 LOGO'),
  frontLogo: picture('前台 LOGO'),
  mpCode: picture('公众号二维码'),
  copyRight: optionalText('版权信息', 20_000).meta({ title: '版权信息', control: 'html' }),
  tagsView: flag('页签'),
  fixedHeader: flag('固定头部'),
  sidebarLogo: flag('侧栏 LOGO'),
}
/** What the site adds to its handbooks (docs/decisions/0252). Not in the site's public settings, which every page loads. */
export const ownHelp = {
  helpExtra: optionalText('帮助页补充', 20_000).meta({ title: '帮助页补充', control: 'html' }),
  helpContact: optionalText('联系方式', 200),
}
/** How the site words the notice before a recording, with gaps (record-notice.ts), '' for the notice of the house; read and changed with sys:config:update. */
export const ownNotice = { recordNotice: optionalText('录制说明', 2_000) }
export const scale = {
  /** dashboards show counts multiplied by displayScale (decisions.md, 28) */
  scaleCounts: flag('数据放大').default(false),
  displayScale: count('放大比例', 1, 10_000, '%').default(100),
  /** right answers in a row after which a question is removed from the wrong-answer book */
  bookRights: count('错题移出', 1, 20, '次').default(3),
  /** the line of the week on the learner's first page: streak, goal, points, next certificate */
  learnPace: flag('学习节奏').default(true),
}
/** What the site is: it chooses words and first examples of pages (docs/decisions/0191). */
export const ownKind = { siteKind: choice('单位类型', siteKinds).default('none') }
/** How long a sign-in of a back-office user lasts; learners stay signed in for a week. */
export const sessionLife = {
  staffIdleMinutes: count('无操作时限', 5, 120, '分钟').default(30),
  staffHours: count('最长登录时间', 1, 24, '小时').default(12),
}

export const Site = z.object({
  ...shown,
  h5Host: z.string(),
  /** a demonstration with made-up people: every page says so */
  demo: z.boolean(),
  /** the history of the demonstration is being added: what pages show grows for some seconds */
  demoFilling: z.boolean().optional(),
  /** a new site that has not said what it is: administrators are asked first (docs/decisions/0199) */
  firstRun: z.boolean().optional(),
  /** published passwords of the demonstration can be used from other computers */
  publishedPasswords: z.boolean(),
  props: z.object({
    moduleCourse: z.boolean(),
    moduleExam: z.boolean(),
    moduleCert: z.boolean(),
    faceLogin: z.boolean(),
    hotelProfile: z.boolean(),
    ...ownKind,
    ...scale,
    ...sessionLife,
  }),
  /** the storage in use, a mirror of the active provider (decisions.md, 18): local, aliyun, qcloud, qiniu */
  uploadType: z.string(),
  /** the server's folder for temporary files; only for sys:config:update */
  tmpDir: z.string().optional(),
  /** as `SiteHelp`; here only for sys:config:update */
  helpExtra: z.string().optional(),
  helpContact: z.string().optional(),
  /** '' for the notice of the house; only for sys:config:update */
  recordNotice: z.string().optional(),
  ossUpload: z.object({ url: z.string(), bucket: z.string(), endpoint: z.string() }).optional(),
  localUpload: z.object({ localDir: z.string(), url: z.string() }).optional(),
})
export type Site = z.infer<typeof Site>

/** What the site adds to its handbooks; each '' for nothing. */
export const SiteHelp = z.object({ extra: z.string(), contact: z.string() })
export type SiteHelp = z.infer<typeof SiteHelp>

export const siteCalls = {
  detail: query({ title: '站点信息', permit: '-', input: z.object({ id: z.string().optional() }), output: Site }),
  help: query({ title: '帮助页补充', permit: '-', input: z.object({}), output: SiteHelp }),
}

export const siteInfo = endpoints('sys/config', siteCalls)
