// Packages of H5P and Anki, and what is refused of hostile ones.
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { describe, expect, test } from 'vitest'
import { ankiPackage, collection, type DeckNote } from '../../../../../test/anki-deck.ts'
import { png } from '../../../../../test/question-files.ts'
import { writeArchive } from '../../../../kernel/archive.ts'
import { judge } from '../exchange.rules.ts'
import { readForeignPackage } from './foreign.package.ts'
import { readForeignText } from './foreign-text.format.ts'

const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '')
function shortOf(found: ReturnType<typeof readForeignPackage>) {
  return (found?.reading.questions ?? []).map((one) => {
    const { body, problems } = judge(one)
    const right = body.options.flatMap((option) => (option.isRight ? [plain(option.content)] : [])).join('+')
    const words = right || body.blanks.map((blank) => blank.answer).join('；') || plain(body.modelAnswer)
    return [one.quType, plain(body.content), words, ...problems.map((problem) => problem.msg)]
  })
}
const h5p = (main: string, content: object, files: Record<string, Buffer> = {}) =>
  Buffer.from(
    writeArchive({
      'h5p.json': Buffer.from(JSON.stringify({ title: '测验', mainLibrary: main, language: 'und' })),
      'content/content.json': Buffer.from(JSON.stringify(content)),
      ...Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`content/${path}`, bytes])),
    }),
  )
const choice = {
  question: '<p>火警电话？</p>\n',
  answers: [
    { text: '<div>110</div>\n', correct: false, tipsAndFeedback: { tip: '', chosenFeedback: '', notChosenFeedback: '' } },
    { text: '<div>119</div>\n', correct: true, tipsAndFeedback: { tip: '', chosenFeedback: '<div>对</div>', notChosenFeedback: '' } },
  ],
  behaviour: { type: 'auto', singlePoint: false },
  media: { type: { library: 'H5P.Image 1.1', params: { file: { path: 'images/a.png', mime: 'image/png' }, alt: '图' } } },
}
const asked = (library: string, params: object) => ({ library, params, subContentId: '1', metadata: { contentType: 'x' } })

describe('H5P', () => {
  test('a question set with every type that is read, and one that is not, by its name', () => {
    const bytes = h5p(
      'H5P.QuestionSet',
      {
        introPage: { showIntroPage: false },
        questions: [
          asked('H5P.MultiChoice 1.16', choice),
          asked('H5P.MultiChoice 1.16', {
            question: '质数有',
            answers: ['2', '3', '4'].map((text, at) => ({ text, correct: at < 2 })),
            behaviour: { type: 'auto' },
          }),
          asked('H5P.TrueFalse 1.8', { question: '<p>水能灭油火。</p>', correct: 'false' }),
          asked('H5P.Blanks 1.14', {
            text: '<p>填空</p>',
            questions: ['<p>首都是*北京/北京市:两个字*，国家是*中国*。</p>'],
            behaviour: { caseSensitive: true },
          }),
          asked('H5P.DragText 1.10', { taskDescription: '<p>拖到空里</p>', textField: '猫是*动物*\n树是*植物*', distractors: '*石头*' }),
          asked('H5P.Essay 1.5', { taskDescription: '<p>谈谈</p>', solution: { sample: '<p>要点</p>' } }),
          asked('H5P.SingleChoiceSet 1.11', { choices: [{ question: '<p>一加一</p>', answers: ['<p>2</p>', '<p>3</p>'] }] }),
          asked('H5P.DragQuestion 1.14', { question: { settings: {} } }),
          asked('H5P.AdvancedText 1.1', { text: '<p>说明</p>' }),
        ],
      },
      { 'images/a.png': png },
    )
    const found = readForeignPackage(bytes)
    expect(found?.format).toBe('h5p')
    expect(shortOf(found)).toEqual([
      [QuType.single, '火警电话？', '119', '选项的反馈不能保存，已略过'],
      [QuType.multiple, '质数有', '2+3'],
      [QuType.trueFalse, '水能灭油火。', '错误'],
      [QuType.fillIn, '填空首都是____，国家是____。', '北京||北京市；中国', '提示（hint）不能保存，已略过'],
      [QuType.fillIn, '拖到空里猫是____树是____（动物；石头；植物）', '动物；植物', '拖词填空按填空题导入，备选词列在题干之后'],
      [QuType.shortAnswer, '谈谈', '要点'],
      [QuType.single, '一加一', '2'],
      [QuType.shortAnswer, '…', '', '不支持的题型 H5P.DragQuestion'],
    ])
    expect(found?.reading.notes.map((one) => one.zh)).toEqual(['略过 1 段说明文字（description）'])
    expect(found?.reading.files.map((one) => [one.name, Buffer.from(one.bytes).equals(png)])).toEqual([['a.png', true]])
    expect(found?.reading.questions[0]?.body.content).toContain('src="/@file/0"')
  })

  test('a single question, a picture that is missing, and questions within a column', () => {
    expect(shortOf(readForeignPackage(h5p('H5P.MultiChoice', { ...choice, media: undefined })))).toEqual([
      [QuType.single, '火警电话？', '119', '选项的反馈不能保存，已略过'],
    ])
    const column = {
      content: [{ content: asked('H5P.TrueFalse 1.8', { question: '<p>对吗 <img src="images/b.png"></p>', correct: 'true' }) }],
    }
    expect(shortOf(readForeignPackage(h5p('H5P.Column', column)))).toEqual([
      [QuType.trueFalse, '对吗', '正确', '压缩包中没有文件 images/b.png'].map((one) => (one === '对吗' ? '对吗 ' : one)),
    ])
  })

  test('content without questions says what it is', () => {
    expect(() => readForeignPackage(h5p('H5P.Timeline', { timeline: {} }))).toThrow('H5P 内容“H5P.Timeline”中没有可以导入的试题')
    const broken = writeArchive({ 'h5p.json': Buffer.from('{}'), 'content/content.json': Buffer.from('{') })
    expect(() => readForeignPackage(broken)).toThrow('不是有效的 H5P 文件')
  })
})

