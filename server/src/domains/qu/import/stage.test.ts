// Staged imports of every format: staging, corrections, commit; and that a bank exported to a format imports to the same questions.
import { quImport } from '@shuyuan/contract/qu/import/import.ts'
import { type exportFormat, qu, QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { chapter } from '@shuyuan/contract/repo/chapter.ts'
import { repo } from '@shuyuan/contract/repo/repo.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { sql } from 'kysely'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { rowsXml, workbookOf } from '../../../../test/xlsx.ts'
import { half, paragraph, picture, run, wordFile } from '../../../../test/word-file.ts'
import { writeSheets } from '../../../kernel/sheet/spreadsheet.ts'
import { makeRepo } from '../../repo/repo.factory.ts'
import { insertQuestions } from '../bank/insert.service.ts'

let repoId: string
const { app, teacher } = await startWith('teacher')
const { token } = teacher
const other = await app.enrol({ userName: 'tom', roleType: RoleType.staff, roles: ['教师'] })
const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
  .png()
  .toBuffer()
beforeEach(async () => {
  repoId = (await makeRepo(app.ctx())).id
})

/** The first bytes of an old Office file, and the name of its main stream. */
const ole = (stream: string) => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), Buffer.from(stream, 'utf16le')])

const send = (content: string | Uint8Array, name: string, into = repoId) =>
  app.upload(quImport.stage, typeof content === 'string' ? Buffer.from(content) : content, name, { repoId: into }, token)
const stage = async (content: string | Uint8Array, name: string, into = repoId) => (await send(content, name, into)).data.id
const staged = async (importId: string, kind: 'all' | 'wrong' | 'duplicated' | 'chosen' = 'all') =>
  (await app.ok(quImport.paging, { params: { importId, kind }, size: 100 }, token)).records
const commit = async (id: string) => (await app.ok(quImport.commit, { id }, token)).inserted
const inBank = async (id = repoId) => {
  const { records } = await app.ok(qu.paging, { params: { repoId: id }, size: 100, orders: [{ column: 'id', asc: true }] }, token)
  return Promise.all(records.map((row) => app.ok(qu.detail, { id: row.id }, token)))
}

