// Files that are no question file are refused by what they are, and texts in other encodings are read as such.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { writeArchive } from '../../../kernel/archive.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const { app, teacher } = await startWith('teacher')
const { id: repoId } = await makeRepo(app.ctx())
const send = (bytes: Buffer, name: string) => app.upload(quImport.stage, bytes, name, { repoId }, teacher.token)
const archive = (name: string, text = 'x') => Buffer.from(writeArchive({ [name]: Buffer.from(text), 'content/a.txt': Buffer.from('a') }))

test.each([
  ['题.mbz', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0]), 'Moodle 的备份（.mbz）'],
  ['题.mbz', archive('moodle_backup.xml'), 'Moodle 的备份（.mbz）'],
  ['题.zip', archive('moodle_backup.xml'), 'Moodle 的备份（.mbz）'],
  ['题.pptx', archive('ppt/presentation.xml'), 'PowerPoint 演示文稿'],
  ['题.epub', archive('META-INF/container.xml'), '电子书（EPUB）'],
  ['课.zip', archive('tincan.xml'), '课件包（SCORM、xAPI 或 cmi5）'],
  ['题.db', Buffer.from('SQLite format 3\u0000'), '数据库文件（SQLite）'],
  ['题.png', Buffer.from('\u0089PNG\r\n', 'latin1'), '这是图片'],
  ['题.mp4', Buffer.from('\u0000\u0000\u0000\u0018ftypmp42', 'latin1'), '音频或视频'],
  ['题.html', Buffer.from('<!DOCTYPE html><html></html>'), '这是网页'],
])('%s is named', async (name, bytes, kind) => {
  expect(await send(bytes, name)).toMatchObject({ msg: expect.stringContaining(kind) as string })
})

const texts = { western: 'Où est le café ? {=à gauche ~à droite}', chinese: '火警电话是？{=一一九 ~一二〇}' }
const chinese = Buffer.from([0xbb, 0xf0, 0xbe, 0xaf, 0xa3, 0xbf, ...Buffer.from('{=119 ~120}')])

test.each([
  ['UTF-8', 'a.txt', Buffer.from(texts.western), 'Où est le café ?', []],
  ['Windows-1252', 'a.txt', Buffer.from(texts.western, 'latin1'), 'Où est le café ?', ['Windows-1252']],
  ['Windows-1252', 'a.gift', Buffer.from('aöffnen {=ja ~nein}', 'latin1'), 'aöffnen', ['Windows-1252']],
  ['UTF-16', 'a.txt', Buffer.from(`\uFEFF${texts.chinese}`, 'utf16le'), '火警电话是？', []],
  ['GB18030', 'a.txt', chinese, '火警？', ['GB18030']],
  [
    'GB18030',
    'a.csv',
    Buffer.concat([Buffer.from('type,stem,A,B,answer\nsingle,'), chinese.subarray(0, 6), Buffer.from(',a,b,A')]),
    '火警？',
    ['GB18030'],
  ],
])('%s in %s', async (_encoding, name, bytes, title, told) => {
  const { data } = await send(bytes, name)
  const { records } = await app.ok(quImport.paging, { params: { importId: data.id } }, teacher)
  expect(records).toMatchObject([{ title, hasError: false }])
  const { notes } = await app.ok(quImport.detail, { id: data.id }, teacher)
  expect(notes).toEqual(told.map((one) => `文件不是 UTF-8，按 ${one} 编码读取，请核对文字`))
})

test('a sign that could not be decoded is an error', async () => {
  const { data } = await send(Buffer.from('O\uFFFD est-il ? {=ici ~la}'), 'a.gift')
  const { records } = await app.ok(quImport.paging, { params: { importId: data.id } }, teacher)
  expect(records).toMatchObject([{ hasError: true, problems: [{ msg: '含有无法识别的字符（�），请用正确的编码另存后再导入' }] }])
})
