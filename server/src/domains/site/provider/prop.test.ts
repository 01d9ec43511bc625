// Settings of providers: permissions, required fields, and that secrets are never returned.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { DataScope } from '@shuyuan/contract/people/role-menu/role.ts'
import { payConfig } from '@shuyuan/contract/pay/setting/config.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { startApp } from '../../../../test/start-app.ts'
import { activeProp } from './prop.service.ts'
import { listProps, openProp } from './prop-store.service.ts'
import { makeUser } from '../../people/user/user.factory.ts'

const { app, admin } = await startWith()
beforeEach(async () => {
  await app.db.deleteFrom('sysProp').execute()
  await app.app.bus.publish('sys.prop', {})
})

const SECRET = 'very-secret-value-1'
const live = { pushDomain: 'push.school.example', pushKey: SECRET, pullDomain: 'pull.school.example', pullKey: `${SECRET}-2` }
/** Fields that a stored provider has empty. */
const optional = { notifyKey: '', recordUrl: '', recordKey: '' }
type Saved = Parameters<typeof app.ok<typeof configProp.save>>[1]
const save = (body: Saved) => app.call(configProp.save, body, admin)
const change = (body: Saved) => app.call(configProp.change, body, admin)
async function storedData(type: string, provider: string) {
  const row = (await listProps(app.ctx(), type)).find((one) => one.provider === provider)
  return row && openProp(app.app, type, row)
}

test('save stores, change activates, and the previous provider stays stored', async () => {
  const nothing = await app.ok(configProp.detail, { type: 'sms' }, admin)
  expect(nothing).toMatchObject({ provider: 'local', stored: false, active: false, activeProvider: '', storedProviders: [] })
  expect((await save({ type: 'sms', provider: 'local' })).data).toMatchObject({ stored: true, active: false, activeProvider: '' })
  expect(await activeProp(app.ctx(), 'sms')).toBeUndefined()
  expect((await change({ type: 'sms', provider: 'local' })).data).toMatchObject({ active: true, activeProvider: 'local' })

  const data = { accessKeyId: 'id', accessKeySecret: SECRET, signName: '书院', templates: { login: 'SMS_1' } }
  expect((await save({ type: 'sms', provider: 'aliyun', data })).data).toMatchObject({ provider: 'aliyun', active: false })
  expect(await activeProp(app.ctx(), 'sms')).toMatchObject({ provider: 'local' })
  const changed = await change({ type: 'sms', provider: 'aliyun' })
  expect(changed.data).toMatchObject({
    active: true,
    activeProvider: 'aliyun',
    storedProviders: expect.arrayContaining(['aliyun', 'local']),
  })
  expect(changed.data.data).toMatchObject({
    accessKeyId: 'id',
    accessKeySecret: '******',
    timeout: 5,
    templates: { login: 'SMS_1', reg: '' },
  })
  expect(await activeProp(app.ctx(), 'sms')).toMatchObject({ provider: 'aliyun', data: { accessKeySecret: SECRET } })
  expect(await app.ok(configProp.detail, { type: 'sms' }, admin)).toMatchObject({ provider: 'aliyun' })
  expect(await app.ok(configProp.detail, { type: 'sms', provider: 'local' }, admin)).toMatchObject({ active: false, stored: true })
})

test('a masked or empty secret leaves the stored one, a new one replaces it', async () => {
  await save({ type: 'live', provider: 'aliyun', data: live })
  await save({ type: 'live', provider: 'aliyun', data: { ...live, pushKey: '******', pullKey: ' ' } })
  expect(await storedData('live', 'aliyun')).toEqual({ ...live, ...optional })
  const { pushKey: _one, pullKey: _two, ...open } = live
  await save({ type: 'live', provider: 'aliyun', data: { ...open, pullKey: 'new', pushDomain: 'other.example' } })
  expect(await storedData('live', 'aliyun')).toEqual({ ...live, ...optional, pullKey: 'new', pushDomain: 'other.example' })
})

test('without a stored secret, a mask counts as missing', async () => {
  const answer = await save({ type: 'live', provider: 'aliyun', data: { ...live, pushKey: '******' } })
  expect(answer).toMatchObject({ code: errors.badInput[0], msg: '推流秘钥不能为空！', fields: [{ field: 'data.pushKey' }] })
  expect(await storedData('live', 'aliyun')).toBeUndefined()
})