describe('staging', () => {
  test('a question paper from Word: the picture is stored and served, the formula is a formula of the bank', async () => {
    const id = await stage(
      wordFile(
        png,
        paragraph('一、单选题'),
        paragraph(run('1. 下图的 ') + half + run(' 是？')),
        picture,
        paragraph('A. 一半'),
        paragraph('B. 全部'),
        paragraph('答案：A'),
      ),
      '试卷.docx',
    )
    expect(await app.ok(quImport.detail, { id }, token)).toMatchObject({ format: 'docx', total: 1, wrong: 0, chosen: 1 })
    expect(await commit(id)).toBe(1)
    const [question] = await inBank()
    expect(question?.body?.content).toMatch(
      /^<p>下图的 <span data-type="inline-math" data-latex="\\frac\{1\}\{2\}"><\/span> 是？<\/p><p><img src="\/files\/\d{6}\/[\da-f]{32}\.png"/,
    )
    const [, url = ''] = /src="([^"]+)"/.exec(question?.body?.content ?? '') ?? []
    expect((await app.http.inject({ method: 'GET', url })).rawPayload).toEqual(png)
  })

  test('an invalid row is staged with its problem, edited, and selectable only then', async () => {
    const id = await stage('好题{=对 ~错}\n\n坏题{#很多}\n', 'a.gift')
    expect(await app.ok(quImport.detail, { id }, token)).toMatchObject({ total: 2, wrong: 1, chosen: 1 })
    const [wrong] = await staged(id, 'wrong')
    expect(wrong).toMatchObject({ row: 2, chosen: false, problems: [{ msg: '数值题的答案不是数', level: 'error' }] })
    await app.ok(quImport.choose, { importId: id, rows: [2], chosen: true }, token)
    expect(await staged(id, 'chosen')).toHaveLength(1)
    const { body } = await app.ok(quImport.row, { importId: id, row: 2 }, token)
    const mended = await app.ok(
      quImport['save-row'],
      {
        importId: id,
        row: 2,
        quType: QuType.fillIn,
        level: QuLevel.hard,
        chapter: '新章',
        tags: ['计算'],
        body: { ...body, blanks: [{ answer: '3' }] },
      },
      token,
    )
    expect(mended).toMatchObject({ hasError: false, chosen: true, level: QuLevel.hard, chapter: '新章' })
    expect(await commit(id)).toBe(2)
    expect((await inBank())[1]).toMatchObject({ level: QuLevel.hard, chapterId_dictText: '新章' })
  })

  test('rows that exist in the bank or earlier in the file are marked and not imported unless selected', async () => {
    await commit(await stage('重复题{=对 ~错}', 'a.gift'))
    const id = await stage('重复题{=对 ~错}\n\n新题{T}\n\n新题{T}', 'b.gift')
    const [stored, fresh, again] = await staged(id)
    const [known] = await inBank()
    expect(stored).toMatchObject({ duplicateOf: known?.id, chosen: false })
    expect(fresh).toMatchObject({ duplicateOf: '', duplicateRow: null, chosen: true })
    expect(again).toMatchObject({ duplicateRow: 2, chosen: false })
    await app.ok(quImport.choose, { importId: id, rows: [3], chosen: true }, token)
    expect(await commit(id)).toBe(2)
  })

  test('of equal rows the first valid one is selected, and stays the only one after the invalid one is corrected', async () => {
    const header = ['题型', '题干', '选项A', '选项B', '答案', '父题序号']
    const rows = ['9', '', ''].map((parent) => ['单选题', '同一道题', '甲', '乙', 'A', parent])
    const id = await stage(await writeSheets([{ name: '试题', columns: header.map((one) => ({ header: one })), rows }]), '表.xlsx')
    const found = async () => (await staged(id)).map((one) => [one.row, one.hasError, one.duplicateRow, one.chosen])
    expect(await found()).toEqual([
      [2, true, 3, false],
      [3, false, null, true],
      [4, false, 3, false],
    ])
    const { body } = await app.ok(quImport.row, { importId: id, row: 2 }, token)
    await app.ok(quImport['save-row'], { importId: id, row: 2, quType: QuType.single, level: QuLevel.normal, body }, token)
    expect((await found())[0]).toEqual([2, false, 3, false])
    expect(await commit(id)).toBe(1)
  })

  test('a sheet stages the readable part of invalid rows', async () => {
    const header = ['题型', '题干', '选项A', '选项B', '答案']
    const sheet = await writeSheets([
      {
        name: '试题',
        columns: header.map((one) => ({ header: one })),
        rows: [
          ['单选题', '对的题', '甲', '乙', 'A'],
          ['单选题', '错的题', '甲', '乙', 'D'],
          ['', '没有题型', '', '', ''],
        ],
      },
    ])
    const id = await stage(sheet, '表.xlsx')
    const rows = await staged(id)
    expect(rows.map((row) => [row.row, row.title, row.hasError])).toEqual([
      [2, '对的题', false],
      [3, '错的题', true],
      [4, '没有题型', true],
    ])
    const { body } = await app.ok(quImport.row, { importId: id, row: 3 }, token)
    expect(body?.options?.map((one) => one.content)).toEqual(['<p>甲</p>', '<p>乙</p>'])
  })

  const header = ['题型', '题干', '选项A', '选项B', '答案', '章节', '序号', '父题序号']
  const sheetOf = (rows: string[][]) => writeSheets([{ name: '试题', columns: header.map((one) => ({ header: one })), rows }])

  test('3,000 rows with some invalid ones are staged in order, each problem at its row', async () => {
    const isWrong = (i: number) => i % 97 === 13
    const rows = Array.from({ length: 3_000 }, (_, i) => ['单选题', `第${i}题`, '甲', '乙', isWrong(i) ? 'Z' : 'A', `第${i % 3}章`])
    const id = await stage(await sheetOf(rows), '表.xlsx')
    const wrong = rows.flatMap((_row, i) => (isWrong(i) ? [i + 2] : []))
    expect(await app.ok(quImport.detail, { id }, token)).toMatchObject({ total: 3_000, wrong: wrong.length, chosen: 3_000 - wrong.length })
    const stored = await app.db
      .selectFrom('quImportRow')
      .where('importId', '=', id)
      .orderBy('row')
      .select(['row', 'title', 'hasError'])
      .execute()
    expect(stored).toEqual(rows.map((row, i) => ({ row: i + 2, title: row[1], hasError: isWrong(i) })))
    const found = await staged(id, 'wrong')
    expect(found.map((one) => one.row)).toEqual(wrong)
    for (const { row, problems } of found)
      expect(problems).toEqual([
        { row, field: '答案', key: 'answerNotAmongOptions', params: { answer: 'Z' }, msg: '答案“Z”不在选项中', level: 'error' },
      ])
    expect(await commit(id)).toBe(3_000 - wrong.length)
    const { records } = await app.ok(qu.paging, { params: { repoId }, size: 20, orders: [{ column: 'id', asc: true }] }, token)
    expect(records.map((one) => [one.title, one.chapterId_dictText])).toEqual(
      rows.flatMap((row, i) => (isWrong(i) ? [] : [[row[1], row[5]]])).slice(0, 20),
    )
    expect((await app.ok(repo['chapter-group'], { repoId }, token)).map((one) => one.title)).toEqual(['第0章', '第1章', '第2章'])
    const versions = await sql<{ count: number }>`
      select count(*)::int as count from qu_version v join qu on qu.id = v.qu_id
      where repo_id = ${repoId}::bigint and v.body = qu.body and v.version = 1`.execute(app.db)
    expect(versions.rows).toEqual([{ count: 3_000 - wrong.length }])
  })

  test('a composite with an invalid cell in a sub-question is one invalid row, and so is a sub-question without its composite', async () => {
    const id = await stage(
      await sheetOf([
        ['组合题', '材料', '', '', '', '', '1', ''],
        ['单选题', '对的小题', '甲', '乙', 'A', '', '', '1'],
        ['单选题', '错的小题', '甲', '乙', 'Q', '', '', '1'],
        ['单选题', '没有父题', '甲', '乙', 'A', '', '', '9'],
        ['单选题', '好题', '甲', '乙', 'B', '', '', ''],
        ['组合题', '另一材料', '', '', '', '', '2', ''],
        ['多选题', '只有一个正确', '甲', '乙', 'A', '', '', '2'],
      ]),
      '表.xlsx',
    )
    const rows = await staged(id)
    expect(rows.map((row) => [row.row, row.quType, row.hasError])).toEqual([
      [2, 99, true],
      [5, 1, true],
      [6, 1, false],
      [7, 99, false],
    ])
    expect(rows[3]?.problems).toMatchObject([{ row: 8, key: 'multipleOneRight', level: 'warn' }])
    expect(rows[1]?.problems.map((one) => one.msg)).toEqual(['上方没有序号为“9”的组合题'])
    expect(rows[0]?.problems).toEqual([
      { row: 4, field: '答案', key: 'answerNotAmongOptions', params: { answer: 'Q' }, msg: '答案“Q”不在选项中', level: 'error' },
    ])
    expect((await app.ok(quImport.row, { importId: id, row: 2 }, token)).body?.subs).toHaveLength(2)
    expect((await app.ok(quImport.detail, { id }, token)).notes).toEqual(['第4行 答案：答案“Q”不在选项中'])
  })

  test('no temporary file is left: neither after a valid file nor after a broken one', async () => {
    const running = app.ctx().app
    const { runtime } = running
    const folder = await mkdtemp(join(tmpdir(), 'shuyuan-test-'))
    running.runtime = { ...runtime, tmpDir: folder }
    try {
      const sound = await sheetOf([['单选题', '题', '甲', '乙', 'A']])
      await stage(sound, '表.xlsx')
      await stage('题{T}', 'a.gift')
      expect((await app.upload(qu.import, sound, '表.xlsx', { repoId }, token)).data.inserted).toBe(1)
      for (const [bytes, name, into] of [
        [sound.subarray(0, 900), '坏.xlsx', repoId],
        ['', '空.gift', repoId],
        // only the header is invalid, which is found after reading
        [await writeSheets([{ name: 'S', columns: [{ header: '别的' }], rows: [['1']] }]), '别的.xlsx', repoId],
        [sound, '表.xlsx', '99999999'],
      ] as const)
        expect((await send(bytes, name, into)).code).not.toBe(0)
      expect(await readdir(folder)).toEqual([])
    } finally {
      running.runtime = runtime
      await rm(folder, { recursive: true })
    }
  })

  test('takes a chapter for rows that name none, and tags for all rows; a chapter of another bank is refused', async () => {
    const foreign = await app.ok(chapter.save, { repoId: (await makeRepo(app.ctx())).id, title: '外' }, token)
    const own = await app.ok(chapter.save, { repoId, title: '全文件' }, token)
    const id = await stage('$CATEGORY: 自己的章\n\n一{T}\n\n二{F}', 'a.gift')
    const { body, quType, level } = await app.ok(quImport.row, { importId: id, row: 2 }, token)
    await app.ok(quImport['save-row'], { importId: id, row: 2, quType, level, chapter: '', tags: ['甲'], body }, token)
    const target = { id, tags: ['甲', '乙'] }
    expect((await app.call(quImport.commit, { ...target, chapterId: foreign.id }, token)).code).toBe(errors.badInput[0])
    expect(await app.ok(quImport.commit, { ...target, chapterId: own.id }, token)).toEqual({ inserted: 2 })
    const { records } = await app.ok(qu.paging, { params: { repoId }, orders: [{ column: 'id', asc: true }] }, token)
    expect(records.map((row) => [row.chapterId_dictText, row.tags])).toEqual([
      ['自己的章', ['甲', '乙']],
      ['全文件', ['甲', '乙']],
    ])
  })

  test('is committed once, belongs to its uploader, and can be discarded', async () => {
    const id = await stage('题{T}', 'a.gift')
    for (const call of [
      app.call(quImport.detail, { id }, other),
      app.call(quImport.row, { importId: id, row: 1 }, other),
      app.call(quImport.commit, { id }, other),
      app.call(quImport.drop, { id }, other),
      app.call(quImport.choose, { importId: id, rows: [1], chosen: false }, other),
    ])
      expect((await call).code).toBe(errors.notFound[0])
    expect((await app.ok(quImport.paging, { params: { importId: id } }, other)).total).toBe(0)
    const both = await Promise.all([app.call(quImport.commit, { id }, token), app.call(quImport.commit, { id }, token)])
    expect(both.map((one) => one.code).toSorted((a, b) => a - b)).toEqual([0, errors.importDone[0]])
    expect(await inBank()).toHaveLength(1)
    const second = await stage('另一题{T}', 'a.gift')
    await app.ok(quImport.drop, { id: second }, token)
    expect(await app.ok(quImport.waiting, { repoId }, token)).toEqual([])
  })

  test.each([
    ['空.gift', '', '文件中没有找到试题'],
    ['坏.docx', 'not a zip', '文件已损坏、没有传完，或展开后过大'],
    ['坏.zip', 'not a zip', '文件已损坏、没有传完，或展开后过大'],
    ['别的.xml', '<html></html>', '文件中没有找到 Moodle XML 或 QTI 试题'],
    [
      '半个.xml',
      '<quiz><question type="essay"><questiontext><text>题</text></questiontext></question>',
      '文件不完整，可能没有传完或已损坏',
    ],
    ['空.xml', '<questestinterop/>', '文件中没有找到试题'],
    ['实体.xml', '<!DOCTYPE quiz><quiz></quiz>', '文件含有 DOCTYPE 声明，不能读取，请删去后再上传'],
    ['坏.xlsx', 'not a sheet', '文件无法识别，请使用模板填写后上传 xlsx 文件'],
    ['空.xlsx', '', '文件是空的，请检查后重新上传'],
    ['旧.xls', ole('Workbook'), '这是旧版 Excel 文件（.xls），请用 Excel 或 WPS 打开后另存为 .xlsx 再上传'],
    ['旧.doc', ole('WordDocument'), '这是旧版 Word 文件（.doc），请用 Word 或 WPS 打开后另存为 .docx 再上传'],
    ['锁.xlsx', ole('EncryptedPackage'), '文件设有打开密码，请去掉密码后再上传'],
    ['锁.docx', ole('EncryptedPackage'), '文件设有打开密码，请去掉密码后再上传'],
    ['锁.zip', 'PK\u0003\u0004\u0014\u0000\u0001', '文件设有打开密码，请去掉密码后再上传'],
    ['试卷.pdf', '%PDF-1.7', '不能读取 PDF 文件，请用 Word 或 WPS 打开后另存为 .docx 再上传'],
    ['试卷.rtf', String.raw`{\rtf1 {=a ~b}}`, '不能读取 RTF 文件，请用 Word 或 WPS 打开后另存为 .docx 再上传'],
    ['表.csv', '题型,题干', '表头与模板不一致，请下载最新模板：缺少“选项A”、“选项B”、“答案”列'],
  ])('%s is refused with a clear message and stores nothing', async (name, content, msg) => {
    const reply = await send(content, name)
    expect([reply.code === 0, reply.msg]).toEqual([false, msg])
    expect(await app.ok(quImport.waiting, { repoId }, token)).toEqual([])
  })

  test('a picture that browsers cannot show is removed, with a problem at its question', async () => {
    const id = await stage(wordFile(Buffer.from('not a picture'), paragraph('1. 看图'), picture, paragraph('答案：对')), '图.docx')
    expect((await app.ok(quImport.detail, { id }, token)).notes[0]).toContain('未能保存')
    const [row] = await staged(id)
    expect(row?.title).toBe('看图')
    expect(row?.problems.map((one) => [one.level, one.msg])).toEqual([['warn', '有图片或文件未能保存，请检查并补上']])
    const { body } = await app.ok(quImport.row, { importId: id, row: 1 }, token)
    expect(body.content).toBe('<p>看图</p><p></p>')
  })

  test('superscript and bold text of a sheet stays so in stem, options and pairs, and does not affect answers', async () => {
    const run = (look: string, text: string) => `<r><rPr>${look}</rPr><t>${text}</t></r>`
    const rich = (inner: string) => `<c t="inlineStr"><is>${inner}</is></c>`
    const square = rich(run('', 'x') + run('<vertAlign val="superscript"/>', '2'))
    const bold = (text: string) => rich(run('<b/>', text))
    const sheet = rowsXml([
      ['题型', '题干', '选项A', '选项B', '答案'],
      ['单选题', square, square, bold('乙'), bold('A')],
      ['判断题', '对', bold('正确'), '错误', bold('对')],
      ['匹配题', '配', rich(run('', '甲=x') + run('<vertAlign val="subscript"/>', '1')), '乙=y', ''],
    ])
    const id = await stage(workbookOf(sheet), '富文本.xlsx')
    expect(await app.ok(quImport.detail, { id }, token)).toMatchObject({ wrong: 0, notes: [] })
    const bodyOf = async (row: number) => (await app.ok(quImport.row, { importId: id, row }, token)).body
    const single = await bodyOf(2)
    expect([single.content, ...(single.options ?? []).map((one) => [one.content, one.isRight])]).toEqual([
      '<p>x<sup>2</sup></p>',
      ['<p>x<sup>2</sup></p>', true],
      ['<p><strong>乙</strong></p>', false],
    ])
    expect((await bodyOf(3)).options?.[0]?.isRight).toBe(true)
    expect((await bodyOf(4)).right?.map((one) => one.content)).toEqual(['<p>x<sub>1</sub></p>', '<p>y</p>'])
  })

  test('GB18030 text of Chinese Windows is decoded', async () => {
    // 题干 in GB18030, then GIFT syntax
    const bytes = Buffer.concat([Buffer.from([0xcc, 0xe2, 0xb8, 0xc9]), Buffer.from('{T}')])
    expect((await staged(await stage(bytes, 'a.txt')))[0]?.title).toBe('题干')
  })

  test('scripts and event handlers in a file are removed', async () => {
    await commit(await stage('[html]<p onclick\\="x()">题<script>alert(1)</script><img src\\="x" onerror\\="y()"></p>{T}', 'a.gift'))
    expect((await inBank())[0]?.body?.content).not.toMatch(/script|onclick|onerror/)
  })
})

