// The pages of providers, each of which is the panel of all with its own kind: what is chosen, checked at its field, saved and activated.
import { configSwitch } from '@shuyuan/contract/site/config/switch.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { MASK } from '@shuyuan/contract/site/provider/prop-field.ts'
import { providerOf, type PropType } from '@shuyuan/contract/site/provider/prop-kinds.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer, type Sent } from '../../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../../test/render.tsx'
import { ProviderPanel } from '../ProviderPanel.tsx'
import PropFacePage from './PropFacePage.tsx'
import PropLivePage from './PropLivePage.tsx'
import PropLoginPage from './PropLoginPage.tsx'
import PropSmsPage from './PropSmsPage.tsx'
import PropUploadPage from './PropUploadPage.tsx'

const probes = [
  { step: 'write', state: 'good', message: '' },
  { step: 'cross', state: 'warn', message: '没有允许本站的跨域上传' },
]

/** What the server keeps of the providers of `type`, and says with its secrets masked. */
function providers(type: PropType, active = '') {
  const stored: Record<string, Record<string, unknown>> = active === '' ? {} : { [active]: {} }
  let activeProvider = active
  const masked = (provider: string) => {
    const secret = /key|secret/i
    return Object.fromEntries(
      Object.entries(stored[provider] ?? {}).map(([name, value]) => [name, secret.test(name) && value ? MASK : value]),
    )
  }
  const detail = (provider: string) => ({
    data: {
      type,
      provider,
      data: masked(provider),
      remark: '',
      stored: provider in stored,
      active: provider === activeProvider,
      activeProvider,
      storedProviders: Object.keys(stored),
    },
  })
  const save = ({ body }: Sent) => {
    const { provider, data } = body as { provider: string; data: Record<string, unknown> }
    expect(providerOf(type, provider)!.data.safeParse({ ...data, ...stored[provider] }).success).toBe(true)
    stored[provider] = { ...stored[provider], ...data }
    return detail(provider)
  }
  return fakeServer({
    [configProp.detail.path]: ({ body }) => detail((body as { provider?: string }).provider ?? activeProvider),
    [configProp.save.path]: save,
    [configProp.change.path]: (sent) => {
      activeProvider = (sent.body as { provider: string }).provider
      return save(sent)
    },
    [configProp['upload-test'].path]: () => ({ data: probes }),
    [configProp['sms-test'].path]: { data: { provider: 'local' } },
    [configSwitch.detail.path]: { data: { dingLogin: false, wechatLogin: false } },
  })
}
// a secret is no textbox
const field = (name: string) => screen.findByLabelText(name, { selector: 'input' })
type Mouse = ReturnType<typeof show>['mouse']
/** At once, not letter by letter: each letter draws the form again. */
async function write(mouse: Mouse, into: HTMLElement, text: string) {
  await mouse.click(into)
  await mouse.paste(text)
}
const choose = (name: string) => screen.findByRole('radio', { name: new RegExp(`^${name}`) })
const button = (name: string) => screen.getByRole('button', { name })