test('no response, audit row or log line contains a secret', async () => {
  for (const [type, provider, data] of [
    ['live', 'aliyun', live],
    ['wechat', 'wechat', { appId: 'a', secret: SECRET }],
    ['pay', 'paypal', { clientId: 'c', clientSecret: SECRET, webhookId: 'w' }],
    ['face', 'baidu', { appId: 'a', appKey: SECRET, secretKey: SECRET, faceGroup: 'g' }],
    [
      'upload',
      'local',
      {
        localDir: '/data/files/',
        url: 'https://files.example/',
        encodeKey: SECRET.slice(0, 16),
        encodeIv: SECRET.slice(0, 16),
        aesKey: SECRET.slice(0, 16),
        aesIv: SECRET.slice(0, 16),
      },
    ],
  ] as const) {
    const answers = [
      await save({ type, provider, data }),
      await change({ type, provider }),
      await app.call(configProp.detail, { type }, admin),
    ]
    for (const answer of answers) {
      expect(answer.code, JSON.stringify(answer)).toBe(0)
      expect(JSON.stringify(answer)).not.toContain(SECRET.slice(0, 12))
    }
  }
  const auditRows = await app.db.selectFrom('sysLog').where('path', 'like', '/api/sys/config/prop/%').orderBy('id').selectAll().execute()
  expect(auditRows.length).toBeGreaterThanOrEqual(10)
  expect(JSON.stringify(auditRows)).not.toContain(SECRET.slice(0, 12))
  expect(auditRows.at(-1)?.after).toMatchObject({ type: 'upload', active: true })
  expect(JSON.stringify(await app.db.selectFrom('sysProp').select('data').execute())).not.toContain(SECRET.slice(0, 12))
})

test.each([
  ['upload', 'save', '服务商必须选择'],
  ['face', 'save', '服务商必须选择！'],
  ['live', 'save', '服务提供商不能为空！'],
  ['upload', 'change', '服务商必须选择！'],
  ['live', 'change', '服务商必须选择！'],
] as const)('%s %s without a provider, or one that does not exist, is refused with %s', async (type, call, msg) => {
  for (const provider of [undefined, '', 'nobody', 'constructor', '__proto__']) {
    const answer = await app.call(configProp[call], { type, ...(provider === undefined ? {} : { provider }) }, admin)
    expect(answer).toMatchObject({ code: errors.badInput[0], msg, fields: [{ field: 'provider', msg }] })
  }
})

test.each([
  [
    'upload',
    'aliyun',
    {
      endpoint: '存储节点不能为空',
      bucket: '存储空间不能为空',
      arn: '角色ARN必须填写',
      accessKeyId: 'AccessKeyId不能为空',
      accessKeySecret: 'AccessKeySecret不能为空',
      url: 'URL不能为空！',
    },
  ],
  [
    'upload',
    'qcloud',
    { region: '存储节点不能为空', bucket: '存储空间不能为空', secretId: 'SecretId不能为空', secretKey: 'SecretKey不能为空' },
  ],
  ['upload', 'local', { localDir: '目录不能为空！', url: 'URL不能为空！' }],
  [
    'live',
    'aliyun',
    { pushDomain: '推流域名不能为空！', pushKey: '推流秘钥不能为空！', pullDomain: '播流域名不能为空！', pullKey: '播流秘钥不能为空！' },
  ],
  ['hotel', 'http', { url: 'URL不能为空！' }],
] as const)('%s by %s names every missing field', async (type, provider, wanted) => {
  const { fields } = await save({ type, provider, data: {} })
  const messages = Object.fromEntries(fields.map(({ field, msg }) => [field.replace('data.', ''), msg]))
  expect(messages).toMatchObject(wanted)
})

