// Site settings and switches, with defaults for values that were never saved.
import { say } from '@shuyuan/contract/site/site.server.texts.ts'
import { isOn, type config } from '@shuyuan/contract/site/config/config.ts'
import { gapsMissing, gapsUnknown } from '@shuyuan/contract/site/config/record-notice.ts'
import type { Site, SiteHelp } from '@shuyuan/contract/site/config/config-site.ts'
import type { LoginType } from '@shuyuan/contract/site/provider/prop-login.ts'
import { type configSwitch, type KnownSwitches, type Switches, UserDeptType, LoginTick } from '@shuyuan/contract/site/config/switch.ts'
import type { Input } from '@shuyuan/contract/kernel/endpoint.ts'
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { failField } from '../../../kernel/fail.ts'
import { cleanHtml, shownFrom } from '../../../kernel/richtext.ts'
import { saveSetting, storedSetting } from '../setting/setting.service.ts'
import { demoFacts } from './demo.service.ts'
import { activeLoginProp } from '../provider/login-prop.service.ts'
import { comparesFaces } from '../provider/compare.service.ts'
import { sendsMail } from '../provider/prop.service.ts'
import { codeDelivery } from './sms-ready.service.ts'
import { uploadMirror } from '../provider/upload.service.ts'

/** Settings that only those who change them read with the site's. */
type ForKeepers = 'tmpDir' | 'helpExtra' | 'helpContact' | 'recordNotice'
type StoredSite = Omit<
  Site,
  'demo' | 'demoFilling' | 'firstRun' | 'publishedPasswords' | 'uploadType' | 'ossUpload' | 'localUpload' | ForKeepers
> &
  Record<ForKeepers, string>

const defaultSite: StoredSite = {
  id: '1',
  siteName: '书院',
  backLogo: '',
  frontLogo: '',
  mpCode: '',
  h5Host: '',
  tmpDir: '',
  copyRight: '',
  helpExtra: '',
  helpContact: '',
  recordNotice: '',
  tagsView: true,
  fixedHeader: true,
  sidebarLogo: true,
  props: {
    moduleCourse: true,
    moduleExam: true,
    moduleCert: false,
    faceLogin: false,
    hotelProfile: false,
    siteKind: 'none',
    scaleCounts: false,
    bookRights: 3,
    learnPace: true,
    displayScale: 100,
    staffIdleMinutes: 30,
    staffHours: 12,
  },
}
const defaultSwitches: Switches = {
  userReg: false,
  userAudit: false,
  userDeptType: UserDeptType.chosen,
  userDeptCode: '',
  mobileLogin: false,
  wechatLogin: false,
  faceLogin: false,
  cropLogin: false,
  dingLogin: false,
  oidcLogin: false,
  ldapLogin: false,
  realPerson: false,
  faceAudit: 'manual',
  loginTick: LoginTick.several,
  invoiceApply: false,
}

/** The site's names, logos, display flags, modules and addresses, for the server's own use. */
export async function site(ctx: Pick<Ctx, 'app'>): Promise<StoredSite> {
  const data = (await storedSetting(ctx, 'site')) as Partial<StoredSite>
  // hotels ask their learners for the code of the hotel, other sites do not
  const hotelProfile = data.props?.siteKind === 'hotel'
  const props = { ...defaultSite.props, hotelProfile, ...data.props }
  const { moduleCourse, moduleExam, moduleCert, faceLogin } = props
  const flags = { moduleCourse, moduleExam, moduleCert, faceLogin, hotelProfile: props.hotelProfile }
  const normalised = Object.fromEntries(Object.entries(flags).map(([name, value]) => [name, isOn(value)])) as typeof flags
  return { ...defaultSite, ...data, props: { ...props, ...normalised } }
}

/** The public settings of the site; the server's folders and the storage names only with sys:config:update (api.md). */
export async function siteDetail(ctx: Ctx): Promise<Site> {
  const { tmpDir, helpExtra, helpContact, recordNotice, ...shown } = await site(ctx)
  const { uploadType, ...paths } = await uploadMirror(ctx)
  const facts = { ...shown, ...(await demoFacts(ctx)), ...(await firstRunFacts(ctx)), uploadType }
  return can(ctx, 'sys:config:update') ? { ...facts, tmpDir, helpExtra, helpContact, recordNotice, ...paths } : facts
}

