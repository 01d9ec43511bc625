// Levels of difficulty of the dictionary: up to five, in questions, draw rules and files.
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { dicValue } from '@shuyuan/contract/site/setting/dic-value.ts'
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { makeRepo } from '../../repo/repo.factory.ts'
import { makeQuestion } from '../qu.factory.ts'

const { app, admin, teacher } = await startWith('teacher')
const { token } = teacher
const name = (value: string, title: string) => app.call(dicValue.save, { dicCode: 'qu_level', value, title }, admin)
const { id: repoId } = await makeRepo(app.ctx())
const levelsIn = async () => (await app.ok(qu.paging, { params: { repoId } }, token)).records.map((one) => one.level)

test('a level must stand in the dictionary, which has five at most', async () => {
  const id = await makeQuestion(app.ctx(), { repoId, content: '一' })
  const refused = await app.call(qu.batch, { ids: [id], level: QuLevel.third }, token)
  expect(refused).toMatchObject({ code: errors.badInput[0], data: { fields: [{ field: 'level', key: 'levelGone' }] } })
  for (const value of ['0', '6', '难']) expect((await name(value, '最难')).code).toBe(errors.badInput[0])
  expect((await name('3', '困难')).code).toBe(0)
  await app.ok(qu.batch, { ids: [id], level: QuLevel.third }, token)
  expect(await levelsIn()).toEqual([QuLevel.third])
  expect(await app.ok(qu.paging, { params: { repoId, level: QuLevel.hard } }, token)).toMatchObject({ total: 0 })
})

test('sheets and papers name levels as the dictionary does, and are read so', async () => {
  await name('4', '附加')
  const text = '1. 甲对吗？\n答案：正确\n难度：附加\n\n2. 乙对吗？\n答案：正确\n难度：难'
  const read = await app.ok(quImport['preview-text'], { text }, token)
  expect(read.questions.map((one) => one.level)).toEqual([QuLevel.fourth, QuLevel.hard])
  const sheet = '题型,题干,选项A,选项B,答案,难度\n判断题,一题,,,正确,附加\n判断题,二题,,,正确,很难\n判断题,三题,,,正确,较难\n'
  const { id } = (await app.upload(quImport.stage, Buffer.from(sheet), '表.csv', { repoId }, token)).data
  const { records } = await app.ok(quImport.paging, { current: 1, size: 10, params: { importId: id } }, token)
  expect(records.map((one) => one.level)).toEqual([QuLevel.fourth, QuLevel.hard, QuLevel.hard])
  expect(records[1]?.problems).toMatchObject([{ level: 'warn', msg: '难度“很难”不是本站的难度，按“较难”导入' }])
})

test('a value that the dictionary has no more stays with its question', async () => {
  const question = await app.ok(qu.paging, { params: { repoId } }, token).then(({ records }) => records[0]!)
  const { body } = await app.ok(qu.detail, { id: question.id }, token)
  const values = await app.ok(dicValue.tree, { dicCode: 'qu_level' }, admin)
  await app.ok(dicValue.delete, { ids: values.filter((one) => one.value === '3').map((one) => one.id) }, admin)
  const { id, quType, level, version } = question
  await app.ok(qu.save, { id, repoId, quType, level, version, body, tags: ['改'] }, token)
  expect(await levelsIn()).toEqual([QuLevel.third])
  expect((await app.call(qu.save, { repoId, quType, level, body }, token)).code).toBe(errors.badInput[0])
})