describe('the folder of uploads', () => {
  const holds = async (...names: string[]) => {
    const folder = await mkdtemp(join(tmpdir(), 'shuyuan-test-'))
    for (const name of names) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), '')
    }
    return folder
  }
  const link = async (target: string) => {
    const path = join(await holds(), 'link')
    await symlink(target, path)
    return path
  }
  const data = () => app.app.config.dataDir
  const upload = `202611/${'0'.repeat(32)}.png`
  const answer = async (localDir: string) =>
    change({ type: 'upload', provider: 'local', data: { localDir: `${localDir}/`, url: 'http://f.example/files/' } })

  test.each<[string, () => string | Promise<string>]>([
    ['the root', () => ''],
    ['a system folder', () => '/etc'],
    ['a folder below one', () => '/proc/self'],
    ['a folder of root', () => '/root/.config'],
    ['a folder with the folders of programs', () => '/var/lib'],
    ['a home folder', () => '/home/teacher'],
    ['the data folder', data],
    ['a folder above it', () => dirname(data())],
    ['the private files', () => join(data(), 'private')],
    ['a folder below them', () => join(data(), 'private', '202611')],
    ['the database, by a path with dots', () => `${data()}/files/../postgres`],
    ['a link to a system folder', () => link('/etc')],
    ['a folder that does not exist yet, below such a link', async () => `${await link('/etc')}/new/uploads`],
    ['a link to nothing', () => link('/nowhere/at/all')],
  ])('is not %s', async (_what, folder) => {
    const { code, fields } = await answer(await folder())
    expect(code).toBe(errors.badInput[0])
    expect(fields).toEqual([{ field: 'data.localDir', msg: expect.stringContaining('该目录属于系统或本服务的其他数据') }])
    expect(await activeProp(app.ctx(), 'upload')).toBeUndefined()
  })

  test.each([['a file'], ['202611/notes.txt'], [`${upload}/more`], ['private/x'], [`logs/${upload}`]])(
    'holds nothing else: %s',
    async (name) => {
      expect((await answer(await holds(upload, name.startsWith(upload) ? `202612/${name.slice(7)}` : name))).fields).toEqual([
        { field: 'data.localDir', msg: '该目录中有上传文件以外的内容，请填写空目录或原有的上传目录' },
      ])
    },
  )

  test('may be empty, new, a folder with uploads, or one beside them in the data folder', async () => {
    for (const folder of [
      await holds(),
      `${await holds()}/new/folder`,
      await holds(upload),
      join(data(), 'uploads'),
      join(data(), 'files'),
    ])
      expect(await answer(folder)).toMatchObject({ code: 0 })
  })

  test('that was stored before folders were checked is not used', async () => {
    await app.db
      .insertInto('sysProp')
      .values({ type: 'upload', provider: 'local', active: true, data: JSON.stringify({ localDir: '/', url: 'http://f.example/files/' }) })
      .execute()
    await app.app.bus.publish('sys.prop', {})
    await expect.poll(() => activeProp(app.ctx(), 'upload')).toMatchObject({ data: { localDir: '/' } })
    expect(await app.app.storage.activeProvider()).toBeUndefined()
  })
})

test('addresses, folders and keys are validated, and unknown fields are not stored', async () => {
  const local = { localDir: '/data/', url: 'https://f.example/', stranger: 'x' }
  const msgOf = async (more: object) => (await save({ type: 'upload', provider: 'local', data: { ...local, ...more } })).msg
  expect(await msgOf({ localDir: 'data/' })).toBe('目录必须以/或盘符开头！')
  expect(await msgOf({ url: 'https://f.example' })).toBe('URL必须以/结尾！')
  expect(await msgOf({ aesKey: 'short' })).toBe('必须为16位字符')
  expect(await msgOf({ videoEncode: 'avi' })).toBe('请选择视频编码')
  expect(await msgOf({})).toBe('')
  expect(await storedData('upload', 'local')).not.toHaveProperty('stranger')
  expect((await app.call(configProp.save, { type: 'anything' as 'sms', provider: 'local' }, admin)).msg).toBe('配置类型不正确')
})

test('after two concurrent changes exactly one provider is active', async () => {
  const both = await Promise.all([
    change({ type: 'hotel', provider: 'local' }),
    change({ type: 'hotel', provider: 'http', data: { url: 'https://hotel.example/q' } }),
  ])
  expect(both.map((one) => one.code)).toEqual([0, 0])
  const rows = await app.db.selectFrom('sysProp').where('type', '=', 'hotel').select(['provider', 'active']).execute()
  expect(rows).toHaveLength(2)
  expect(rows.filter((one) => one.active)).toHaveLength(1)
})

describe('on several nodes', () => {
  test('a change invalidates the cache of another node', async () => {
    const other = await startApp({ databaseUrl: app.databaseUrl })
    expect(await activeProp(other.ctx(), 'live')).toBeUndefined()
    await change({ type: 'live', provider: 'aliyun', data: live })
    await expect.poll(async () => (await activeProp(other.ctx(), 'live'))?.provider).toBe('aliyun')
    await other.close()
  })
})

