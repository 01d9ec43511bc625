// A question of a backup as Moodle XML, the form in which Moodle exchanges questions and the import of a bank reads them.
import { attribute, child, children, type Node, numberOf, textOf } from './backup-xml.format.ts'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** Characters that XML cannot have. */
const clean = (text: string) => text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
const formats: Record<string, string> = { 0: 'moodle_auto_format', 1: 'html', 2: 'plain_text', 4: 'markdown' }

const plain = (name: string, text: string) => `<${name}>${escaped(clean(text))}</${name}>`
const texts = (name: string, text: string, more = '') => `<${name}${more}><text>${escaped(clean(text))}</text></${name}>`
const formatted = (node: Node, from: string, name: string) =>
  texts(name, textOf(node, from), ` format="${formats[textOf(node, `${from}format`)] ?? 'html'}"`)

type Answer = { id: string; text: string; format: string; fraction: number; feedback: string }
const answersOf = (plugin: Node): Answer[] =>
  children(child(plugin, 'answers'), 'answer').map((one) => ({
    id: attribute(one, 'id'),
    // answer_text is the name before Moodle 2.1
    text: textOf(one, 'answertext') || textOf(one, 'answer_text'),
    format: formats[textOf(one, 'answerformat')] ?? 'html',
    fraction: numberOf(one, 'fraction'),
    feedback: textOf(one, 'feedback'),
  }))
/** Shares are parts of 1 in a backup, percent in the exchange. */
const percent = (fraction: number) => String(Number((fraction * 100).toFixed(5)))
const answer = ({ text, format, fraction, feedback }: Answer, more = '') =>
  `<answer fraction="${percent(fraction)}" format="${format}"><text>${escaped(clean(text))}</text>${texts('feedback', feedback)}${more}</answer>`

const answers = (plugin: Node) => answersOf(plugin).map((one) => answer(one))
/** Settings of a type with the names that they have in both. */
const settings = (node: Node, ...names: string[]) => names.map((name) => plain(name, textOf(node, name)))

/** `records` of a type, by the answer that they belong to. */
const byAnswer = (plugin: Node, group: string, one: string) =>
  new Map(children(child(plugin, group), one).map((record) => [textOf(record, 'answer'), record]))
const units = (plugin: Node) =>
  `<units>${children(child(plugin, 'numerical_units'), 'numerical_unit')
    .map((one) => `<unit>${plain('multiplier', textOf(one, 'multiplier'))}${plain('unit_name', textOf(one, 'unit'))}</unit>`)
    .join('')}</units>`

function numerical(plugin: Node): string[] {
  const records = byAnswer(plugin, 'numerical_records', 'numerical_record')
  return [...answersOf(plugin).map((one) => answer(one, plain('tolerance', textOf(records.get(one.id) ?? {}, 'tolerance')))), units(plugin)]
}

function calculated(plugin: Node): string[] {
  const records = byAnswer(plugin, 'calculated_records', 'calculated_record')
  const names = ['tolerance', 'tolerancetype', 'correctanswerformat', 'correctanswerlength']
  const definitions = children(child(plugin, 'dataset_definitions'), 'dataset_definition').map((one) => {
    const items = children(child(one, 'dataset_items'), 'dataset_item').map(
      (item) => `<dataset_item>${settings(item, 'number', 'value').join('')}</dataset_item>`,
    )
    return `<dataset_definition>${texts('name', textOf(one, 'name'))}<dataset_items>${items.join('')}</dataset_items></dataset_definition>`
  })
  const options = child(plugin, 'calculated_options', 'calculated_option')
  return [
    ...answersOf(plugin).map((one) => answer(one, settings(records.get(one.id) ?? {}, ...names).join(''))),
    ...(textOf(options, 'single') === '' ? [] : settings(options, 'single')),
    units(plugin),
    `<dataset_definitions>${definitions.join('')}</dataset_definitions>`,
  ]
}

