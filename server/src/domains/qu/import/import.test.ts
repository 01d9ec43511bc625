// Import and export over HTTP: accepted files, refusals with their messages, and that an export imports to the same bank.
import { qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { startApp } from '../../../../test/start-app.ts'
import { rowsXml, workbookOf, zipOf } from '../../../../test/xlsx.ts'
import { writeSheets } from '../../../kernel/sheet/spreadsheet.ts'
import { demoBanks } from '../../../seed/questions/banks.ts'
import { makeRepo } from '../../repo/repo.factory.ts'
import { makeUser } from '../../people/user/user.factory.ts'
import { insertQuestions } from '../bank/insert.service.ts'

let repoId: string
const { app, teacher } = await startWith('teacher')
const { token } = teacher
beforeEach(async () => {
  repoId = (await makeRepo(app.ctx())).id
})

const header = ['题型', '题干', '选项A', '选项B', '选项C', '答案', '解析', '难度', '章节']
const single = (stem: string, answer = 'A', chapter = '') => ['单选题', stem, '甲', '乙', '丙', answer, '', '普通', chapter]
const sheet = (rows: string[][], headers = header) =>
  writeSheets([{ name: '试题', columns: headers.map((one) => ({ header: one })), rows }])
const send = (bytes: Uint8Array, fields: Record<string, string> = {}, name = '试题.xlsx') =>
  app.upload(qu.import, bytes, name, { repoId, ...fields }, token)
const count = async (id = repoId) => (await app.ok(repo.detail, { id }, token)).quCount

/** The bytes of a download. */
async function fetchFile(endpoint: { path: string }, body: object) {
  const reply = await app.http.inject({ method: 'POST', url: endpoint.path, headers: { token }, payload: body })
  expect(reply.headers['content-type']).toContain('spreadsheetml')
  return reply.rawPayload
}

describe('import', () => {
  test('accepts the English template, which a request in English gets', async () => {
    const headers = { token, 'accept-language': 'en' }
    const reply = await app.http.inject({ method: 'POST', url: qu['import-template'].path, headers, payload: {} })
    expect(reply.headers['content-disposition']).toContain('question-import-template.xlsx')
    const tried = await send(reply.rawPayload, { dryRun: 'true' })
    expect(tried.data).toEqual({ total: 7, valid: 7, duplicated: 0, inserted: 0, errors: [] })
  })

  test('accepts the downloaded template with all seven types and their chapters', async () => {
    const template = await fetchFile(qu['import-template'], {})
    const tried = await send(template, { dryRun: 'true' })
    expect(tried.data).toEqual({ total: 7, valid: 7, duplicated: 0, inserted: 0, errors: [] })
    expect(await count()).toBe(0)
    const done = await send(template)
    expect(done.data).toMatchObject({ total: 7, inserted: 7 })
    const groups = await app.ok(repo['chapter-group'], { repoId }, token)
    expect(groups.map((one) => one.title)).toEqual(['消防安全', '数据保护', '食品卫生'])
    const { records } = await app.ok(qu.paging, { params: { repoId }, size: 100, orders: [{ column: 'id', asc: true }] }, token)
    expect(records.map((row) => row.quType)).toEqual([
      QuType.single,
      QuType.multiple,
      QuType.trueFalse,
      QuType.fillIn,
      QuType.matching,
      QuType.shortAnswer,
      QuType.composite,
    ])
    const versions = await app.db
      .selectFrom('quVersion')
      .innerJoin('qu', 'qu.id', 'quId')
      .where('repoId', '=', repoId)
      .select('quId')
      .execute()
    expect(versions).toHaveLength(7)
  })

  test('mode all stores nothing while a row is invalid; mode valid stores the others', async () => {
    const bytes = await sheet([single('一'), single('二', 'Z'), ['', '三', '甲', '乙', '', 'A', '', '', ''], single('四')])
    const errors = [
      { row: 3, field: '答案', msg: '答案“Z”不在选项中', level: 'error' },
      { row: 4, field: '题型', msg: '题型应为单选题、多选题、判断题、简答题、填空题、匹配题、组合题之一', level: 'error' },
    ]
    expect((await send(bytes)).data).toMatchObject({ total: 4, valid: 2, duplicated: 0, inserted: 0, errors })
    expect(await count()).toBe(0)
    expect((await send(bytes, { mode: 'valid' })).data).toMatchObject({ total: 4, valid: 2, duplicated: 0, inserted: 2, errors })
    expect(await count()).toBe(2)
  })

  test('a repeated question is reported, and skipped unless the caller wants it', async () => {
    await send(await sheet([single('已有')]))
    const bytes = await sheet([single('已有'), single('新题'), single(' 新 题 ')])
    const warnings = [
      { row: 2, field: '题干', msg: '题库中已有相同的试题', level: 'warn' },
      { row: 4, field: '题干', msg: '与第3行的试题相同', level: 'warn' },
    ]
    expect((await send(bytes, { dryRun: 'true' })).data).toMatchObject({ total: 3, valid: 3, duplicated: 2, inserted: 0, errors: warnings })
    expect((await send(bytes)).data).toMatchObject({ inserted: 1 })
    expect((await send(bytes, { duplicates: 'keep' })).data).toMatchObject({ inserted: 3 })
    expect(await count()).toBe(5)
  })

  test('formulas are never computed: the stored value counts, and text that looks like a formula stays text', async () => {
    const rows = [
      header,
      [
        '单选题',
        '<c t="str"><f>CONCATENATE("合","成")</f><v>合成的题干</v></c>',
        '=cmd|calc!A1',
        '+1',
        '@SUM(1)',
        '<c t="str"><f>"A"</f><v>A</v></c>',
      ],
      ['单选题', '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', '甲', '乙', '', 'A'],
      ['单选题', '<c><f>NOW()</f></c>', '甲', '乙', '', 'A'],
    ]
    const { data } = await send(workbookOf(rowsXml(rows)), { mode: 'valid' })
    expect(data.errors).toEqual([
      {
        row: 3,
        field: '题干',
        key: 'formulaError',
        params: { error: '#DIV/0!' },
        msg: '单元格中的公式出错（#DIV/0!）',
        level: 'error',
      },
      {
        row: 4,
        field: '题干',
        key: 'formulaWithoutValue',
        params: {},
        msg: '公式没有保存计算结果，请用 Excel 或 WPS 打开文件并保存后再上传',
        level: 'error',
      },
    ])
    const { records } = await app.ok(qu.paging, { params: { repoId } }, token)
    const { body } = await app.ok(qu.detail, { id: records[0]!.id }, token)
    expect(body).toMatchObject({
      content: '<p>合成的题干</p>',
      options: [{ content: '<p>=cmd|calc!A1</p>', isRight: true }, { content: '<p>+1</p>' }, { content: '<p>@SUM(1)</p>' }],
    })
  })

  test('numbers, dates and booleans are read as displayed; scripts in cells are removed', async () => {
    const rows = [
      header,
      ['判断题', '<c><v>0.3</v></c>', '', '', '', '<c t="b"><v>1</v></c>'],
      ['单选题', '&lt;p&gt;x&lt;script&gt;alert(1)&lt;/script&gt;&lt;/p&gt;', '<c><v>12</v></c>', '_x0000_乙', '', 'A'],
    ]
    expect((await send(workbookOf(rowsXml(rows)))).data).toMatchObject({ inserted: 2, errors: [] })
    const { records } = await app.ok(qu.paging, { params: { repoId }, orders: [{ column: 'id', asc: true }] }, token)
    const [first, second] = await Promise.all(records.map((row) => app.ok(qu.detail, { id: row.id }, token)))
    expect(first?.body).toMatchObject({ content: '<p>0.3</p>', options: [{ isRight: true }, { isRight: false }] })
    expect(second?.body).toMatchObject({ content: '<p>x</p>', options: [{ content: '<p>12</p>' }, { content: '<p>乙</p>' }] })
  })

  test('10,000 questions, with progress on another server process, while the server stays responsive', async () => {
    const other = await startApp({ databaseUrl: app.databaseUrl })
    try {
      const progressKey = 'big'
      await other.ok(qu['import-state'], { progressKey }, token)
      const bytes = await sheet(
        Array.from({ length: 10_000 }, (_, i) =>
          single(`第${i}题：关于安全生产的说法，正确的是（ ）。`, 'ABC'.charAt(i % 3), `第${i % 20}章`),
        ),
      )
      const work = send(bytes, { progressKey })
      const seen = new Set<string>()
      let answer: Awaited<typeof work> | undefined
      do {
        const state = await other.ok(qu['import-state'], { progressKey }, token)
        seen.add(state.stage)
        answer = await Promise.race([work, pause(20, undefined)])
      } while (answer === undefined)
      expect(answer.data).toEqual({ total: 10_000, valid: 10_000, duplicated: 0, inserted: 10_000, errors: [] })
      expect([...seen]).toEqual(expect.arrayContaining(['reading', 'checking', 'saving']))
      expect(await app.ok(qu['import-state'], { progressKey }, token)).toEqual({ stage: 'done', done: 10_000, total: 10_000 })
      const outsider = await makeUser(app.db, { userName: 'tom', roleType: RoleType.staff, roles: ['教师'] }).then(() => app.as('tom'))
      expect(await app.ok(qu['import-state'], { progressKey }, outsider.token)).toMatchObject({ stage: 'waiting' })
    } finally {
      await other.close()
    }
  })

  test('needs the permission', async () => {
    await makeUser(app.db, { userName: 'lee' })
    const learner = (await app.as('lee')).token
    const answer = await app.upload(qu.import, await sheet([single('一')]), 'a.xlsx', { repoId }, learner)
    expect(answer.code).toBe(errors.forbidden[0])
    expect((await app.upload(qu.import, await sheet([single('一')]), 'a.xlsx', { repoId: '99999999' }, token)).code).toBe(
      errors.notFound[0],
    )
  })
})

describe('invalid files', () => {
  const blank = Buffer.alloc(8 * 1024 * 1024, ' ')
  const unreadable = '文件无法识别，请使用模板填写后上传 xlsx 文件'
  const good = () => workbookOf(rowsXml([header, single('一')]))
  const cases: [string, () => Uint8Array | Promise<Uint8Array>, number, string][] = [
    ['nothing', () => Buffer.alloc(0), errors.sheetBroken[0], '文件是空的，请检查后重新上传'],
    ['a text renamed', () => Buffer.from('题型,题干\n单选题,一'), errors.sheetBroken[0], unreadable],
    [
      'an old xls renamed',
      () => Buffer.concat([Buffer.from('D0CF11E0A1B11AE1', 'hex'), Buffer.alloc(4_096)]),
      errors.sheetBroken[0],
      '这是旧版 Office 文件，请用 Office 或 WPS 打开后另存为 .xlsx 或 .docx 再上传',
    ],
    ['a zip of something else', () => zipOf([{ name: 'a.txt', content: 'a' }]), errors.sheetBroken[0], unreadable],
    ['half a file', () => good().subarray(0, 600), errors.sheetBroken[0], unreadable],
    [
      'a damaged part',
      () => Buffer.from(good().map((byte, i, all) => (i > all.length / 3 && i < all.length / 3 + 60 ? byte ^ 0x55 : byte))),
      errors.sheetBroken[0],
      unreadable,
    ],
    ['a sheet that expands to more than it may', () => workbookOf('', [], 600_000_000), errors.sheetBroken[0], unreadable],
    ['a sheet that expands to more than it says', () => workbookOf(blank, [], 5_000), errors.sheetBroken[0], unreadable],
    [
      'shared texts that expand to more than they may',
      () => workbookOf(rowsXml([header]), [{ name: 'xl/sharedStrings.xml', content: '<sst/>', declared: 60_000_000 }]),
      errors.sheetBroken[0],
      unreadable,
    ],
    ['a size left out', () => workbookOf(blank, [], 0), errors.sheetBroken[0], unreadable],
    [
      'rows as wide as can be',
      () => workbookOf(Array.from({ length: 500 }, (_, i) => `<row r="${i + 1}"><c r="XFD${i + 1}"><v>1</v></c></row>`).join('')),
      errors.sheetBroken[0],
      unreadable,
    ],
    [
      '20,001 rows',
      () => workbookOf(rowsXml([header, ...Array.from({ length: 20_001 }, () => ['判断题', '题', '', '', '', '对'])])),
      errors.sheetTooLong[0],
      '一次最多导入 20,000 行，请分批导入',
    ],
    [
      'a missing column',
      () => sheet([single('一')], header.with(5, '要点')),
      errors.sheetHeader[0],
      '表头与模板不一致，请下载最新模板：缺少“答案”列',
    ],
    [
      'a header in the second row, and nothing below',
      () => workbookOf(`<row r="2">${rowsXml([header]).slice(5)}`),
      errors.sheetBroken[0],
      '表格中没有试题，请填写后再上传',
    ],
    [
      'an empty sheet',
      () => workbookOf(''),
      errors.sheetHeader[0],
      '表头与模板不一致，请下载最新模板：缺少“题型”、“题干”、“选项A”、“选项B”、“答案”列',
    ],
    ['a header alone', () => sheet([]), errors.sheetBroken[0], '表格中没有试题，请填写后再上传'],
  ]

  test.each(cases)('%s', async (_name, make, code, msg) => {
    const bytes = await make()
    const answer = await send(bytes, { progressKey: 'bad' })
    expect([answer.code, answer.msg]).toEqual([code, msg])
    expect(await count()).toBe(0)
    expect(await app.ok(qu['import-state'], { progressKey: 'bad' }, token)).toMatchObject({ stage: 'done' })
  })

  test('a file with a wrong extension is read by its content', async () => {
    expect((await send(await sheet([single('一')]), {}, '成绩.csv')).data).toMatchObject({ inserted: 1 })
  })

  test('no file at all', async () => {
    const reply = await app.http.inject({ method: 'POST', url: qu.import.path, headers: { token }, payload: { repoId } })
    expect(reply.json()).toMatchObject({ code: errors.fileMissing[0], msg: '请选择要上传的文件' })
  })

  test('an unknown column is reported and ignored', async () => {
    const { data } = await send(await sheet([[...single('一'), '备忘']], [...header, '备注']))
    expect(data).toMatchObject({ inserted: 1, errors: [{ row: 1, field: '备注', level: 'warn' }] })
  })
})

describe('export', () => {
  const stored = async (id: string) => {
    const rows = await app.db
      .selectFrom('qu')
      .leftJoin('repoChapter', 'repoChapter.id', 'chapterId')
      .where('qu.repoId', '=', id)
      .orderBy('qu.id')
      .select(['quType', 'level', 'qu.title', 'body', 'repoChapter.title as chapter'])
      .execute()
    return rows
  }

  test('imports to the same bank', async () => {
    const { questions, chapters } = demoBanks[0]!
    const bank = await makeRepo(app.ctx(), { title: '酒店/安全', chapters })
    await insertQuestions(
      app.ctx(),
      bank.id,
      questions.map(({ chapter, ...one }) => ({ ...one, chapterId: bank.chapters.get(chapter) ?? null })),
    )
    const answer = await send(await fetchFile(qu.export, { repoId: bank.id }))
    expect(answer.data).toMatchObject({ total: questions.length, inserted: questions.length, errors: [] })
    expect(await stored(repoId)).toEqual(await stored(bank.id))
  })

  test('writes text that begins like a formula as text', async () => {
    const option = (tag: string, content: string) => ({ tag, content, isRight: tag === 'A' })
    const body = {
      content: '<p>=HYPERLINK("http://x")</p>',
      options: ['=1+1', '+1', '-1', '@x'].map((one, i) => option('ABCD'.charAt(i), `<p>${one}</p>`)),
    }
    const bank = await makeRepo(app.ctx())
    await insertQuestions(app.ctx(), bank.id, [{ quType: QuType.single, level: QuLevel.normal, chapterId: null, body }])
    const bytes = await fetchFile(qu.export, { repoId: bank.id })
    expect((await send(bytes)).data).toMatchObject({ inserted: 1 })
    expect(await stored(repoId)).toEqual(await stored(bank.id))
  })
})
