// API tokens: no call lets a program take over an account or get rights that the token lacks. New calls and columns are found by themselves.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { bind } from '@shuyuan/contract/account/bind.ts'
import { apiToken } from '@shuyuan/contract/account/token/api-token.ts'
import { config } from '@shuyuan/contract/site/config/config.ts'
import { DataScope, role } from '@shuyuan/contract/people/role-menu/role.ts'
import { user } from '@shuyuan/contract/account/user.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../src/domains/paper/question/random.rules.ts'
import { builtInRole } from '../../src/domains/people/role-menu/role.rules.ts'
import { served } from '../../src/domains.ts'
import { bodyOf } from '../fuzz/bodies.ts'
import { readIds } from '../fuzz/site.ts'
import { enrolWith, sharedApp } from '../people.ts'
import { byToken, tokenOf } from './token-client.ts'

/** A permission that the token of the walk lacks. */
const LACKED = 'paper:delete'
const BODIES = 6
const forbidden = errors.forbidden[0]

const app = await sharedApp({ env: { DB_POOL: '3' } })
const admin = await app.as('admin')
const boss = await app.enrol({ userName: 'boss', roleType: RoleType.staff, mobile: '13911112222', roles: ['教师'] })
const ann = await app.enrol({ userName: 'ann', mobile: '13911113333' })
const isOpen = ({ permit, apiToken: open }: Endpoint) => permit !== '-' && (open ?? permit !== 'any')

beforeAll(async () => {
  app.app.outgoing.request = () => Promise.reject(new Error('no network'))
  await app.db.insertInto('sysUserBind').values({ userId: boss.id, loginType: 'wechat', openId: 'boss-open', nickName: '' }).execute()
  await app.db.insertInto('sysTotp').values({ userId: boss.id, secret: 'x', enabledTime: app.clock.now() }).execute()
})

const allTags = async () => (await app.ok(apiToken.tags, {}, admin)).map((one) => one.tag)

describe('an API token', () => {
  test('binds and removes no phone and no account of a third party', async () => {
    const { token } = await tokenOf(app, admin, ['sys:user:update'])
    const phone = { userId: ann.id, mobile: '13900001234' }
    const { id } = await app.db.selectFrom('sysUserBind').where('userId', '=', boss.id).select('id').executeTakeFirstOrThrow()
    expect((await byToken(app, token, bind['direct-bind'], phone)).code).toBe(forbidden)
    expect((await byToken(app, token, bind['direct-unbind'], { userId: ann.id, mobile: '13911113333' })).code).toBe(forbidden)
    for (const one of [id, `m${ann.id}`]) expect((await byToken(app, token, bind['unbind-by-id'], { id: one })).code).toBe(forbidden)
    // the same calls with a session
    expect(await app.call(bind['direct-bind'], phone, admin)).toMatchObject({ code: 0 })
  })

  test('gives a role no permission that it lacks, neither by menus nor by a wider scope', async () => {
    const { token } = await tokenOf(app, admin, ['sys:role:list', 'sys:role:add', 'sys:role:update', 'sys:role:menus'])
    const menus = await app.db.selectFrom('sysMenu').select(['id', 'permissionTag']).execute()
    const menuIds = menus.map((one) => one.id)
    const before = await rolesWith(builtInRole.proctor)
    expect((await byToken(app, token, role['save-menus'], { id: builtInRole.proctor, menuIds })).code).toBe(forbidden)
    expect(await rolesWith(builtInRole.proctor)).toEqual(before)
    const made = await byToken(app, token, role.save, { roleName: '程序的角色', roleLevel: 5, dataScope: DataScope.own })
    const { id } = made.data as { id: string }
    const held = menus.filter((one) => one.permissionTag === 'sys:role:list').map((one) => one.id)
    expect(await byToken(app, token, role['save-menus'], { id, menuIds: held })).toMatchObject({ code: 0 })
    const teachers = { id: builtInRole.teacher, roleName: '教师', roleLevel: 1, dataScope: DataScope.all } as const
    expect((await byToken(app, token, role.save, teachers)).code).toBe(forbidden)
  })

  test('makes no back-office account, and turns no learner into one', async () => {
    const tags = ['sys:user:add', 'sys:user:update', 'sys:user:list']
    const { token } = await tokenOf(app, admin, tags)
    await enrolWith(app, { userName: 'reader' }, ['sys:user:list'], DataScope.own)
    const reader = await app.db.selectFrom('sysRole').where('roleName', '=', '角色reader').select('id').executeTakeFirstOrThrow()
    const form = { realName: '程序建的', password: 'Aa-84920-x', deptCode: 'A01' }
    const staff = { ...form, userName: 'by-program', roles: [reader.id], roleType: RoleType.staff }
    expect((await byToken(app, token, user.save, staff)).code).toBe(forbidden)
    expect((await byToken(app, token, user['batch-role'], { ids: [ann.id], roles: [reader.id] })).code).toBe(forbidden)
    const site = await app.ok(config.detail, {}, admin)
    await app.ok(config.save, { ...site, props: { ...site.props, hotelProfile: false } }, admin)
    const learner = { ...form, userName: 'by-program', roles: [builtInRole.learner] }
    expect(await byToken(app, token, user.save, learner)).toMatchObject({ code: 0 })
  })

  test('ends with a new password of its owner, whoever sets it', async () => {
    const owner = await enrolWith(app, { userName: 'owner' }, ['sys:token:add', 'sys:group:list'], DataScope.own)
    await app.db.updateTable('sysUser').set({ passwordHash: '$argon2id$old' }).where('id', '=', owner.id).execute()
    const { token } = await tokenOf(app, owner, ['sys:group:list'])
    expect((await byToken(app, token, apiToken.self, {})).code).toBe(0)
    await app.ok(user['reset-pass'], { ids: [owner.id], password: 'Aa-84920-x' }, admin)
    expect((await byToken(app, token, apiToken.self, {})).code).toBe(errors.signedOut[0])
  })
})