it('live streams: without a provider there is no field; then one is saved and activated, and an emptied secret keeps the stored one', async () => {
  const sent = providers('live')
  const said = notices()
  const { mouse } = show(<PropLivePage />)
  await mouse.click(await screen.findByRole('button', { name: '保存' }))
  expect(await screen.findByText('服务提供商不能为空！')).toBeTruthy()
  await mouse.click(await choose('阿里云直播'))
  await field('推流域名')
  await mouse.click(button('保存'))
  for (const text of ['推流域名不能为空！', '推流秘钥不能为空！', '播流域名不能为空！', '播流秘钥不能为空！'])
    expect(await screen.findByText(text)).toBeTruthy()
  expect(bodies(sent, configProp.save)).toEqual([])
  const typed = { 推流域名: 'push.school.example', 推流秘钥: 'push-key-1', 播流域名: 'live.school.example', 播流秘钥: 'pull-key-1' }
  for (const [name, text] of Object.entries(typed)) await write(mouse, await field(name), text)
  await mouse.click(button('保存'))
  await waitFor(() => expect(said).toEqual(['直播配置保存成功！']))
  expect(await screen.findByRole('radio', { name: '阿里云直播已配置' })).toBeTruthy()
  await waitFor(async () => expect(await field('推流秘钥')).toHaveProperty('value', MASK))
  await mouse.click(button('保存并启用'))
  await waitFor(() => expect(said).toEqual(['直播配置保存成功！', '服务商切换成功！']))
  expect(await screen.findByRole('radio', { name: '阿里云直播使用中' })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: '保存并启用' })).toBeNull())
  await mouse.clear(await field('推流秘钥'))
  await mouse.click(button('保存'))
  await waitFor(() => expect(bodies(sent, configProp.save)).toHaveLength(2))
  expect(bodies(sent, configProp.save)[1]).toMatchObject({ provider: 'aliyun', data: { pushKey: MASK, pushDomain: 'push.school.example' } })
})

it('SMS: to activate another provider asks first, and a refusal activates nothing', async () => {
  const sent = providers('sms', 'local')
  const { mouse } = show(<PropSmsPage />)
  expect(await screen.findByRole('radio', { name: '本地（不发送，仅记录）使用中' })).toBeTruthy()
  await mouse.click(await choose('阿里云短信'))
  const typed = { AccessKeyId: 'LTAI', AccessKeySecret: 'hidden-1', 短信签名: '书院', 登录模板编号: 'SMS_1' }
  for (const [name, text] of Object.entries(typed)) await write(mouse, await field(name), text)
  await mouse.click(button('保存并启用'))
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('短信签名和模板需要在新的服务商处另行申请')
  await mouse.click(within(question).getByRole('button', { name: '取消' }))
  await mouse.click(button('保存'))
  await waitFor(() => expect(bodies(sent, configProp.save)).toHaveLength(1))
  expect(bodies(sent, configProp.change)).toEqual([])
  expect(await screen.findByRole('radio', { name: '本地（不发送，仅记录）使用中' })).toBeTruthy()
  await waitFor(async () => expect(await field('AccessKeySecret')).toHaveProperty('value', MASK))
})

it('SMS: a test message needs a number, and the log is linked for those who may see it', async () => {
  await signInWith(['sys:sms:list'])
  const sent = providers('sms', 'local')
  const { mouse } = show(<PropSmsPage />)
  await mouse.click(await screen.findByRole('button', { name: /发送测试短信/ }))
  const dialog = await screen.findByRole('dialog', { name: '发送测试短信' })
  const number = within(dialog).getByRole('textbox', { name: /手机号/ })
  await write(mouse, number, '138')
  await mouse.click(within(dialog).getByRole('button', { name: '发送' }))
  expect(await within(dialog).findByText('手机号码格式不正确!')).toBeTruthy()
  await write(mouse, number, '00138000')
  await mouse.click(within(dialog).getByRole('button', { name: '发送' }))
  await waitFor(() => expect(bodies(sent, configProp['sms-test'])).toEqual([{ mobile: '13800138000' }]))
  expect(button('短信记录').closest('a')?.getAttribute('href')).toBe('/admin/sys/sms-log')
})

it('third-party sign-in: tabs by kind, a note while its switch is off, and a warning at the test provider', async () => {
  const sent = providers('ding-talk')
  const { mouse, router } = show(<PropLoginPage />)
  expect(await screen.findAllByRole('tab')).toHaveLength(5)
  expect(await screen.findByText('“功能开关”中尚未开启微信登录，启用服务商后还需打开开关。')).toBeTruthy()
  await mouse.click(screen.getByRole('tab', { name: '钉钉' }))
  await waitFor(() => expect(router.state.location.search).toBe('?type=ding-talk'))
  await mouse.click(await choose('测试登录（仅供试用）'))
  expect(await screen.findByText(/^测试登录不验证身份/)).toBeTruthy()
  await mouse.click(button('保存并启用'))
  expect(await screen.findByRole('radio', { name: '测试登录（仅供试用）使用中' })).toBeTruthy()
  expect(bodies(sent, configProp.change)).toMatchObject([{ type: 'ding-talk', provider: 'local' }])
})