const deck: DeckNote[] = [
  { model: 1, fields: ['火警电话 <img src="图 1.png">', '119<br>', '教材'], tags: '必考 消防', deck: '安全::消防' },
  { model: 2, fields: ['{{c1::北京}}是{{c2::中国::国家}}的首都', '补充'] },
  { model: 3, fields: ['化学式：水', 'H2O'] },
  { model: 1, fields: [String.raw`求 \(x^2\) [$]y[/$]`, '', ''] },
]
const expected = [
  [QuType.shortAnswer, '火警电话 ', '119'],
  [QuType.fillIn, '____是____（国家）的首都', '北京；中国'],
  [QuType.fillIn, '化学式：水', 'H2O'],
  [QuType.shortAnswer, '求  ', '', '卡片背面是空的，没有参考答案'],
]

describe('Anki', () => {
  test.each([false, true])('a package with two sides, clozes, typed answers and media; newer: %s', (isNewer) => {
    const found = readForeignPackage(ankiPackage(deck, { isNewer, media: { '图 1.png': png } }))
    expect([found?.format, shortOf(found)]).toEqual(['anki', expected])
    expect(found?.reading.questions.map((one) => [one.chapter, one.tags])).toEqual([
      ['安全/消防', ['必考', '消防']],
      ['', []],
      ['', []],
      ['', []],
    ])
    expect(plain(found?.reading.questions[0]?.body.analysis ?? '')).toBe('出处：教材')
    expect(found?.reading.files.map((one) => Buffer.from(one.bytes).equals(png))).toEqual([true])
    expect(found?.reading.questions[3]?.body.content).toContain('data-latex="y"')
  })

  test('notes as text, with heads and with clozes alone', () => {
    const text = [
      '#separator:tab',
      '#html:true',
      '#notetype column:1',
      '#deck column:2',
      '#tags column:5',
      'Basic\t安全\t"火警""电话"""\t119\t必考',
      'Cloze\t安全\t{{c1::北京}}是首都\t"两\n行"\t',
    ].join('\n')
    const found = readForeignText(text)
    expect([found?.format, shortOf(found)]).toEqual([
      'anki',
      [
        [QuType.shortAnswer, '火警"电话"', '119'],
        [QuType.fillIn, '____是首都', '北京'],
      ],
    ])
    expect(found?.reading.questions.map((one) => [one.chapter, one.tags])).toEqual([
      ['安全', ['必考']],
      ['安全', []],
    ])
    expect(shortOf(readForeignText('{{c1::北京}}是首都\t说明\n'))).toEqual([[QuType.fillIn, '____是首都', '北京']])
    expect(readForeignText('1. 火警？\nA. 110\nB. 119\n答案：B\n')).toBeUndefined()
  })
})

describe('hostile packages', () => {
  const withCollection = (bytes: Uint8Array) => writeArchive({ 'collection.anki2': bytes, media: Buffer.from('{}') })
  test.each([
    ['no database', Buffer.from('SQLite format 3\u0000 but no pages')],
    [
      'a view that never ends',
      collection(
        [],
        false,
        'drop table notes; create view notes as with recursive n(id) as (select 1 union all select id + 1 from n) select id, 1 as mid, 0 as tags, 0 as flds from n',
      ),
    ],
    [
      'a column that is computed',
      collection(
        [],
        false,
        'drop table notes; create table notes (id integer primary key, mid, tags, flds text generated always as (hex(zeroblob(500000000))))',
      ),
    ],
    ['no table of notes', collection([], false, 'drop table notes')],
  ])('%s is refused', (_name, bytes) => {
    expect(() => readForeignPackage(withCollection(bytes))).toThrow('不是有效的 Anki 牌组')
  })

  test('a compressed collection that expands beyond the limit, and an archive that does', async () => {
    const { zstdCompressSync } = await import('node:zlib')
    const bomb = zstdCompressSync(Buffer.alloc(300 * 1024 * 1024))
    expect(() => readForeignPackage(writeArchive({ 'collection.anki21b': bomb, 'collection.anki2': Buffer.from('x') }))).toThrow(
      '不是有效的 Anki 牌组',
    )
    const zip = writeArchive({ 'h5p.json': Buffer.from('{}'), 'content/content.json': Buffer.alloc(60 * 1024 * 1024) })
    expect(() => readForeignPackage(zip)).toThrow('展开后过大')
  })

  test('content that is nested without end', () => {
    const depth = 5_000
    const nested = `{"questions":${'[{"library":"H5P.Column 1.0","params":{"content":'.repeat(depth)}[]${'}}]'.repeat(depth)}}`
    const zip = writeArchive({ 'h5p.json': Buffer.from('{"mainLibrary":"H5P.QuestionSet"}'), 'content/content.json': Buffer.from(nested) })
    expect(shortOf(readForeignPackage(zip))).toEqual([[QuType.shortAnswer, '…', '', '不支持的题型 H5P.Column']])
  })
})
