// Files of other programs, uploaded: each is known by its content, and a hostile one is refused without harm.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { expect, test } from 'vitest'
import { ankiPackage, collection } from '../../../../test/anki-deck.ts'
import { startWith } from '../../../../test/people.ts'
import { png } from '../../../../test/question-files.ts'
import { writeArchive } from '../../../kernel/archive.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const { app, teacher } = await startWith('teacher')
const { token } = teacher
const { id: repoId } = await makeRepo(app.ctx())

const json = (value: object) => Buffer.from(JSON.stringify(value))
const h5p = Buffer.from(
  writeArchive({
    'h5p.json': json({ mainLibrary: 'H5P.TrueFalse' }),
    'content/content.json': json({ question: '<p>水能灭油火。</p>', correct: 'false' }),
  }),
)
const deck = ankiPackage([{ model: 1, fields: ['火警电话 <img src="a.png">', '119'] }], { media: { 'a.png': png } })
const rtf = String.raw`{\rtf1\ansi Test\par True/False\par ____ 1. Fire is hot.\par Answer Section\par 1. ANS: T PTS: 1\par}`

test.each<[name: string, bytes: Buffer, format: string, type: number]>([
  ['测验.h5p', h5p, 'h5p', QuType.trueFalse],
  ['测验.zip', h5p, 'h5p', QuType.trueFalse],
  ['牌组.apkg', deck, 'anki', QuType.shortAnswer],
  ['牌组.txt', Buffer.from('#separator:tab\n#html:true\n火警\t119\n'), 'anki', QuType.shortAnswer],
  ['quiz.md', Buffer.from('火警？\n- [ ] 110\n- [x] 119\n'), 'markdown', QuType.single],
  ['quiz.txt', Buffer.from('1. Fire?\n*a) 119\nb) 110\n'), 'respondus', QuType.single],
  ['test.rtf', Buffer.from(rtf), 'examview', QuType.trueFalse],
  ['作业.txt', Buffer.from('1. (单选题, 2.0分) 火警？\nA. 110\nB. 119\n我的答案: A\n正确答案: B:119;\n'), 'docx', QuType.single],
])('%s is read as what it is', async (name, bytes, format, type) => {
  const { data } = await app.upload(quImport.stage, bytes, name, { repoId }, token)
  expect(await app.ok(quImport.detail, { id: data.id }, token)).toMatchObject({ format, total: 1, wrong: 0 })
  const { records } = await app.ok(quImport.paging, { params: { importId: data.id, kind: 'all' } }, token)
  expect(records.map((one) => one.quType)).toEqual([type])
  await app.ok(quImport.drop, { id: data.id }, token)
})

test('a picture of a deck is stored and served', async () => {
  const { data } = await app.upload(quImport.stage, deck, '牌组.apkg', { repoId }, token)
  await app.ok(quImport.commit, { id: data.id }, token)
  const { records } = await app.ok(qu.paging, { params: { repoId } }, token)
  const { body } = await app.ok(qu.detail, { id: records[0]?.id ?? '' }, token)
  const [, url = ''] = /src="(\/files\/[^"]+)"/.exec(body?.content ?? '') ?? []
  expect((await app.http.inject({ method: 'GET', url })).rawPayload).toEqual(png)
})

test('a deck whose notes are a view that never ends is refused', async () => {
  const endless =
    'drop table notes; create view notes as with recursive n(id) as (select 1 union all select id + 1 from n) select id, 1 as mid, 0 as tags, 0 as flds from n'
  const bytes = Buffer.from(writeArchive({ 'collection.anki2': collection([], false, endless), media: Buffer.from('{}') }))
  expect(await app.upload(quImport.stage, bytes, '牌组.apkg', { repoId }, token)).toMatchObject({ msg: '不是有效的 Anki 牌组' })
})