it('face checks: each provider has its own fields', async () => {
  providers('face')
  const { mouse } = show(<PropFacePage />)
  await mouse.click(await choose('百度智能云'))
  expect(await field('人脸库分组')).toBeTruthy()
  await mouse.click(await choose('阿里云'))
  expect(await field('人脸数据库')).toBeTruthy()
  expect(screen.queryByLabelText('人脸库分组')).toBeNull()
})

it('an address is checked at its field before it is sent', async () => {
  const sent = providers('hotel')
  const { mouse } = show(<ProviderPanel type="hotel" />)
  await mouse.click(await choose('HTTP 接口'))
  const address = await field('查询地址')
  await write(mouse, address, 'hotel.example')
  await mouse.click(button('保存'))
  expect(await screen.findByText('URL必须以http或https开头！')).toBeTruthy()
  expect(bodies(sent, configProp.save)).toEqual([])
  await mouse.clear(address)
  await write(mouse, address, 'https://hotel.example/query')
  await mouse.click(button('保存'))
  expect(await screen.findByText('已配置')).toBeTruthy()
})

it('storage at a cloud offers conversion, whose settings show once it is on', async () => {
  providers('upload')
  const { mouse } = show(<PropUploadPage />)
  await mouse.click(await choose('阿里云'))
  const way = await screen.findByLabelText('转码方式')
  expect(screen.queryByLabelText('转码队列')).toBeNull()
  expect(screen.queryByLabelText('视频质量')).toBeNull()
  await mouse.click(way)
  await mouse.click(await screen.findByText('云端转码'))
  expect(await screen.findByLabelText('转码队列')).toBeTruthy()
  expect(screen.getByLabelText('视频质量')).toBeTruthy()
  // clouds make files that are not encrypted
  expect(screen.queryByLabelText('加密地址')).toBeNull()
})

it('a bucket of S3 is tested as the form has it, before anything is stored', async () => {
  const sent = providers('upload')
  const { mouse } = show(<PropUploadPage />)
  await mouse.click(await choose('S3 兼容存储'))
  await field('服务地址')
  await mouse.click(button('测试存储'))
  expect(await screen.findByText('存储空间不能为空')).toBeTruthy()
  expect(bodies(sent, configProp['upload-test'])).toEqual([])
  const typed = { 服务地址: 'https://minio.school.example:9000', 存储空间: 'files', AccessKeyId: 'key', AccessKeySecret: 'hidden-1' }
  for (const [name, text] of Object.entries(typed)) await write(mouse, await field(name), text)
  await mouse.click(button('测试存储'))
  const dialog = await screen.findByRole('dialog', { name: '测试存储' })
  expect(within(dialog).getByRole('alert').textContent).toContain('存储可以使用，但有需要注意的地方')
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['写入文件 正常', '跨域设置 注意没有允许本站的跨域上传'])
  expect(bodies(sent, configProp['upload-test'])).toMatchObject([
    { origin: location.origin, data: { endpoint: typed.服务地址, bucket: 'files', style: 'path', accessKeySecret: 'hidden-1' } },
  ])
  expect(bodies(sent, configProp.save)).toEqual([])
})

it('the provider in use is tested by a button beside 保存', async () => {
  providers('sms', 'local')
  show(<PropSmsPage />)
  const save = await screen.findByRole('button', { name: '保存' })
  expect(within(save.parentElement!).getByRole('button', { name: /发送测试短信/ })).toBeTruthy()
})

it('where no provider is in use, none is tested', async () => {
  providers('sms')
  const { mouse } = show(<PropSmsPage />)
  await mouse.click(await choose('阿里云短信'))
  await field('短信签名')
  expect(screen.queryByRole('button', { name: /发送测试短信/ })).toBeNull()
})
