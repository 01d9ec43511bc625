// Sheets whose headings are not known: the columns are asked for, said, and remembered.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const { app, teacher } = await startWith('teacher')
const { token } = teacher
const other = await app.enrol({ userName: 'tom', roleType: RoleType.staff, roles: ['教师'] })
let repoId: string
beforeEach(async () => {
  repoId = (await makeRepo(app.ctx())).id
  await app.db.deleteFrom('quImportColumn').execute()
})

const sheet = 'kind,prompt,c1,c2,solution,owner\n单选题,火警？,110,119,B,张三\n判断题,水能灭油火。,,,错,李四\n'
const fields = 'type,stem,option,option,answer,none'
const send = async (content: string, more: Record<string, string> = {}, caller = token) =>
  (await app.upload(quImport.stage, Buffer.from(content), '表.csv', { repoId, ask: 'true', ...more }, caller)).data
const rowsOf = async (importId: string) => (await app.ok(quImport.paging, { params: { importId }, size: 50 }, token)).records

test('unknown headings are asked for, with cells of the first rows; nothing is staged', async () => {
  const { id, ask } = await send(sheet)
  expect(id).toBe('')
  expect(ask).toMatchObject({ rows: 2 })
  expect(ask?.columns.map((one) => [one.name, one.samples[0], one.field, one.from])).toEqual([
    ['kind', '单选题', 'none', 'nothing'],
    ['prompt', '火警？', 'none', 'nothing'],
    ['c1', '110', 'none', 'nothing'],
    ['c2', '119', 'none', 'nothing'],
    ['solution', 'B', 'none', 'nothing'],
    ['owner', '张三', 'none', 'nothing'],
  ])
  expect(await app.ok(quImport.waiting, {}, token)).toEqual([])
})

test('columns that are said are read so, and remembered for the next sheet of this person', async () => {
  const { id } = await send(sheet, { columns: fields })
  const rows = await rowsOf(id)
  expect(rows.map((one) => [one.quType, one.title, one.hasError])).toEqual([
    [QuType.single, '火警？', false],
    [QuType.trueFalse, '水能灭油火。', false],
  ])
  const again = await send(sheet)
  expect(again.ask).toBeNull()
  const { notes } = await app.ok(quImport.detail, { id: again.id }, token)
  expect(notes).toContain('按上次的选择读取这些列：kind、prompt、c1、c2、solution、owner')
  await app.ok(quImport.drop, { id: again.id }, token)
})

test('a sheet without types is asked about; its rows have the type that is said, and the next one is asked about again', async () => {
  const cases = ',Question,A,B,C,D,Answer\n0,火警？,110,119,120,122,B\n1,哪些是灭火器？,水,干粉,沙,酒精,ABC\n'
  const { ask } = await send(cases)
  expect(ask?.columns.map((one) => one.field)).toEqual(['none', 'stem', 'option', 'option', 'option', 'option', 'answer'])
  const columns = 'none,stem,option,option,option,option,answer'
  const inferred = await rowsOf((await send(cases, { columns })).id)
  expect(inferred.map((one) => [one.quType, one.hasError])).toEqual([
    [QuType.single, false],
    [QuType.multiple, false],
  ])
  await app.db.deleteFrom('quImportColumn').execute()
  const { id } = await send(cases, { columns, type: String(QuType.multiple) })
  expect((await rowsOf(id)).map((one) => [one.quType, one.hasError])).toEqual([
    [QuType.multiple, false],
    [QuType.multiple, false],
  ])
  expect((await app.ok(quImport.detail, { id }, token)).notes).toContain('没有“题型”列，所有行按所选题型“多选题”读取')
  expect((await send(cases)).ask).not.toBeNull()
})

test('another person is asked, with what was said as a proposal', async () => {
  await send(sheet, { columns: fields })
  const { ask } = await send(sheet, {}, other.token)
  expect(ask?.columns.map((one) => [one.field, one.from])).toEqual(fields.split(',').map((one) => [one, 'site']))
})

test('a program that does not ask gets the refusal that names the columns', async () => {
  await send(sheet, { columns: fields })
  const reply = await app.upload(quImport.stage, Buffer.from(sheet), '表.csv', { repoId }, token)
  expect(reply).toMatchObject({ code: errors.sheetHeader[0], msg: expect.stringContaining('“题型”、“题干”') as string })
})

