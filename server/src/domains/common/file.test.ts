// Uploads: stored and refused ones.
import { file } from '@shuyuan/contract/common/file.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test, vi } from 'vitest'
import { sharedApp } from '../../../test/people.ts'
import { judgeFile, shownName } from './file.rules.ts'

const app = await sharedApp()
const { token } = await app.enrol({ userName: 'sender' })
const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

const send = (bytes: Uint8Array, name: string, scene = 'image') => app.upload(file.upload, bytes, name, { scene }, token)
const stored = async () => (await readdir(app.app.storage.root, { recursive: true })).filter((name) => name.includes('.'))

test('a picture is stored, recorded and served', async () => {
  const { code, data } = await send(png, '../相册/合影.PNG')
  expect(code).toBe(0)
  expect(data).toMatchObject({
    name: '合影.PNG',
    size: png.length,
    type: 'image/png',
    url: expect.stringMatching(/^\/files\/\d{6}\/[\da-f]{32}\.png$/),
  })
  const served = await app.http.inject({ url: data.url })
  expect(served.rawPayload.equals(png)).toBe(true)
  expect(served.headers['content-security-policy']).toContain('sandbox')
  const row = await app.db.selectFrom('commonFile').where('id', '=', data.id).selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ name: '合影.PNG', scene: 'image', ownerId: (await app.as('sender')).id })
})

describe('refused, and nothing is stored', () => {
  const refusals: [string, () => Uint8Array, string, string, number, string][] = [
    [
      'a program called picture',
      () => Buffer.from('#!/bin/sh\nrm -rf /\n'),
      'a.png',
      'image',
      errors.fileKind[0],
      '文件内容与扩展名 .png 不符',
    ],
    ['a picture called document', () => png, 'a.pdf', 'attachment', errors.fileKind[0], '文件内容与扩展名 .pdf 不符'],
    ['SVG', () => Buffer.from('<svg onload="alert(1)"/>'), 'a.svg', 'editor', errors.fileKind[0], '不支持的文件类型'],
    ['HTML', () => Buffer.from('<html></html>'), 'a.html', 'attachment', errors.fileKind[0], '不支持的文件类型'],
    ['a name without extension', () => png, 'png', 'image', errors.fileKind[0], '不支持的文件类型'],
    ['a GIF as logo', () => Buffer.from('GIF89a..........'), 'a.gif', 'logo', errors.fileKind[0], '请上传 jpg、jpeg、png 文件'],
    ['an empty file', () => Buffer.alloc(0), 'a.png', 'image', errors.fileMissing[0], '文件是空的'],
    ['half a picture', () => png.subarray(0, 20), 'a.png', 'image', errors.fileKind[0], '图片已损坏'],
    [
      'a huge avatar',
      () => Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024)]),
      'a.png',
      'avatar',
      errors.fileTooLarge[0],
      '不能超过 5 MB',
    ],
    ['an unknown scene', () => png, 'a.png', 'anywhere', errors.badInput[0], ''],
  ]
  test.each(refusals)('%s', async (_what, bytes, name, scene, code, words) => {
    const before = [await stored(), await app.db.selectFrom('commonFile').select('id').execute()]
    const answer = await send(bytes(), name, scene)
    expect(answer.code).toBe(code)
    expect(answer.msg).toContain(words)
    expect([await stored(), await app.db.selectFrom('commonFile').select('id').execute()]).toEqual(before)
  })

  test('a picture that decompresses to gigabytes', async () => {
    const huge = await sharp({ create: { width: 12_000, height: 6_000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    expect(await send(huge, 'a.png')).toMatchObject({ code: errors.fileTooLarge[0], msg: '图片尺寸过大，请缩小后再上传' })
  })

  test('a body without a file, and a body that is no form', async () => {
    const form = new FormData()
    form.append('scene', 'image')
    const request = new Request('http://localhost', { method: 'POST', body: form })
    const headers = { token, 'content-type': request.headers.get('content-type') ?? '' }
    const payload = Buffer.from(await request.arrayBuffer())
    const reply = await app.http.inject({ method: 'POST', url: file.upload.path, headers, payload })
    expect(reply.json()).toMatchObject({ code: errors.fileMissing[0], msg: '请选择要上传的文件' })
    const plain = await app.http.inject({ method: 'POST', url: file.upload.path, headers: { token }, payload: { scene: 'image' } })
    expect(plain.json()).toMatchObject({ code: errors.fileMissing[0] })
  })

  test('a file whose body breaks off or has no name, and leaves no temporary file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'shuyuan-test-'))
    vi.stubEnv('TMPDIR', folder)
    const send = (lines: string[]) =>
      app.http.inject({
        method: 'POST',
        url: file.upload.path,
        headers: { token, 'content-type': 'multipart/form-data; boundary=x' },
        payload: lines.join('\r\n'),
      })
    const head = ['--x', 'Content-Disposition: form-data; name="file"; filename="a.png"', 'Content-Type: image/png', '']
    const cutOff = { code: errors.fileMissing[0], msg: '文件没有传完，请重新上传' }
    expect((await send([...head, 'begins and never ends'])).json()).toMatchObject(cutOff)
    expect((await send(['--x', 'Content-Disposition: form-data; name="scene"', '', 'image'])).json()).toMatchObject(cutOff)
    const nameless = ['--x', 'Content-Disposition: form-data; name="file"', 'Content-Type: application/octet-stream', '', 'x', '--x--', '']
    expect((await send(nameless)).json()).toMatchObject({ code: errors.fileKind[0] })
    expect(await readdir(folder)).toEqual([])
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true })
  })

  test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""'])(
    'a form without boundary is answered as a wrong request: %s',
    async (type) => {
      const headers = { token, 'content-type': type }
      const reply = await app.http.inject({ method: 'POST', url: file.upload.path, headers, payload: '--x--' })
      expect([reply.statusCode, reply.json().code]).toEqual([400, errors.badInput[0]])
    },
  )

  test('any file without a session', async () => {
    expect((await app.upload(file.upload, png, 'a.png', {})).code).toBe(errors.signedOut[0])
  })
})

describe('file types', () => {
  const heads: [string, string][] = [
    ['a.jpg', 'ffd8ffe0'],
    ['a.gif', '474946383961'],
    ['a.webp', '524946460000000057454250'],
    ['a.mp4', '0000002066747970'],
    ['a.mp3', '494433'],
    ['b.mp3', 'fffb90'],
    ['a.wav', '524946460000000057415645'],
    ['a.ogg', '4f676753'],
    ['a.rar', '526172211a07'],
    ['a.zip', '504b0304'],
    ['a.psd', '38425053'],
    ['a.pdf', '255044462d'],
    ['a.xls', 'd0cf11e0a1b11ae1'],
    ['a.docx', '504b0304'],
  ]
  test.each(heads)('%s is recognised by its first bytes only', (name, hex) => {
    expect(judgeFile('attachment', name, Buffer.from(hex, 'hex'), 100)).not.toHaveProperty('refused')
    expect(judgeFile('attachment', name, Buffer.from('3c68746d6c3e3c2f68746d6c3e', 'hex'), 100)).toHaveProperty('refused', 'fileKind')
  })

  test('a display name has no folders, no control characters, no direction marks, and a limited length', () => {
    expect(shownName('C:\\Users\\a\\b\u0000\u202egnp.exe')).toBe('bgnp.exe')
    expect(shownName(`${'长'.repeat(300)}.pdf`)).toMatch(/^长{100}….*\.pdf$/)
  })
})