const rolesWith = (id: string) => app.db.selectFrom('sysRoleMenu').where('roleId', '=', id).orderBy('menuId').select('menuId').execute()

/** What only people may change, of the accounts that there still are, and who has the permission that the token lacks. */
async function protectedValues() {
  const { rows } = await sql<{ what: string }>`
    select 'user ' || id || ' ' || coalesce(mobile, '-') || ' ' || email || ' ' || password_hash || ' ' || face || ' ' || role_type as what
      from sys_user where id <= ${ann.id}::bigint
    union all select 'bind ' || user_id || ' ' || login_type || ' ' || open_id from sys_user_bind
    union all select 'totp ' || user_id || ' ' || secret from sys_totp
    union all select 'face ' || id || ' ' || url || ' ' || vector from sys_face
    union all select 'token ' || user_id || ' ' || array_to_string(tags, ',') from sys_api_token
    union all select 'session ' || user_id || ' ' || encode(token_hash, 'hex') from sys_session
    union all select 'prop ' || type || provider || active || md5(data::text) from sys_prop
    union all select 'factor ' || id || need_totp from sys_role where id <= 6
    union all select 'lacked ' || role_id from sys_role_menu join sys_menu m on m.id = menu_id where m.permission_tag = ${LACKED}
    order by 1`.execute(app.db)
  return rows.map((row) => row.what)
}

const accountsLeft = async () => new Set((await app.db.selectFrom('sysUser').select('id').execute()).map((one) => one.id))

/** The lines that changed although their account is still there. */
async function changes(before: readonly string[], after: readonly string[]) {
  const left = await accountsLeft()
  const gone = before.filter((line) => !after.includes(line) && (line.startsWith('lacked') || left.has(line.split(' ')[1] ?? '')))
  return [...gone, ...after.filter((line) => !before.includes(line))].filter((line) => !line.startsWith('lacked') || after.includes(line))
}

