// Files in the shapes that Moodle, Canvas and Blackboard export (server/test/exports): every question comes in with its key.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { zipOf } from '../../../../test/xlsx.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const { app, teacher } = await startWith('teacher')
const folder = join(import.meta.dirname, '..', '..', '..', '..', 'test', 'exports')
const file = (name: string) => readFileSync(join(folder, name))
/** The folder as the system packs it. */
const packed = (name: string) =>
  zipOf(
    readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map((one) => join(one.parentPath, one.name))
      .toSorted()
      .map((path) => ({ name: relative(join(folder, name), path), content: readFileSync(path) })),
  )

const plain = (html = '') => html.replaceAll(/<[^>]+>/g, '').trim()
type QuBody = Data<typeof quImport.row>['body']
type Choices = Pick<QuBody, 'options'>
/** Options in their order; a star stands behind the right ones. */
const marked = ({ options = [] }: Choices) => options.map(({ content, isRight }) => `${plain(content)}${isRight ? '*' : ''}`).join(' ')
const sideOf = (side: QuBody['left'], tag: string) => plain(side?.find((one) => one.tag === tag)?.content)

function keyOf(quType: QuType, body: QuBody): string {
  switch (quType) {
    case QuType.fillIn:
      return (body.blanks ?? []).map(({ answer, tolerance }) => `${answer}${tolerance === undefined ? '' : `±${tolerance}`}`).join(' ')
    case QuType.matching:
      return (body.pairs ?? []).map(([left, right]) => `${sideOf(body.left, left)}=${sideOf(body.right, right)}`).join(' ')
    case QuType.shortAnswer:
      return plain(body.modelAnswer)
    case QuType.composite:
      return (body.subs ?? []).map(marked).join(' / ')
    default:
      return marked(body)
  }
}

/** Type, chapter and key of each question, then the messages about them. */
async function imported(bytes: Buffer, name: string) {
  const { id: repoId } = await makeRepo(app.ctx())
  const { data } = await app.upload(quImport.stage, bytes, name, { repoId }, teacher.token)
  const importId = data.id
  const { records } = await app.ok(quImport.paging, { size: 100, params: { importId, kind: 'all' } }, teacher)
  const told = records.flatMap(({ problems }) => problems.map(({ level, msg }) => `${level}: ${msg}`))
  const rows = await Promise.all(records.map(({ row }) => app.ok(quImport.row, { importId, row }, teacher)))
  expect(await app.ok(quImport.commit, { id: importId }, teacher)).toMatchObject({ inserted: rows.length })
  return [...rows.map(({ quType, chapter, body }) => [quType, chapter, keyOf(quType, body)]), ...told]
}

test('Moodle XML of a question bank', async () => {
  expect(await imported(file('moodle/bank.xml'), 'bank.xml')).toEqual([
    [QuType.single, '用电', '切断电源* 泼水 拔下插头'],
    [QuType.multiple, '用电', '每月按一次试验按钮* 跳闸后先查原因* 可以用铜丝代替'],
    [QuType.trueFalse, '用电', '正确 错误*'],
    [QuType.fillIn, '用电', '赫兹||Hz'],
    [QuType.fillIn, '用电', '440±1'],
    [QuType.matching, '标志', '红色=禁止 黄色=警告 蓝色=指令'],
    [QuType.shortAnswer, '标志', '先断电，再报告。'],
    [QuType.composite, '标志', '一米* 十米 / 杂物* 标志'],
    'warn: “gapselect”题按组合题导入，每个空一道小题',
  ])
})

test('GIFT and Aiken of Moodle', async () => {
  expect(await imported(file('moodle/bank.gift.txt'), 'bank.txt')).toEqual([
    [QuType.single, '消防', '锅盖* 水 风扇'],
    [QuType.multiple, '消防', '地点* 燃烧的东西* 个人爱好'],
    [QuType.trueFalse, '消防', '正确 错误*'],
    [QuType.fillIn, '消防', '119'],
    [QuType.fillIn, '消防', '3±1'],
    [QuType.matching, '消防', '电器=二氧化碳 木材=水 油=泡沫'],
    [QuType.shortAnswer, '消防', ''],
  ])
  expect(await imported(file('moodle/bank.aiken.txt'), 'bank.txt')).toEqual([
    [QuType.single, '', '弯腰走* 站着跑 回去拿东西'],
    [QuType.single, '', '马上开门 换一条路*'],
  ])
})

test('a quiz of Canvas, whose copy for its own use is not read again', async () => {
  const quiz = '用电安全测验'
  expect(await imported(packed('canvas'), 'quiz.zip')).toEqual([
    [QuType.single, quiz, '切断电源* 泼水 拔下插头'],
    [QuType.multiple, quiz, '每月试一次* 查明原因* 用铜丝代替'],
    [QuType.trueFalse, quiz, 'True False*'],
    [QuType.fillIn, quiz, '赫兹||Hz'],
    [QuType.fillIn, quiz, '440±1'],
    [QuType.matching, quiz, '红色=禁止 黄色=警告 蓝色=指令'],
    [QuType.shortAnswer, quiz, ''],
  ])
})

test('a pool of Blackboard', async () => {
  const pool = '用电题库'
  expect(await imported(packed('blackboard'), 'pool.zip')).toEqual([
    [QuType.single, pool, '切断电源* 泼水'],
    [QuType.multiple, pool, '每月试一次* 用铜丝代替 查明原因*'],
    [QuType.trueFalse, pool, 'true false*'],
    [QuType.fillIn, pool, '赫兹||Hz'],
    [QuType.fillIn, pool, '440±1'],
    [QuType.shortAnswer, pool, ''],
  ])
})
