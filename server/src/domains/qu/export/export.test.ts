// Exports of a bank with stored files: what the package names is in it, and losses are announced before.
import { file } from '@shuyuan/contract/common/file.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { faultsOfManifest } from '../../../../test/qti-content-model.ts'
import { startWithEnv } from '../../../../test/people.ts'
import { STUB_ENV } from '../../../../test/provider-stub.ts'
import { account, openStorageStub } from '../../../../test/storage-stub.ts'
import { readArchive } from '../../../kernel/archive.ts'
import { makeRepo } from '../../repo/repo.factory.ts'
import { insertQuestions } from '../bank/insert.service.ts'

const { app, admin, teacher } = await startWithEnv(STUB_ENV, 'teacher')
const { token } = teacher
const stored = `202611/${'a'.repeat(32)}.png`
const gone = `202611/${'b'.repeat(32)}.png`
const folder = join(app.ctx().app.storage.root, '202611')
await mkdir(folder, { recursive: true })
await writeFile(join(app.ctx().app.storage.root, stored), 'x')

let repoId: string
beforeEach(async () => {
  repoId = (await makeRepo(app.ctx())).id
})
const options = [
  { tag: 'A', content: '<p>甲</p>', isRight: true },
  { tag: 'B', content: '<p>乙</p>', isRight: false },
]
const insert = (quType: number, ...bodies: Parameters<typeof insertQuestions>[2][number]['body'][]) =>
  insertQuestions(
    app.ctx(),
    repoId,
    bodies.map((body) => ({ quType, level: QuLevel.normal, chapterId: null, body })),
  )
const lossOf = async (format: 'qti' | 'moodle' | 'xlsx') => (await app.ok(qu['export-loss'], { repoId, format }, token)).lost

async function packageOf() {
  const payload = { repoId, format: 'qti' }
  const { rawPayload } = await app.http.inject({ method: 'POST', url: qu.export.path, headers: { token }, payload })
  return readArchive(rawPayload)
}

test('every file that the items name is in the package; a file that is gone is told', async () => {
  const pictures = [stored, gone].map((path) => ({ content: `<p>图 <img src="/files/${path}" alt="" /></p>`, options }))
  await insert(QuType.single, ...pictures)
  const files = await packageOf()
  const manifest = Buffer.from(files.get('imsmanifest.xml') ?? []).toString()
  const named = [...manifest.matchAll(/ href="([^"]+)"/g)].map(([, path = '']) => path)
  expect([...new Set(named)].toSorted()).toEqual([...files.keys()].filter((path) => path !== 'imsmanifest.xml').toSorted())
  expect(named).toContain(`resources/${stored.replace('/', '-')}`)
  expect(faultsOfManifest(manifest)).toEqual([])
  expect(Buffer.from(files.get('items/q2.xml') ?? []).toString()).toContain(`src="/files/${gone}"`)
  expect(await lossOf('qti')).toEqual(['部分图片或附件未能读取，只保留地址'])
  expect(await lossOf('moodle')).toEqual(['部分图片或附件未能读取，只保留地址'])
})

test('a sheet says that line breaks of answers become spaces', async () => {
  await insert(QuType.fillIn, { content: '<p>填 ____</p>', blanks: [{ answer: '甲\n乙' }] })
  expect(await lossOf('xlsx')).toEqual(['填空题答案和关键词中的换行按空格导出'])
})

test('a picture of a closed bucket is in the package', async () => {
  const cloud = await openStorageStub()
  const data = { endpoint: cloud.url, bucket: account.bucket, accessKeyId: account.id, accessKeySecret: account.secret }
  await app.ok(configProp.change, { type: 'upload', provider: 's3', data }, admin)
  const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const sent = await app.upload(file.upload, png, 'a.png', { scene: 'image' }, token)
  await insert(QuType.single, { content: `<p>图 <img src="${sent.data.url}" alt="" /></p>`, options })
  const name = sent.data.url.slice('/files/'.length).replaceAll('/', '-')
  expect(Buffer.from((await packageOf()).get(`resources/${name}`) ?? []).equals(png)).toBe(true)
  expect(await lossOf('qti')).toEqual([])
  await cloud.close()
})
