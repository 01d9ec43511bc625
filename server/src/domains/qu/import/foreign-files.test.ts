// Files of other systems, each with a picture, and with one question that cannot be taken as it is: corrected, imported, trained.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { qu } from '@shuyuan/contract/qu/qu.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { moodleQuiz, png, qtiPackage } from '../../../../test/question-files.ts'
import { makeRepo } from '../../repo/repo.factory.ts'

const { app, teacher } = await startWith('teacher')

test.each([
  {
    name: 'quiz.xml',
    file: Buffer.from(moodleQuiz),
    problem: '填空题没有满分的答案',
    type: QuType.fillIn,
    change: { blanks: [{ answer: '119' }] },
    chapter: '消防',
    key: '禁止烟火',
  },
  {
    name: 'package.zip',
    file: qtiPackage,
    problem: '不支持的交互类型 drawingInteraction',
    type: QuType.shortAnswer,
    change: {},
    chapter: '',
    key: '安全出口',
  },
])(
  '$name: the picture is served, and the question with a problem is corrected',
  async ({ name, file, problem, type, change, chapter, key }) => {
    const { id: repoId } = await makeRepo(app.ctx())
    const { data } = await app.upload(quImport.stage, file, name, { repoId }, teacher.token)
    const importId = data.id
    const { records } = await app.ok(quImport.paging, { params: { importId, kind: 'all' } }, teacher)
    expect(records).toMatchObject([{ problems: [] }, { problems: [{ msg: expect.stringContaining(problem) }] }])
    const { body, ...row } = await app.ok(quImport.row, { importId, row: 2 }, teacher)
    const saved = { importId, row: 2, quType: type, level: row.level, chapter: row.chapter, tags: row.tags, body: { ...body, ...change } }
    expect(await app.ok(quImport['save-row'], saved, teacher)).toMatchObject({ hasError: false, chosen: true })
    expect(await app.ok(quImport.commit, { id: importId }, teacher)).toMatchObject({ inserted: 2 })

    const stored = await app.ok(qu.paging, { params: { repoId }, orders: [{ column: 'id', asc: true }] }, teacher)
    const [first, second] = await Promise.all(stored.records.map((one) => app.ok(qu.detail, { id: one.id }, teacher)))
    expect([first?.quType, second?.quType]).toEqual([QuType.single, type])
    expect(first?.chapterId_dictText).toBe(chapter)
    expect(first?.body?.options?.filter(({ isRight }) => isRight)).toMatchObject([{ content: `<p>${key}</p>` }])
    const [, url = ''] = /src="(\/files\/[^"]+)"/.exec(first?.body?.content ?? '') ?? []
    expect((await app.http.inject({ method: 'GET', url })).rawPayload).toEqual(png)
  },
)
