// Sheets of quiz games, uploaded: the template of Kahoot as a workbook, the others as separated text.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { writeSheets } from '../../../kernel/sheet/spreadsheet.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const { app, teacher } = await startWith('teacher')
const { token } = teacher
const { id: repoId } = await makeRepo(app.ctx())

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '')
async function read(bytes: Buffer, name: string) {
  const { data } = await app.upload(quImport.stage, bytes, name, { repoId, ask: 'true' }, token)
  expect(data.ask).toBeNull()
  const { records } = await app.ok(quImport.paging, { params: { importId: data.id, kind: 'all' }, size: 50 }, token)
  const { notes } = await app.ok(quImport.detail, { id: data.id }, token)
  const rows = records.map(({ row, quType, title, body, problems }) => {
    const right = (body.options ?? []).flatMap((one) => (one.isRight ? [plain(one.content)] : [])).join('+')
    return [row, quType, title, right || (body.blanks ?? []).map((one) => one.answer).join('；'), ...problems.map((one) => one.msg)]
  })
  return { rows, notes, records }
}

const answer = (n: number) => `Answer ${n} - max 75 characters`
const kahoot = [
  ['', 'Quiz template'],
  ['', 'Add questions, at least two answer alternatives, time limit and choose correct answers. Have fun creating your awesome quiz!'],
  ['', 'Remember: questions have a limit of 120 characters and answers can have 75 characters max.'],
  [],
  [],
  [],
  ['', 'See an example question below'],
  [
    '',
    'Question - max 120 characters',
    ...[1, 2, 3, 4].map(answer),
    'Time limit (sec) – 5, 10, 20, 30, 60, 90, 120, or 240 secs',
    'Correct answer(s) - choose at least one',
  ],
  ['1', '火警电话是？', '110', '119', '120', '', '20', '2'],
  ['2', '质数有？', '2', '3', '4', '', '20', '1,2'],
  ['3', 'Water boils at 100 °C.', 'True', 'False', '', '', '20', '1'],
  ['4', '没有答案的题', '甲', '乙', '', '', '20', ''],
  ['5', '', '', '', '', '', '', ''],
]

test('the template of Kahoot, with its rows above the headings', async () => {
  const columns = Array.from({ length: 8 }, (_, at) => ({ header: kahoot[0]?.[at] ?? '' }))
  const bytes = Buffer.from(await writeSheets([{ name: 'Sheet1', columns, rows: kahoot.slice(1) }]))
  const { rows, notes } = await read(bytes, 'kahoot.xlsx')
  expect(rows).toEqual([
    [9, QuType.single, '火警电话是？', '119'],
    [10, QuType.multiple, '质数有？', '2+3'],
    [11, QuType.trueFalse, 'Water boils at 100 °C.', 'True'],
    [12, QuType.single, '没有答案的题', '', '请填写答案'],
  ])
  expect(notes).toEqual(['每题的限时未导入', '有 1 题在原游戏中选对任何一个即可，按多选题导入，请核对'])
})

const quizizz = `Question Text,Question Type,Option 1,Option 2,Option 3,Option 4,Option 5,Correct Answer,Time in seconds,Image Link,Answer explanation
"Text of the question

(required)","Question Type

(default is Multiple Choice)",Text for option 1,Text for option 2,Text for option 3,Text for option 4,Text for option 5,"The correct option choice (between 1-5)",Time in seconds,Link of the image,Explanation for the answer
火警电话是？,Multiple Choice,110,119,,,,2,20,https://a.example/a.png,119 是火警
质数有？,Checkbox,2,3,4,,,"1,2",30,,
首都是____,Fill-in-the-Blank,北京,北京市,,,,,30,,
谈谈你的看法,Open-Ended,,,,,,,30,,
投票,Poll,甲,乙,,,,,30,,
`
test('the template of Quizizz (Wayground): types in English, a picture by its address', async () => {
  const { rows, notes, records } = await read(Buffer.from(quizizz), 'quizizz.csv')
  expect(rows.slice(0, 4)).toEqual([
    [3, QuType.single, '火警电话是？ 【图】', '119'],
    [4, QuType.multiple, '质数有？', '2+3'],
    [5, QuType.fillIn, '首都是____', '北京||北京市'],
    [6, QuType.shortAnswer, '谈谈你的看法', ''],
  ])
  expect(rows[4]?.[4]).toContain('题型应为')
  expect(records[0]?.body.content).toContain('<img src="https://a.example/a.png"')
  expect(plain(records[0]?.body.analysis ?? '')).toBe('119 是火警')
  expect(notes).toEqual(['每题的限时未导入'])
})

test('Blooket and Gimkit', async () => {
  const blooket =
    '"Question #",Question Text,Answer 1,Answer 2,"Answer 3\n(Optional)","Answer 4\n(Optional)","Time Limit (sec)\n(Max: 300 seconds)","Correct Answer(s)\n(Only include Answer #)"\n1,火警？,110,119,,,20,2\n'
  expect((await read(Buffer.from(blooket), 'blooket.csv')).rows).toEqual([[2, QuType.single, '火警？', '119']])
  const gimkit = 'Question,Correct Answer,Incorrect Answer 1,Incorrect Answer 2 (Optional)\n火警？,119,110,120\n'
  expect((await read(Buffer.from(gimkit), 'gimkit.csv')).rows).toEqual([[2, QuType.single, '火警？', '119']])
})

test('a sheet with such headings whose keys are letters is read as before', async () => {
  const sheet = 'Question,Question Type,Option 1,Option 2,Correct Answer\n火警？,单选题,110,119,B\n'
  const { data } = await app.upload(
    quImport.stage,
    Buffer.from(sheet),
    '表.csv',
    { repoId, columns: 'stem,type,option,option,answer' },
    token,
  )
  const { records } = await app.ok(quImport.paging, { params: { importId: data.id, kind: 'all' }, size: 50 }, token)
  expect(records.map((one) => [one.title, one.hasError])).toEqual([['火警？', false]])
})