describe('in one step', () => {
  test('qu/import accepts every format, with a dry run first', async () => {
    const fields = { repoId, dryRun: 'true' }
    const text = Buffer.from('火警电话？\nA. 110\nB. 119\nANSWER: B\n\n坏题\nA. 甲\nANSWER: A\n')
    const tried = await app.upload(qu.import, text, 'a.txt', fields, token)
    expect(tried.data).toMatchObject({ total: 2, valid: 1, inserted: 0, errors: [{ row: 2, msg: '选项不足两个' }] })
    expect((await app.upload(qu.import, text, 'a.txt', { repoId }, token)).data.inserted).toBe(0)
    expect((await app.upload(qu.import, text, 'a.txt', { repoId, mode: 'valid' }, token)).data.inserted).toBe(1)
  })
})

describe('exported and imported again', () => {
  const option = (tag: string, isRight = false) => ({ tag, content: `<p>选项 ${tag} &lt; 1</p>`, isRight })
  const questions = [
    {
      quType: QuType.single,
      body: { content: '<p>单选 {题} = ~ #</p>', analysis: '<p>解析</p>', options: [option('A', true), option('B')] },
    },
    {
      quType: QuType.multiple,
      body: { content: '<p>多选</p>', options: [option('A', true), option('B', true), option('C')], rule: { multiple: 'share' as const } },
    },
    {
      quType: QuType.trueFalse,
      body: {
        content: '<p>判断</p>',
        options: [
          { tag: 'A', content: '<p>正确</p>', isRight: true },
          { tag: 'B', content: '<p>错误</p>', isRight: false },
        ],
      },
    },
    { quType: QuType.fillIn, body: { content: '<p>填空 ____。</p>', blanks: [{ answer: '119||一一九' }] } },
    {
      quType: QuType.matching,
      body: {
        content: '<p>匹配</p>',
        left: ['A', 'B'].map((tag) => ({ tag, content: `<p>左${tag}</p>` })),
        right: ['a', 'b', 'c'].map((tag) => ({ tag, content: `<p>右${tag}</p>` })),
        pairs: [
          ['A', 'a'],
          ['B', 'b'],
        ] as [string, string][],
      },
    },
  ]

  test.each(['xlsx', 'gift', 'moodle', 'qti'] as (keyof typeof exportFormat)[])('%s', async (format) => {
    await insertQuestions(
      app.ctx(),
      repoId,
      questions.map((one) => ({ ...one, level: QuLevel.normal, chapterId: null })),
    )
    const loss = await app.ok(qu['export-loss'], { repoId, format }, token)
    expect(loss.lost).toEqual(format === 'qti' ? [] : loss.lost)
    const reply = await app.http.inject({ method: 'POST', url: qu.export.path, headers: { token }, payload: { repoId, format } })
    const [, name = ''] = /filename\*=UTF-8''(.+)$/.exec(reply.headers['content-disposition'] as string) ?? []
    const { id: into } = await makeRepo(app.ctx())
    const id = await stage(reply.rawPayload, decodeURIComponent(name), into)
    expect(await app.ok(quImport.detail, { id }, token)).toMatchObject({ total: 5, wrong: 0, chosen: 5 })
    await commit(id)
    const prints = (bank: string) =>
      app.db.selectFrom('qu').where('repoId', '=', bank).orderBy('id').select(['quType', 'fingerprint']).execute()
    // fingerprints are equal after every format
    expect((await prints(into)).map((one) => one.fingerprint.toString('hex'))).toEqual(
      (await prints(repoId)).map((one) => one.fingerprint.toString('hex')),
    )
    const [before, after] = [await inBank(), await inBank(into)]
    expect(after.map((one) => [one.body?.options, one.body?.blanks, one.body?.rule?.multiple])).toEqual(
      before.map((one) => [one.body?.options, one.body?.blanks, one.body?.rule?.multiple]),
    )
    expect((await app.ok(repo.detail, { id: into }, token)).quCount).toBe(5)
  })

  test('reports in advance what a format cannot express', async () => {
    await insertQuestions(app.ctx(), repoId, [
      {
        quType: QuType.composite,
        level: QuLevel.hard,
        chapterId: null,
        body: {
          content: '<p>组合</p>',
          subs: ['一', '二'].map((name) => ({ id: '', quType: QuType.shortAnswer, content: `<p>小题${name}</p>` })),
        },
      },
    ])
    expect((await app.ok(qu['export-loss'], { repoId, format: 'gift' }, token)).lost).toEqual(['组合题不能用 GIFT 表示，未导出'])
    expect((await app.ok(qu['export-loss'], { repoId, format: 'qti' }, token)).lost).toEqual([])
  })
})
