// Exports of a bank with stored files: what the package names is in it, and losses are announced before.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { faultsOfManifest } from '../../../../test/qti-content-model.ts'
import { startWith } from '../../../../test/people.ts'
import { readArchive } from '../../../kernel/archive.ts'
import { makeRepo } from '../../repo/repo.factory.ts'
import { insertQuestions } from '../bank/insert.service.ts'

const { app, teacher } = await startWith('teacher')
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

test('every file that the items name is in the package; a file that is gone is told', async () => {
  const pictures = [stored, gone].map((path) => ({ content: `<p>图 <img src="/files/${path}" alt="" /></p>`, options }))
  await insert(QuType.single, ...pictures)
  const { rawPayload } = await app.http.inject({
    method: 'POST',
    url: qu.export.path,
    headers: { token },
    payload: { repoId, format: 'qti' },
  })
  const files = readArchive(rawPayload)
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