/** Sends generated bodies to each changing call. @returns what changed, by path, and how many were carried out */
async function walk(paths: (endpoint: Endpoint) => boolean, send: (endpoint: Endpoint, body: never) => Promise<{ code: number }>) {
  const ids = await readIds(app)
  const random = seededRandom(57)
  const idsFor = (name: string, path: string) => [boss.id, ...ids(name, path)].filter((id) => id !== admin.id)
  const walked = served
    .map((one) => one.endpoint)
    .filter((one) => ['command', 'hot'].includes(one.kind) && one.permit !== '-' && paths(one))
  const found: string[] = []
  let carriedOut = 0
  let before = await protectedValues()
  for (const endpoint of walked)
    for (let at = 0; at < BODIES; at++) {
      const { code } = await send(endpoint, bodyOf(endpoint.input, { random, idsFor, path: endpoint.path }) as never)
      if (code !== 0) continue
      carriedOut += 1
      const after = await protectedValues()
      for (const line of await changes(before, after)) found.push(`${endpoint.path}: ${line}`)
      before = after
    }
  return { found, carriedOut }
}

test('no call of the site changes an account with a token that has all permissions but one', { timeout: 300_000 }, async () => {
  const tags = (await allTags()).filter((tag) => tag !== LACKED)
  const { token } = await tokenOf(app, admin, tags)
  const byProgram = await walk(
    () => true,
    (endpoint, body) => byToken(app, token, endpoint, body),
  )
  expect(byProgram.found).toEqual([])
  expect(byProgram.carriedOut).toBeGreaterThan(40)
  // the same bodies with a session show that the comparison sees such changes
  const byPerson = await walk(
    ({ path }) => /reset-pass|save-menus|unbind-by-id|totp-reset/.test(path),
    (endpoint, body) => app.call(endpoint, body, admin),
  )
  expect(new Set(byPerson.found.map((line) => line.split(':')[0]))).toEqual(
    new Set(['/api/sys/user/reset-pass', '/api/sys/user/totp-reset']),
  )
})

test('each column with a way to sign in or a right is guarded by the database', async () => {
  const { rows } = await sql<{ place: string; guarded: boolean }>`
    select c.relname || '.' || a.attname as place, count(distinct bits.bit) = 2 as guarded
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_trigger t on t.tgrelid = c.oid and t.tgenabled <> 'D' and pg_get_triggerdef(t.oid) like '%shuyuan.token%'
      and (t.tgattr = '' or a.attnum = any (t.tgattr::int2[]))
    left join lateral (select b as bit from unnest(array[4, 16]) b where t.tgtype & b <> 0) bits on true
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and a.attname ~ 'mobile|phone|mail|passw|totp|face|open_id|subject|secret|role|menu_id|permission|data_scope|entry_id|vector|code_hash|token_hash'
    group by 1 order by 1`.execute(app.db)
  expect(rows.filter((row) => !row.guarded).map((row) => row.place)).toEqual(Object.keys(elsewhere))
  expect(rows.filter((row) => row.guarded).length).toBeGreaterThan(12)
})

