// The question bank of a backup of Moodle, as version 4 and as version 3 write it.
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
export type Fields = Record<string, string | number>
/** Elements with a text each. */
export const tags = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `<${name}>${escaped(String(value))}</${name}>`)
    .join('')
/** As Moodle writes what is not set. */
export const NULL = '$@NULL@$'

type Answer = [id: number, text: string, fraction: number, more?: Fields]
const answers = (rows: Answer[]) =>
  `<answers>${rows
    .map(
      ([id, answertext, fraction, more]) =>
        `<answer id="${id}">${tags({ answertext, answerformat: 1, fraction: fraction.toFixed(7), feedback: '', feedbackformat: 1, ...more })}</answer>`,
    )
    .join('')}</answers>`

type Made = { id: number; category: number; type: string; text: string; plugin?: string; fields?: Fields }
const question = ({ id, type, text, plugin = '', fields = {} }: Made) => {
  const common = {
    parent: 0,
    name: `题 ${id}`,
    questiontext: text,
    questiontextformat: 1,
    generalfeedback: '',
    generalfeedbackformat: 1,
    defaultmark: '1.0000000',
  }
  const own = plugin === '' ? '' : `<plugin_qtype_${type}_question>${plugin}</plugin_qtype_${type}_question>`
  return `<question id="${id}">${tags({ ...common, qtype: type, length: 1, ...fields })}${own}<question_hints></question_hints><tags><tag id="1">${tags({ name: 'fire', rawname: '消防' })}</tag></tags></question>`
}

const single = '<multichoice id="1"><single>1</single></multichoice>'
const questions: Made[] = [
  {
    id: 1,
    category: 2,
    type: 'multichoice',
    text: '<p>火警电话？<img src="@@PLUGINFILE@@/phone%20set.png" alt="电话"></p>',
    plugin:
      answers([
        [11, '<p>119</p>', 1],
        [12, '<p>120</p>', 0],
      ]) + single,
  },
  {
    id: 2,
    category: 2,
    type: 'multichoice',
    text: '<p>哪些能灭油火？</p>',
    plugin:
      answers([
        [21, '沙', 0.5],
        [22, '水', 0],
        [23, '干粉', 0.5],
      ]) + '<multichoice id="2"><single>0</single></multichoice>',
  },
  {
    id: 3,
    category: 2,
    type: 'truefalse',
    text: '<p>电梯可以逃生。</p>',
    plugin:
      answers([
        [31, '对', 0],
        [32, '错', 1],
      ]) + '<truefalse id="3"><trueanswer>31</trueanswer><falseanswer>32</falseanswer></truefalse>',
  },
  {
    id: 4,
    category: 3,
    type: 'shortanswer',
    text: '<p>急救电话？</p>',
    plugin: answers([[41, '120', 1]]) + '<shortanswer id="4"><usecase>0</usecase></shortanswer>',
  },
  {
    id: 5,
    category: 3,
    type: 'numerical',
    text: '<p>每分钟按压次数？</p>',
    plugin: `${answers([[51, '110', 1]])}<numerical_records><numerical_record id="1">${tags({ answer: 51, tolerance: 10 })}</numerical_record></numerical_records>`,
  },
  {
    id: 6,
    category: 3,
    type: 'match',
    text: '<p>配对</p>',
    plugin: `<matches>${[
      ['骨折', '固定'],
      ['出血', '压迫'],
    ]
      .map(
        ([left, right], at) =>
          `<match id="${60 + at}">${tags({ questiontext: left ?? '', questiontextformat: 1, answertext: right ?? '' })}</match>`,
      )
      .join('')}</matches>`,
  },
  {
    id: 7,
    category: 3,
    type: 'essay',
    text: '<p>说说心肺复苏</p>',
    plugin: `<essay id="7">${tags({ graderinfo: '<p>三步</p>', graderinfoformat: 1, responsetemplate: '', responsetemplateformat: 1 })}</essay>`,
  },
  {
    id: 8,
    category: 3,
    type: 'multianswer',
    text: '<p>先{#1}，再{#2}</p>',
    plugin: `<multianswer id="8">${tags({ question: 8, sequence: '81,82' })}</multianswer>`,
  },
  { id: 81, category: 3, type: 'shortanswer', text: '{1:SHORTANSWER:=判断}', fields: { parent: 8 } },
  { id: 82, category: 3, type: 'shortanswer', text: '{1:SHORTANSWER:=呼救}', fields: { parent: 8 } },
  {
    id: 9,
    category: 3,
    type: 'calculated',
    text: '<p>{a} 人每人 2 卷绷带，共几卷？</p>',
    plugin: `${answers([[91, '{a}*2', 1]])}<calculated_records><calculated_record id="1">${tags({ answer: 91, tolerance: 0, tolerancetype: 2, correctanswerlength: 0, correctanswerformat: 1 })}</calculated_record></calculated_records><dataset_definitions><dataset_definition id="1">${tags({ name: 'a' })}<dataset_items>${[3, 5].map((value, at) => `<dataset_item id="${at}">${tags({ number: at + 1, value })}</dataset_item>`).join('')}</dataset_items></dataset_definition></dataset_definitions>`,
  },
  {
    id: 10,
    category: 3,
    type: 'gapselect',
    text: '<p>伤口先[[1]]</p>',
    plugin: answers([
      [101, '清洁', 0, { feedback: '1' }],
      [102, '缝合', 0, { feedback: '1' }],
    ]),
  },
  { id: 12, category: 2, type: 'description', text: '<p>以下各题</p>' },
  { id: 13, category: 2, type: 'truefalse', text: '<p>以前的题</p>', fields: { hidden: 1 } },
]
export const RANDOM = 14

const categories: [number, number, string][] = [
  [1, 0, 'top'],
  [2, 1, '消防'],
  [3, 2, '急救'],
]
const category = ([id, parent, name]: (typeof categories)[number], inner: string) =>
  `<question_category id="${id}">${tags({ name, contextid: 50, contextlevel: 50, parent })}${inner}</question_category>`

/** The bank as Moodle 4 writes it; the first question has an older and a newer version. */
export const versioned = (): string =>
  categories
    .map((one) => {
      const entries = questions
        .filter((q) => q.category === one[0])
        .map((q) => {
          const version = (number: number, made: Made, status = 'ready') =>
            `<question_versions id="${made.id}">${tags({ version: number, status })}<questions>${question(made)}</questions></question_versions>`
          const older = q.id === 1 ? version(1, { ...q, id: 1_001, text: '<p>旧的题干</p>' }) : ''
          const status = q.fields?.hidden === 1 ? 'hidden' : 'ready'
          return `<question_bank_entry id="${q.id}">${tags({ questioncategoryid: one[0], idnumber: NULL })}<question_version>${older}${version(2, q, status)}</question_version></question_bank_entry>`
        })
      return category(one, `<question_bank_entries>${entries.join('')}</question_bank_entries>`)
    })
    .join('')
export const plain = (): string => {
  const random: Made = { id: RANDOM, category: 3, type: 'random', text: '0', fields: { parent: RANDOM } }
  return categories
    .map((one) =>
      category(
        one,
        `<questions>${[...questions, random]
          .filter((q) => q.category === one[0])
          .map(question)
          .join('')}</questions>`,
      ),
    )
    .join('')
}