test('reading and writing providers needs the tag; every signed-in user may read the upload method', async () => {
  await makeUser(app.db, { userName: 'prop-learner' })
  const { token } = await app.as('prop-learner')
  for (const call of [configProp.detail, configProp.save, configProp.change])
    expect((await app.call(call, { type: 'sms', provider: 'local' }, token)).code).toBe(errors.forbidden[0])
  expect((await app.call(configProp['sms-test'], { mobile: '13900000000' }, token)).code).toBe(errors.forbidden[0])

  expect(await app.ok(configProp.upload, { key: 'upload' }, token)).toMatchObject({ provider: 'local', url: '', bucket: '' })
  const data = {
    endpoint: 'oss-cn-hangzhou',
    bucket: 'school',
    arn: 'acs:ram::1:role/x',
    accessKeyId: 'LTAI-id',
    accessKeySecret: SECRET,
    url: 'https://cdn.example/',
  }
  await change({ type: 'upload', provider: 'aliyun', data })
  const way = await app.ok(configProp.upload, { key: 'upload' }, token)
  expect(way).toMatchObject({ provider: 'aliyun', url: 'https://cdn.example/', region: 'oss-cn-hangzhou', bucket: 'school' })
  expect(way.maxSize).toBeGreaterThan(1_000_000)
  expect(way.accept).toContain('png')
  expect(JSON.stringify(way)).not.toMatch(/LTAI-id|secret/)
})

describe('a changed address', () => {
  const wecom = { corpId: 'corp', agentId: '1', secret: SECRET, baseUrl: '' }
  const oss = { endpoint: 'oss-cn-hangzhou', bucket: 'school', arn: 'acs:ram::1:role/x', accessKeyId: 'id', accessKeySecret: SECRET }
  const smtp = { host: 'smtp.example', userName: 'school', password: SECRET, from: 'school@example.cn' }
  const directory = { bindDn: 'cn=reader', baseDn: 'dc=school', filter: '(uid={u})', idAttribute: 'entryUUID', nameAttribute: 'cn' }
  const ldap = { url: 'ldaps://ldap.example', secret: SECRET, ...directory }
  const oidc = { issuer: 'https://id.example', clientId: 'school', secret: SECRET }
  const sites = { url: 'https://cdn.example/', aesKey: SECRET.slice(0, 16) }

  test.each([
    ['crop-wechat', 'wecom', wecom, { baseUrl: 'https://evil.example' }, 'secret', '接口地址已修改，请重新填写应用 Secret'],
    ['upload', 'aliyun', { ...oss, ...sites }, { baseUrl: 'https://evil.example' }, 'accessKeySecret', '接口地址已修改'],
    ['upload', 'aliyun', { ...oss, ...sites }, { stsUrl: 'https://evil.example' }, 'accessKeySecret', '令牌接口地址已修改'],
    ['upload', 'aliyun', { ...oss, ...sites }, { endpoint: 'oss.evil.example' }, 'accessKeySecret', '存储节点已修改'],
    ['mail', 'smtp', smtp, { host: 'smtp.evil.example' }, 'password', 'SMTP 服务器已修改，请重新填写密码或授权码'],
    ['mail', 'smtp', smtp, { secure: 'plain' }, 'password', '加密方式已修改'],
    ['ldap', 'ldap', ldap, { url: 'ldaps://ldap.evil.example' }, 'secret', '目录服务器已修改'],
    ['oidc', 'oidc', oidc, { issuer: 'https://id.evil.example' }, 'secret', '签发者地址（Issuer）已修改'],
    ['pay', 'paypal', { clientId: 'c', clientSecret: SECRET, webhookId: 'w' }, { baseUrl: 'https://evil.example' }, 'clientSecret', '接口'],
  ] as const)('of %s %s needs the secret anew', async (type, provider, data, moved, secret, msg) => {
    expect((await save({ type, provider, data })).code).toBe(0)
    const kept = { ...data, ...moved, [secret]: '******' }
    for (const call of [save, change]) {
      const answer = await call({ type, provider, data: kept })
      expect(answer.fields.map((one) => one.field)).toEqual([`data.${secret}`])
      expect(answer.msg).toContain(msg)
    }
    expect(await storedData(type, provider)).toMatchObject(data)
    expect((await save({ type, provider, data: { ...kept, [secret]: 'new-secret' } })).code).toBe(0)
    expect(await storedData(type, provider)).toMatchObject({ ...moved, [secret]: 'new-secret' })
    expect((await save({ type, provider, data: { ...kept, [secret]: '******' } })).code).toBe(0)
  })

  test('that is not public or not https is refused at its field, also when stored settings are activated', async () => {
    for (const [baseUrl, msg] of [
      ['http://127.0.0.1:9', '接口地址指向内部网络'],
      ['https://[::ffff:10.0.0.1]/', '接口地址指向内部网络'],
      ['http://api.school.example', '接口地址必须以https开头'],
    ] as const) {
      const answer = await save({ type: 'crop-wechat', provider: 'wecom', data: { ...wecom, baseUrl } })
      expect(answer.fields).toEqual([{ field: 'data.baseUrl', msg: expect.stringContaining(msg) }])
    }
    expect((await save({ type: 'hotel', provider: 'http', data: { url: 'http://127.0.0.1/latest/meta-data/' } })).fields).toMatchObject([
      { field: 'data.url' },
    ])
    const data = JSON.stringify({ ...wecom, baseUrl: 'http://10.0.0.1/' })
    await app.db.insertInto('sysProp').values({ type: 'crop-wechat', provider: 'wecom', data }).execute()
    expect((await change({ type: 'crop-wechat', provider: 'wecom' })).fields).toMatchObject([{ field: 'data.baseUrl' }])
  })

  test.each(['evil.example/x', 'a:b', 'x#', 'x?y', 'me@evil.example'])('of storage may not be %s', async (region) => {
    const data = { region, bucket: 'school-1', secretId: 'i', secretKey: SECRET, url: 'https://cdn.example/' }
    const { fields } = await save({ type: 'upload', provider: 'qcloud', data })
    expect(fields.map((one) => one.field)).toEqual(['data.region'])
  })
})

