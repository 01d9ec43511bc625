// Old Office files where LibreOffice is found. A script stands in for it: it writes the file that LibreOffice would have made.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startWithEnv } from '../../../../test/people.ts'
import { paragraph, wordFile } from '../../../../test/word-file.ts'
import { writeSheets } from '../../../kernel/sheet/spreadsheet.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const folder = await mkdtemp(join(tmpdir(), 'stand-in-'))
afterAll(() => rm(folder, { recursive: true }))
const columns = ['题型', '题干', '选项A', '选项B', '答案'].map((header) => ({ header }))
await writeFile(join(folder, 'made.xlsx'), await writeSheets([{ name: '题', columns, rows: [['单选题', '火警？', '110', '119', 'B']] }]))
await writeFile(join(folder, 'made.docx'), wordFile(Buffer.alloc(0), ...['1. 火警？', 'A. 110', 'B. 119', '答案：B'].map(paragraph)))
/** Converts files that begin with D0CF, as LibreOffice is called: … --convert-to FORMAT --outdir FOLDER FILE. */
const program = `#!/bin/sh
while [ $# -gt 1 ]; do
  case "$1" in --convert-to) format="$2"; shift;; --outdir) out="$2"; shift;; esac
  shift
done
[ "$(head -c 2 "$1" | od -An -tx1 | tr -d ' ')" = d0cf ] && cp "${folder}/made.$format" "$out/input.$format"
exit 0
`
const soffice = join(folder, 'soffice')
await writeFile(soffice, program)
await chmod(soffice, 0o755)

const { app, teacher } = await startWithEnv({ LIBREOFFICE: soffice }, 'teacher')
const { id: repoId } = await makeRepo(app.ctx())
const old = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('Workbook', 'utf16le')])
const send = (bytes: Buffer, name: string) => app.upload(quImport.stage, bytes, name, { repoId }, teacher.token)

test.each(['题库.xls', '试卷.doc'])('%s is converted and read, and the conversion is told', async (name) => {
  const { data } = await send(old, name)
  const found = await app.ok(quImport.detail, { id: data.id }, teacher.token)
  expect(found).toMatchObject({ fileName: name, total: 1, wrong: 0, notes: ['旧格式文件已由 LibreOffice 转换，请核对图片和公式'] })
})

test.each([
  ['题库.xlsx', 'Workbook'],
  ['试卷.docx', 'WordDocument'],
])('%s with the content of an old file is converted, too', async (name, stream) => {
  const bytes = Buffer.concat([old.subarray(0, 4), Buffer.from(stream, 'utf16le')])
  const { data } = await send(bytes, name)
  const found = await app.ok(quImport.detail, { id: data.id }, teacher.token)
  expect(found).toMatchObject({ fileName: name, total: 1, wrong: 0, notes: ['旧格式文件已由 LibreOffice 转换，请核对图片和公式'] })
  const locked = Buffer.concat([old, Buffer.from('EncryptedPackage', 'utf16le')])
  expect(await send(locked, name)).toMatchObject({ msg: expect.stringContaining('密码') as string })
})

test('a file that LibreOffice cannot convert is refused, and nothing remains on disk', async () => {
  const before = (await readdir(tmpdir())).filter((one) => one.startsWith('shuyuan-office-'))
  expect(await send(Buffer.from('no office file'), '题库.xls')).toMatchObject({
    msg: expect.stringContaining('LibreOffice 不能转换这个文件') as string,
  })
  expect((await readdir(tmpdir())).filter((one) => one.startsWith('shuyuan-office-'))).toEqual(before)
})

test('a sheet of today under the name of yesterday needs no conversion', async () => {
  const bytes = Buffer.from(await writeSheets([{ name: '题', columns, rows: [['单选题', '火警？', '110', '119', 'B']] }]))
  const { data } = await send(bytes, '题库.xls')
  expect(await app.ok(quImport.detail, { id: data.id }, teacher.token)).toMatchObject({ total: 1, notes: [] })
})
