import { type PlainText, t } from '../../../../kernel/i18n.ts'
// The import formats: description and example of each.
/** Read by every server. */
export const common = ['xlsx', 'csv', 'tsv', 'docx', 'txt', 'gift', 'xml', 'zip', 'h5p', 'apkg', 'colpkg', 'md']
/** With the older formats, which need LibreOffice; a server without it refuses them. */
export const accepted = [...common, 'xls', 'et', 'ods', 'doc', 'wps', 'odt', 'rtf']

export type ImportFormat = { key: string; name: string; endings: string; about: PlainText; example?: () => string }

const word = `一、单项选择题
1. 发现火情应首先拨打（ ）。
A. 110
B. 119
答案：B
解析：119 是火警电话。
难度：普通
2. 灭火器应定期检查。（对）`

const gift = `$CATEGORY: 消防常识
// 一题一段，段与段之间空一行；= 是正确答案，~ 是错误答案
火警电话是多少？{=119 ~110 ~120}

火灾时可以乘坐普通电梯。{F}

火警电话是 {=119 =一一九}。`

const aiken = `火警电话是多少？
A. 110
B. 119
ANSWER: B`

const moodle = `<question type="truefalse">
  <questiontext format="html"><text>灭火器应定期检查。</text></questiontext>
  <answer fraction="100"><text>true</text></answer>
  <answer fraction="0"><text>false</text></answer>
</question>`

const qti = `imsmanifest.xml
items/q1.xml
images/fire.png`

export const importFormats: ImportFormat[] = [
  {
    key: 'xlsx',
    name: 'Excel',
    endings: '.xlsx .csv',
    about:
      '一行一题。请下载模板填写，各列的写法见模板里的“填写说明”；支持所有题型，组合题用“父题序号”指明小题属于哪一题。其他系统的表格也可以，不认识的列会请您指明。',
  },
  {
    key: 'docx',
    name: 'Word',
    endings: '.docx',
    about: '按普通试卷的写法：题目编号，选项用 A、B、C，后面写“答案：”和“解析：”。图片和公式一并导入，大标题写明题型。',
    example: () => t(word),
  },
  {
    key: 'gift',
    name: 'GIFT',
    endings: '.txt .gift',
    about: 'Moodle 的文本格式，适合快速录入选择、判断、填空、匹配和简答题。“$CATEGORY:”后的名称作为章节。',
    example: () => t(gift),
  },
  {
    key: 'aiken',
    name: 'Aiken',
    endings: '.txt',
    about: '最简单的文本格式，只有选择题；ANSWER 后写多个字母（如 A,C）就是多选题。',
    example: () => t(aiken),
  },
  {
    key: 'moodle',
    name: 'Moodle XML',
    endings: '.xml',
    about: '从 Moodle 题库导出的文件，图片在文件里，分类作为章节，Cloze 完形题转成组合题。',
    example: () => moodle,
  },
  {
    key: 'qti',
    name: 'QTI',
    endings: '.zip .xml',
    about: 'IMS QTI 2.x 和 3.0：整个内容包（zip），或单独一题的 xml。',
    example: () => qti,
  },
  {
    key: 'others',
    name: 'H5P、Anki…',
    endings: '.h5p .apkg .txt .md .rtf',
    about:
      'H5P 测验（h5p），Anki 牌组（apkg，或从 Anki 导出的文本），Markdown 清单（- [x] 是正确答案），Respondus 文本和 ExamView 导出的 RTF；学习通、雨课堂的试卷用 Word 或文本上传。文件是哪一种，按内容识别。',
  },
]