test('a secret that is moved to another provider does not open', async () => {
  await save({ type: 'live', provider: 'aliyun', data: live })
  const { data } = await app.db.selectFrom('sysProp').where('type', '=', 'live').select('data').executeTakeFirstOrThrow()
  const { pushKey } = data as Record<string, string>
  const moved = JSON.stringify({ appId: 'a', secret: pushKey, baseUrl: '' })
  await app.db.insertInto('sysProp').values({ type: 'wechat', provider: 'wechat', data: moved, active: true }).execute()
  await expect(activeProp(app.ctx(), 'wechat')).rejects.toThrow('belongs to another place')
  // the page still opens, and the secret has to be entered again
  expect(await app.ok(configProp.detail, { type: 'wechat' }, admin)).toMatchObject({ data: { secret: '******' } })
  expect((await save({ type: 'wechat', provider: 'wechat', data: { appId: 'a', secret: '******' } })).fields[0]?.field).toBe('data.secret')
  expect((await save({ type: 'wechat', provider: 'wechat', data: { appId: 'a', secret: 'new' } })).code).toBe(0)
  expect(await activeProp(app.ctx(), 'wechat')).toMatchObject({ data: { secret: 'new' } })
})

test('a sealed storage is opened when pages learn its hosts', async () => {
  const keys = { accessKeyId: 'id', accessKeySecret: SECRET, aesKey: SECRET.slice(0, 16) }
  const data = { endpoint: 'oss-cn-hangzhou', bucket: 'school', arn: 'acs:ram::1:role/x', url: 'https://cdn.example/', ...keys }
  expect((await change({ type: 'upload', provider: 'aliyun', data })).code).toBe(0)
  await expect.poll(() => app.app.runtime.sendHosts).toEqual(['https://school.oss-cn-hangzhou.aliyuncs.com'])
})

test('merchant accounts are those of the payment page, and need its tag too', async () => {
  const data = { clientId: 'c', clientSecret: SECRET, webhookId: 'w' }
  await app.ok(payConfig.save, { name: 'points', enabled: true }, admin)
  expect((await change({ type: 'pay', provider: 'paypal', data })).data).toMatchObject({ active: true })
  const enabled = (await app.ok(payConfig.list, {}, admin)).filter((one) => one.enabled).map((one) => one.name)
  expect(enabled).toEqual(['paypal', 'points'])
  await app.ok(payConfig.save, { name: 'paypal', enabled: false }, admin)
  expect(await app.ok(configProp.detail, { type: 'pay', provider: 'paypal' }, admin)).toMatchObject({ stored: true, active: false })

  const tag = await app.db.selectFrom('sysMenu').where('permissionTag', '=', 'sys:prop:update').select('id').execute()
  const role = { roleName: '只改服务商', roleLevel: 5, dataScope: DataScope.all }
  const { id } = await app.db.insertInto('sysRole').values(role).returning('id').executeTakeFirstOrThrow()
  await app.db
    .insertInto('sysRoleMenu')
    .values(tag.map((menu) => ({ roleId: id, menuId: menu.id })))
    .execute()
  const clerk = await app.enrol({ userName: 'prop-clerk', roleType: RoleType.staff, roles: ['只改服务商'] })
  expect((await app.call(configProp.detail, { type: 'live' }, clerk)).code).toBe(0)
  expect((await app.call(configProp.detail, { type: 'pay', provider: 'paypal' }, clerk)).code).toBe(errors.forbidden[0])
  for (const call of [configProp.save, configProp.change])
    expect((await app.call(call, { type: 'pay', provider: 'paypal', data }, clerk)).code).toBe(errors.forbidden[0])
})