/** Columns with such a name that are guarded in part, or belong to no account, with the reason. */
const elsewhere: Record<string, string> = {
  'common_task.subject': 'what a long work is about',
  'course.face_chance': 'a rule of the course',
  'course.face_check': 'a rule of the course',
  'course.face_interval': 'a rule of the course',
  'exam.face_chance': 'a rule of the exam',
  'exam.need_face': 'a rule of the exam',
  'exam.password': 'the word at the door of an exam',
  'exam.record_phone': 'whether a second camera is recorded',
  'exam_override.no_face': 'an exception of an exam',
  'integrate_hook.secret': 'signs what this site sends',
  'integrate_lti_member.subject': 'a row of a roster; sign-in reads integrate_lti_user alone',
  'integrate_tool_user.subject': 'the name of a person at a tool, written by their own call',
  'paper.face_fails': 'a count',
  'paper.no_face': 'a rule of the paper',
  'paper_record.phone': 'as exam.record_phone',
  'paper_review_task.role': 'first or second marker',
  'paper_track.surface': 'what a recorded screen shows',
  'pay_invoice.email': 'where an invoice goes, written by the own call of its buyer',
  'pay_invoice.phone': 'as above',
  'sys_menu.permission_tag': 'changes are guarded; a new menu is granted by sys_role_menu, which is guarded',
  'sys_role.data_scope': 'changes are guarded; a new role has no users and no menus',
  'sys_role.need_totp': 'as above',
  'sys_role.role_level': 'as above',
  'sys_role.role_name': 'a name',
  'sys_session.token_hash': 'new rows are guarded; ending a session changes none of its columns that open it',
  'sys_sms_code.code_hash': 'written by calls without sign-in and by own calls',
  'sys_sms_code.mobile': 'as above',
  'sys_sms_log.mobile': 'a log',
  'sys_third_pending.open_id': 'written by calls without sign-in',
  'sys_user.mobile_time': 'follows mobile',
}

test('each call that takes such a value is closed to tokens, or listed here with what bounds it', () => {
  const named = served
    .map((one) => one.endpoint)
    .filter((one) => isOpen(one) && one.kind !== 'query' && one.kind !== 'download')
    .flatMap((one) => fieldsOf(one).map((field) => `${one.path} ${field}`))
  expect(named.toSorted()).toEqual(Object.keys(bounded))
})

const telling = /mobile|phone|e?mail|pass(word)?$|totp|face$|openid|roles|roletype|menuids|datascope|rolelevel|permissiontag/i
type Described = {
  properties?: Record<string, Described>
  items?: Described
  anyOf?: Described[]
  allOf?: Described[]
  oneOf?: Described[]
}

function fieldsOf({ input }: Endpoint): string[] {
  const walk = (schema: Described | undefined): string[] =>
    schema === undefined
      ? []
      : [
          ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [...(telling.test(name) ? [name] : []), ...walk(inner)]),
          ...[schema.items, ...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])].flatMap(walk),
        ]
  return [...new Set(walk(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Described))]
}

/** Calls with such a field that are open to tokens, with what bounds them. */
const bounded: Record<string, string> = {
  '/api/exam/exam-preset/save face': 'a setting of exams',
  '/api/exam/exam-preset/save needFace': 'a setting of exams',
  '/api/exam/exam-preset/save phone': 'a setting of exams',
  '/api/exam/exam-preset/save recordPhone': 'a setting of exams',
  '/api/exam/exam/save face': 'a setting of exams',
  '/api/exam/exam/save needFace': 'a setting of exams',
  '/api/exam/exam/save password': 'the word at the door of an exam',
  '/api/exam/exam/save phone': 'a setting of exams',
  '/api/exam/exam/save recordPhone': 'a setting of exams',
  '/api/exam/override/save noFace': 'an exception of an exam',
  '/api/integrate/hook/save password': 'that of a learning record store',
  '/api/sys/config/prop/mail-test email': 'sends a fixed text, stores nothing',
  '/api/sys/config/prop/sms-test mobile': 'sends a fixed text, stores nothing',
  '/api/sys/config/switch/save mobileLogin': 'a switch of the site',
  '/api/sys/menu/save permissionTag': 'sys_menu_token',
  '/api/sys/role/save dataScope': 'sys_role_token',
  '/api/sys/role/save needTotp': 'sys_role_token_factor',
  '/api/sys/role/save roleLevel': 'sys_role_token',
  '/api/sys/role/save-menus menuIds': 'sys_role_menu_token',
  '/api/sys/user/batch-role roles': 'sys_user_role_token',
  '/api/sys/user/save email': 'sys_user_token',
  '/api/sys/user/save face': 'sys_user_token',
  '/api/sys/user/save mobile': 'sys_user_token',
  '/api/sys/user/save password': 'sys_user_token',
  '/api/sys/user/save roleType': 'sys_user_token',
  '/api/sys/user/save roles': 'sys_user_role_token',
}
