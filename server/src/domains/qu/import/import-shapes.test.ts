// Files in encodings and shapes of other programs, uploaded.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const { app, teacher } = await startWith('teacher')
const { token } = teacher
const { id: repoId } = await makeRepo(app.ctx())

const send = (content: Buffer, name: string) => app.upload(quImport.stage, content, name, { repoId }, token)
const staged = async (content: Buffer, name: string) => {
  const { data } = await send(content, name)
  return (await app.ok(quImport.paging, { params: { importId: data.id, kind: 'all' }, size: 100 }, token)).records
}
/** 题型,题干,A选项,B选项,答案 / 单选题,火警,甲,"乙,丙",B in GB18030. */
const gbk = Buffer.from('cce2d0cd2ccce2b8c92c41d1a1cfee2c42d1a1cfee2cb4f0b0b80ab5a5d1a1cce22cbbf0beaf2cbcd72c22d2d22cb1fb222c420a', 'hex')

test.each([
  ['表.csv', gbk],
  ['表.csv', Buffer.from('\uFEFF题型;题干;选项A;选项B;答案\r\n单选题;火警;甲;"乙,丙";B\r\n')],
  ['表.tsv', Buffer.from('\uFEFF题型\t题干\t选项A\t选项B\t答案\n单选题\t火警\t甲\t乙,丙\tB\n', 'utf16le')],
])('a sheet as separated text: %s %#', async (name, content) => {
  const rows = await staged(content, name)
  expect(rows.map((one) => [one.quType, one.title, one.hasError])).toEqual([[QuType.single, '火警', false]])
})

test('a question paper as plain text', async () => {
  const rows = await staged(Buffer.from('一、单选题\n1、火警？\nA.110 B.119\n\n参考答案\n1. B\n'), 'paper.txt')
  expect(rows.map((one) => [one.quType, one.title, one.hasError])).toEqual([[QuType.single, '火警？', false]])
})

test('Moodle XML in the encoding that it declares', async () => {
  const xml =
    '<?xml version="1.0" encoding="ISO-8859-1"?><quiz><question type="essay"><questiontext format="html"><text>O\u00f9 est le caf\u00e9 ?</text></questiontext></question></quiz>'
  expect((await staged(Buffer.from(xml, 'latin1'), 'a.xml')).map((one) => one.title)).toEqual(['Où est le café ?'])
})

test('a file of descriptions only says so', async () => {
  expect(await send(Buffer.from('只是说明\n\n又一段\n'), 'a.gift')).toMatchObject({
    msg: expect.stringContaining('文件中没有找到试题：略过 2 段没有答案的说明文字') as string,
  })
})
