import { cos } from '@shuyuan/contract/common/cos.ts'
import { file as files } from '@shuyuan/contract/common/file.ts'
import { oss } from '@shuyuan/contract/common/oss.ts'
import { qiniu } from '@shuyuan/contract/common/qiniu.ts'
import { s3 } from '@shuyuan/contract/common/s3.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { expect, it, vi } from 'vitest'
import { refused } from '../../../test/answers.ts'
import { fakeServer } from '../../../test/fake-server.ts'
import { fakeUpload } from '../../../test/fake-upload.ts'
import { notices } from '../../../test/render.tsx'
import { setToken } from '../../kernel/call/token.ts'
import { sendFile } from './send-file.ts'

let sessions = 0
/** Starts a session in which this storage provider is active, with optional answers of the provider's calls. */
function storage(provider: string, answers: Parameters<typeof fakeServer>[0] = {}) {
  setToken(`session-${sessions++}`)
  const sent = fakeUpload(({ path }) => (path === files.upload.path ? { data: { id: '1', url: '/files/a.png' } } : {}))
  const asked = fakeServer({ [configProp.upload.path]: { data: { provider } }, ...answers })
  return { sent, asked, paths: () => asked.map((one) => one.path) }
}
const picture = () => new File(['x'], 'a.png', { type: 'image/png' })
const down = refused('storageDown')
const granted = {
  token: 'AK:sign:policy',
  expiration: '2026-11-21 10:15:00',
  region: 'z2',
  bucket: 'school',
  host: 'https://up-z2.qiniup.com/',
  prefix: 'image/202611/7-0123456789abcdef/',
  url: 'https://files.school.cn/',
  serverTime: 1_795_000_000,
}

it.each([
  ['aliyun', oss.sts.path, 'OSS上传失败'],
  ['qcloud', cos.token.path, '获取COS上传令牌失败'],
  ['qiniu', qiniu.token.path, '获取七牛令牌失败'],
  ['s3', s3.sign.path, '获取上传令牌失败'],
])('%s without keys: a notice is shown, and the file goes through the server', async (provider, path, words) => {
  const said = notices()
  const { sent } = storage(provider, { [path]: down })
  expect(await sendFile(picture(), 'image')).toMatchObject({ url: '/files/a.png' })
  expect(said).toEqual([words])
  expect(sent.map((one) => one.path)).toEqual([files.upload.path])
})

it('is sent to the server without a notice when the server stores files', async () => {
  const said = notices()
  const { sent, paths } = storage('local')
  await sendFile(picture(), 'avatar')
  await sendFile(picture(), 'avatar')
  expect(said).toEqual([])
  expect(sent).toHaveLength(2)
  expect(paths()).toEqual([configProp.upload.path])
})

it('is sent to the server, with a notice, when the provider is unknown', async () => {
  const said = notices()
  const { sent } = storage('aliyun', { [configProp.upload.path]: down })
  await sendFile(picture(), 'image')
  expect(said).toEqual(['获取上传令牌失败'])
  expect(sent.map((one) => one.path)).toEqual([files.upload.path])
})

it('is not sent to the server when the scene does not allow it', async () => {
  const said = notices()
  const { sent } = storage('qiniu', { [qiniu.token.path]: refused('fileKind', { msg: '不支持的文件类型，请上传 jpg 文件' }) })
  await expect(sendFile(picture(), 'image')).rejects.toMatchObject({ code: errors.fileKind[0] })
  expect(said).toEqual(['不支持的文件类型，请上传 jpg 文件'])
  expect(sent).toEqual([])
})

it('is sent directly to the cloud below the granted folder, and reported to the server; keys serve for five minutes', async () => {
  const stored = { id: '9', url: 'https://files.school.cn/a.png', name: 'a.png', size: 1, type: 'image/png' }
  const { sent, paths, asked } = storage('qiniu', { [qiniu.token.path]: { data: granted }, [files.confirm.path]: { data: stored } })
  expect(await sendFile(picture(), 'image')).toEqual(stored)
  expect(sent).toMatchObject([{ path: granted.host, fields: { token: granted.token } }])
  expect(sent[0]?.fields.key).toMatch(/^image\/202611\/7-0123456789abcdef\/[\da-f]{32}\.png$/)
  expect(asked.at(-1)?.body).toEqual({ scene: 'image', key: sent[0]?.fields.key, name: 'a.png' })
  await sendFile(picture(), 'image')
  expect(paths().filter((path) => path === qiniu.token.path)).toHaveLength(1)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
  await sendFile(picture(), 'image')
  vi.useRealTimers()
  expect(paths().filter((path) => path === qiniu.token.path)).toHaveLength(2)
})

it('each file has an address of its own in a bucket of S3, and is reported to the server', async () => {
  const stored = { id: '9', url: '/files/bucket/a.png', name: 'a.png', size: 1, type: 'image/png' }
  const key = 'image/202611/7-0123456789abcdef/0123456789abcdef0123456789abcdef.png'
  const signed = {
    key,
    url: 'https://s3.school.cn/files/a?X-Amz-Signature=1',
    headers: { 'content-type': 'image/png' },
    expiration: '2026-11-21 10:15:00',
  }
  const { sent, asked, paths } = storage('s3', { [s3.sign.path]: { data: signed }, [files.confirm.path]: { data: stored } })
  expect(await sendFile(picture(), 'image')).toEqual(stored)
  expect(sent).toMatchObject([{ path: signed.url }])
  expect(asked.at(-1)?.body).toEqual({ scene: 'image', key, name: 'a.png' })
  await sendFile(picture(), 'image')
  expect(paths().filter((path) => path === s3.sign.path)).toHaveLength(2)
  expect(asked.find((one) => one.path === s3.sign.path)?.body).toEqual({ scene: 'image', name: 'a.png', size: 1 })
})