/** Words of gaps, and of boxes that are dragged: their group stands where an answer has its feedback. */
const words = (plugin: Node, name: string) =>
  answersOf(plugin).map(({ text, feedback }) => {
    const group = /"draggroup";(?:i:|s:\d+:")(\d+)/.exec(feedback)?.[1] ?? (/^\d+$/.test(feedback.trim()) ? feedback.trim() : '1')
    const isInfinite = /"infinite";(?:i:1|b:1|s:1:"1")/.test(feedback)
    return `<${name}><text>${escaped(clean(text))}</text>${plain('group', group)}${isInfinite ? '<infinite/>' : ''}</${name}>`
  })

type Write = (plugin: Node) => string[]
const writers: Record<string, Write> = {
  multichoice: (plugin) => [...settings(child(plugin, 'multichoice'), 'single'), ...answers(plugin)],
  truefalse(plugin) {
    // the answers are words of the language in which the question was written
    const right = textOf(plugin, 'truefalse', 'trueanswer')
    return answersOf(plugin).map((one) => answer({ ...one, text: one.id === right ? 'true' : 'false' }))
  },
  shortanswer: (plugin) => [...settings(child(plugin, 'shortanswer'), 'usecase'), ...answers(plugin)],
  numerical,
  calculated,
  calculatedsimple: calculated,
  calculatedmulti: calculated,
  match: (plugin) =>
    children(child(plugin, 'matches'), 'match').map(
      (one) =>
        `<subquestion format="${formats[textOf(one, 'questiontextformat')] ?? 'html'}"><text>${escaped(clean(textOf(one, 'questiontext')))}</text>${texts('answer', textOf(one, 'answertext'))}</subquestion>`,
    ),
  essay: (plugin) => [
    formatted(child(plugin, 'essay'), 'graderinfo', 'graderinfo'),
    formatted(child(plugin, 'essay'), 'responsetemplate', 'responsetemplate'),
  ],
  gapselect: (plugin) => words(plugin, 'selectoption'),
  ddwtos: (plugin) => words(plugin, 'dragbox'),
  ordering: (plugin) => [...settings(child(plugin, 'ordering'), 'selecttype', 'selectcount', 'gradingtype'), ...answers(plugin)],
}
/** Names in the exchange that are others in the database. */
const names: Record<string, string> = { match: 'matching', multianswer: 'cloze' }

/** The text with the codes of its parts, which a backup keeps as questions of their own, in place of `{#1}`. */
function clozeText(question: Node, plugin: Node, byId: ReadonlyMap<string, Node>): string {
  const parts = textOf(plugin, 'multianswer', 'sequence').split(',')
  return textOf(question, 'questiontext').replaceAll(/\{#(\d+)\}/g, (_all, number: string) =>
    textOf(byId.get(parts[Number(number) - 1]?.trim() ?? '') ?? {}, 'questiontext'),
  )
}

/** A file of Moodle 1.9 to 2.0 has no plug-in element of its own name. */
const pluginOf = (question: Node, type: string): Node => child(question, `plugin_qtype_${type}_question`)

/** @param byId all questions of the backup, among which are the parts of one with embedded answers */
export function exchangeXml(question: Node, byId: ReadonlyMap<string, Node>): string {
  const type = textOf(question, 'qtype')
  const plugin = pluginOf(question, type)
  const stem =
    type === 'multianswer'
      ? texts('questiontext', clozeText(question, plugin, byId), ' format="html"')
      : formatted(question, 'questiontext', 'questiontext')
  const tags = children(child(question, 'tags'), 'tag').map((one) => texts('tag', textOf(one, 'rawname') || textOf(one, 'name')))
  const hints = children(child(question, 'question_hints'), 'question_hint').map((one) => texts('hint', textOf(one, 'hint')))
  return [
    `<quiz><question type="${escaped(names[type] ?? type)}">`,
    texts('name', textOf(question, 'name')),
    stem,
    formatted(question, 'generalfeedback', 'generalfeedback'),
    plain('defaultgrade', String(numberOf(question, 'defaultmark') || 1)),
    ...(writers[type]?.(plugin) ?? []),
    ...hints,
    `<tags>${tags.join('')}</tags>`,
    '</question></quiz>',
  ].join('')
}