test('known headings without a type are asked about once; types follow from options and answers', async () => {
  const plain =
    ',Question,A,B,C,Answer\n0,火警？,110,119,,B\n1,哪些？,甲,乙,丙,AC\n2,水能灭油火。,,,,错\n3,火警是____,,,,119\n4,简述,,,,略\n5,对吗？,对,错,,A\n'
  const { ask } = await send(plain)
  expect(ask?.columns.map((one) => one.field)).toEqual(['none', 'stem', 'option', 'option', 'option', 'answer'])
  const { id } = await send(plain, { columns: ask?.columns.map((one) => one.field).join(',') ?? '' })
  expect((await rowsOf(id)).map((one) => [one.quType, one.hasError])).toEqual([
    [QuType.single, false],
    [QuType.multiple, false],
    [QuType.trueFalse, false],
    [QuType.fillIn, false],
    [QuType.shortAnswer, false],
    [QuType.trueFalse, false],
  ])
  expect((await app.ok(quImport.detail, { id }, token)).notes).toContain('没有“题型”列，题型按选项和答案判断')
  expect((await send(plain)).ask).toBeNull()
})

test('a title above the headings is skipped and told; options in one cell are divided', async () => {
  const { id } = await send('安全题库,,,\n题型,题目,选项内容,正确答案\n单选题,火警？,A.110 B.119,B\n多选题,哪些？,甲|乙|丙,AC\n')
  expect((await rowsOf(id)).map((one) => [one.row, one.body.options?.map((option) => [option.content, option.isRight])])).toEqual([
    [
      3,
      [
        ['<p>110</p>', false],
        ['<p>119</p>', true],
      ],
    ],
    [
      4,
      [
        ['<p>甲</p>', true],
        ['<p>乙</p>', false],
        ['<p>丙</p>', true],
      ],
    ],
  ])
  expect((await app.ok(quImport.detail, { id }, token)).notes).toContain('表头上方的 1 行已略过')
})

test('a second column for one field, and a choice without answers, are refused', async () => {
  const twice = await app.upload(quImport.stage, Buffer.from(sheet), '表.csv', { repoId, columns: 'stem,stem,option,option,answer' }, token)
  expect(twice).toMatchObject({ code: errors.sheetHeader[0], msg: expect.stringContaining('“题干”列重复') as string })
  const none = await app.upload(quImport.stage, Buffer.from(sheet), '表.csv', { repoId, columns: 'type,stem' }, token)
  expect(none).toMatchObject({ msg: expect.stringContaining('缺少“答案”列') as string })
  const unknown = await app.upload(quImport.stage, Buffer.from(sheet), '表.csv', { repoId, columns: 'type,secret' }, token)
  expect(unknown.fields.map((one) => one.field)).toEqual(['columns'])
})

describe('a sheet without headings', () => {
  const bare = '1,首都是哪里？,北京,上海,A\n2,二加二等于几？,3,4,B\n3,水的化学式是？,CO2,H2O,B\n'

  test('is recognised by its first row, which is no question lost', async () => {
    const { ask } = await send(bare)
    expect([ask?.firstIsQuestion, ask?.columns.map((one) => one.field)]).toEqual([true, ['none', 'stem', 'option', 'option', 'answer']])
    const { id } = await send(bare, { columns: 'none,stem,option,option,answer', headless: 'true' })
    expect((await rowsOf(id)).map((one) => [one.row, one.title, one.hasError])).toEqual([
      [1, '首都是哪里？', false],
      [2, '二加二等于几？', false],
      [3, '水的化学式是？', false],
    ])
    expect((await app.ok(quImport.detail, { id }, token)).notes).toContain('没有列名，第一行也按试题读取')
    // what a question says is no heading to remember
    expect(await app.db.selectFrom('quImportColumn').selectAll().execute()).toEqual([])
  })

  test('is not suspected where the first row has headings, or no key', async () => {
    expect((await send(sheet)).ask?.firstIsQuestion).toBe(false)
    expect((await send('a1,b1,c1\n首都？,北京,A\n')).ask?.firstIsQuestion).toBe(false)
    expect((await send('题目,x,y,结果\n首都？,北京,上海,A\n')).ask?.firstIsQuestion).toBe(false)
  })
})