/** What the site adds to its handbooks, for everyone. */
export async function siteHelp(ctx: Ctx): Promise<SiteHelp> {
  const { helpExtra, helpContact } = await site(ctx)
  return { extra: helpExtra, contact: helpContact }
}

/** Whether the kind of the site was never stored; a demonstration is a hotel. */
async function firstRunFacts(ctx: Pick<Ctx, 'app'>): Promise<{ firstRun?: true }> {
  const { props } = (await storedSetting(ctx, 'site')) as Partial<StoredSite>
  return props?.siteKind === undefined && !ctx.app.config.demo ? { firstRun: true } : {}
}

/** The function switches as stored, with defaults. */
export async function switches(ctx: Pick<Ctx, 'app'>): Promise<Switches> {
  return { ...defaultSwitches, ...(await storedSetting(ctx, 'switch')) }
}

/** The switches with what is set up. */
export async function knownSwitches(ctx: Pick<Ctx, 'app'>): Promise<KnownSwitches> {
  const isSet = async (type: LoginType) => (await activeLoginProp(ctx, type)) !== undefined
  const [sms, mail, wechat, crop, ding, oidc, ldap] = await Promise.all([
    codeDelivery(ctx),
    sendsMail(ctx),
    isSet('wechat'),
    isSet('crop-wechat'),
    isSet('ding-talk'),
    isSet('oidc'),
    isSet('ldap'),
  ])
  const ready = {
    sms: sms !== 'none',
    mail,
    wechat,
    'crop-wechat': crop,
    'ding-talk': ding,
    oidc,
    ldap,
    face: await comparesFaces(ctx.app),
  }
  return { ...(await switches(ctx)), ready }
}

/** Stores the site's settings; the copyright and what is added to the handbooks are rich text and sanitised. Refuses a tmpDir in which the server cannot write. */
export async function saveSite(ctx: Ctx, input: Input<typeof config.save>): Promise<true> {
  mustFill(input.recordNotice)
  if (input.tmpDir !== '') await mustBeWritable(input.tmpDir)
  const clean = (html: string) => cleanHtml(html, shownFrom(ctx))
  const after: StoredSite = { ...input, copyRight: clean(input.copyRight), helpExtra: clean(input.helpExtra) }
  ctx.change = { before: await site(ctx), after }
  await saveSetting(ctx, 'site', after)
  return true
}

/** A notice that a site words has each gap, and no other. */
function mustFill(notice: string) {
  const [missing, unknown] = [gapsMissing(notice), gapsUnknown(notice)]
  if (notice !== '' && missing !== '') failField('recordNotice', say('noticeLacks', { gaps: missing }))
  if (unknown !== '') failField('recordNotice', say('noticeGapUnknown', { gaps: unknown }))
}

async function mustBeWritable(folder: string) {
  const probe = join(folder, `shuyuan-${randomUUID()}`)
  try {
    await writeFile(probe, '')
    await rm(probe, { force: true })
  } catch {
    failField('tmpDir', say('serverDirectoryWrong'))
  }
}

/** Stores the switches. Refuses a default department that does not exist, and to turn on what compares faces where nothing does. */
export async function saveSwitches(ctx: Ctx, input: Input<typeof configSwitch.save>): Promise<true> {
  if (input.userDeptType === UserDeptType.fixed) {
    const known = await ctx.db.selectFrom('sysDepart').where('deptCode', '=', input.userDeptCode).select('id').executeTakeFirst()
    if (!known) failField('userDeptCode', say('defaultDepartGone'))
  }
  const before = await switches(ctx)
  if (!(await comparesFaces(ctx.app))) {
    if (input.faceLogin && !before.faceLogin) failField('faceLogin', say('facesNotCompared'))
    if (input.faceAudit === 'auto' && before.faceAudit !== 'auto') failField('faceAudit', say('facesNotCompared'))
  }
  ctx.change = { before, after: input }
  await saveSetting(ctx, 'switch', input)
  return true
}
