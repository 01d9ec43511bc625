// Parses Moodle XML (docs.moodle.org, *Moodle XML format*).
import { isMessage, type Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import {
  type BodyInput,
  judgement,
  optionsOf,
  type ReadQuestion,
  type Reading,
  reusableIfFewer,
  unreadable,
  warn,
} from '../exchange.rules.ts'
import { literalAnswer } from '../exchange-text.format.ts'
import { blankOfNumbers } from '../numbers.format.ts'
import { isCalculated, variantsOf } from './moodle-calculated.format.ts'
import { readCloze } from './moodle-cloze.format.ts'
import { readDragWords, readGapSelect, readMoodleOrdering } from './moodle-gaps.format.ts'
import { attribute, child, children, content, EmbeddedFiles, readXml, textIn, type XmlNode } from './moodle-xml.format.ts'

type Read = { quType: number; body: BodyInput; notes: Message[] }
type Common = { content: string; analysis: string }

/** Parses a Moodle XML file; null for other text. */
export function parseMoodle(text: string): Reading | null {
  const quiz = child(readXml(text) ?? undefined, 'quiz')
  if (!quiz) return null
  const embedded = new EmbeddedFiles()
  const questions: ReadQuestion[] = []
  let chapter = ''
  let descriptions = 0
  for (const node of children(quiz, 'question')) {
    const kind = attribute(node, 'type')
    if (kind === 'category') chapter = lastOf(textIn(node, 'category'))
    else if (kind === 'description') descriptions += 1
    else questions.push(...readNode(node, kind, chapter, questions.length + 1, embedded))
  }
  const notes = descriptions > 0 ? [say('moodleDescriptions', { n: descriptions })] : []
  return { questions, files: embedded.files, notes }
}

/** The last segment of a path such as `$course$/top/消防`; `//` is a literal slash. */
const lastOf = (path: string) =>
  path
    .split(/(?<!\/)\/(?!\/)/)
    .map((one) => one.replaceAll('//', '/').trim())
    .findLast((one) => one !== '' && one !== 'top' && !/^\$\w+\$$/.test(one)) ?? ''

/** The question of a node; a calculated one becomes a question for each set of its values. */
function readNode(node: XmlNode, kind: string, chapter: string, row: number, embedded: EmbeddedFiles): ReadQuestion[] {
  if (!isCalculated(kind)) return [readQuestion(node, kind, chapter, row, embedded)]
  const variants = variantsOf(node, kind)
  if (isMessage(variants)) return [unreadable(row, embedded.html(child(node, 'questiontext')) || textIn(node, 'name'), variants, chapter)]
  return variants.map((one, at) => {
    const question = readQuestion(one.node, one.kind, chapter, row + at, embedded)
    return { ...question, problems: [...one.notes.map((msg) => warn(row + at, '题型', msg)), ...question.problems] }
  })
}

function readQuestion(node: XmlNode, kind: string, chapter: string, row: number, embedded: EmbeddedFiles): ReadQuestion {
  const common: Common = {
    content: embedded.html(child(node, 'questiontext')) + embedded.oldPicture(node),
    analysis: embedded.html(child(node, 'generalfeedback')),
  }
  const tags = children(child(node, 'tags'), 'tag')
    .map((tag) => content(child(tag, 'text')).trim())
    .filter((tag) => tag !== '')
  const read = readers[kind]?.(node, common, embedded) ?? say('moodleTypeUnknown', { type: kind || say('typeUnsaid') })
  if (isMessage(read)) return { ...unreadable(row, common.content || textIn(node, 'name'), read, chapter), tags }
  const hints = children(node, 'hint').some((one) => content(child(one, 'text')).trim() !== '') ? [say('hintsSkipped')] : []
  const points = Number(content(child(node, 'defaultgrade')).trim() || '1')
  // a bank stores no points; 1 is Moodle's default
  const grade = points === 1 ? [] : [say('gradeSkipped', { points })]
  return {
    row,
    chapter,
    quType: read.quType,
    level: QuLevel.normal,
    tags,
    body: read.body,
    problems: [...read.notes, ...hints, ...grade].map((msg) => warn(row, '答案', msg)),
  }
}

type Answer = { fraction: number; node: XmlNode }
const answersOf = (node: XmlNode): Answer[] =>
  children(node, 'answer').map((answer) => ({ fraction: Number(attribute(answer, 'fraction') || '0'), node: answer }))
const isFull = (answer: Answer | undefined) => (answer?.fraction ?? 0) >= 100
const feedbackNotes = (answers: Answer[]) =>
  answers.some(({ node }) => textIn(node, 'feedback').trim() !== '') ? [say('feedbackSkipped')] : []

/** As Moodle reads `single`: without it a choice has one right answer, unless only several together give full marks. */
function isSingle(node: XmlNode, answers: Answer[]): boolean {
  const said = child(node, 'single')
  if (said) return !['false', '0', ''].includes(content(said).trim().toLowerCase())
  return answers.some(isFull) || answers.filter((one) => one.fraction > 0).length < 2
}

const readers: Record<string, (node: XmlNode, common: Common, embedded: EmbeddedFiles) => Read | Message> = {
  multichoice(node, common, embedded) {
    const answers = answersOf(node)
    if (answers.length > 26) return say('optionsOver26')
    const notes = feedbackNotes(answers)
    const options = optionsOf(answers.map(({ fraction, node: answer }) => ({ content: embedded.html(answer), isRight: fraction > 0 })))
    if (isSingle(node, answers)) {
      if (answers.every((one) => one.fraction < 100)) notes.push(say('choiceWithoutFull'))
      if (answers.some((one) => one.fraction > 0 && one.fraction < 100)) notes.push(say('partialOptionsWrong'))
      return {
        quType: QuType.single,
        body: { ...common, options: options.map((one, i) => ({ ...one, isRight: isFull(answers[i]) })) },
        notes,
      }
    }
    const shares = answers.filter((one) => one.fraction > 0).map((one) => one.fraction)
    if (shares.some((one) => Math.abs(one - (shares[0] ?? 0)) > 0.01)) notes.push(say('sharesLevelled'))
    return { quType: QuType.multiple, body: { ...common, options, rule: { multiple: 'share' } }, notes }
  },

  truefalse(node, common) {
    const answers = answersOf(node)
    const right = answers.find((one) => one.fraction >= 100)
    if (!right) return say('trueFalseWithoutAnswer')
    const isTrue = content(child(right.node, 'text')).trim().toLowerCase() === 'true'
    return { quType: QuType.trueFalse, body: { ...common, options: judgement(isTrue) }, notes: feedbackNotes(answers) }
  },

  shortanswer(node, common) {
    const answers = answersOf(node)
    const full = answers.filter((one) => one.fraction >= 100)
    if (full.length === 0) return say('blankWithoutFull')
    const notes = feedbackNotes(answers)
    if (full.length < answers.length) notes.push(say('partialAnswersSkipped'))
    const texts = full.map((one) => literalAnswer(content(child(one.node, 'text')).trim()))
    if (texts.some((one) => one.isWild)) notes.push(say('wildcardsPlain'))
    const caseSensitive = content(child(node, 'usecase')).trim() === '1'
    const answer = texts.map((one) => one.answer.replaceAll('||', String.raw`\||`)).join('||')
    return { quType: QuType.fillIn, body: { ...common, blanks: [{ answer, ...(caseSensitive ? { caseSensitive } : {}) }] }, notes }
  },

  numerical(node, common) {
    const answers = answersOf(node)
    const full = answers.filter(isFull).map(({ node: answer }) => ({
      value: content(child(answer, 'text')).trim(),
      tolerance: Math.abs(Number(content(child(answer, 'tolerance')).trim() || '0')) || 0,
    }))
    const [first, ...others] = full
    if (!first) return say('numberWithoutFull')
    if (full.some(({ value }) => !Number.isFinite(Number(value)) || value === '')) return say('numberNotANumber')
    const { blank, notes } = blankOfNumbers([first, ...others])
    notes.push(...feedbackNotes(answers))
    if (full.length < answers.length) notes.push(say('numberFullOnly'))
    if (children(child(node, 'units'), 'unit').length > 0) notes.push(say('unitsSkipped'))
    return { quType: QuType.fillIn, body: { ...common, blanks: [blank] }, notes }
  },

  matching(node, common, embedded) {
    const left: { tag: string; content: string }[] = []
    const right: { tag: string; content: string; reusable?: boolean }[] = []
    const pairs: [string, string][] = []
    for (const pair of children(node, 'subquestion')) {
      const from = embedded.html(pair)
      const text = embedded.html(child(pair, 'answer'))
      if (plainText(text) === '') return say('matchRightEmpty')
      let item = right.find((one) => one.content === text)
      if (!item) right.push((item = { tag: String.fromCharCode(97 + right.length), content: text }))
      // an empty left side is a distractor
      if (plainText(from) === '') continue
      if (pairs.some(([, tag]) => tag === item.tag)) item.reusable = true
      const tag = String.fromCharCode(65 + left.length)
      left.push({ tag, content: from })
      pairs.push([tag, item.tag])
    }
    if (left.length > 26 || right.length > 26) return say('matchOver26')
    return { quType: QuType.matching, body: { ...common, left, right: reusableIfFewer(right, left.length), pairs }, notes: [] }
  },

  essay: (node, common, embedded) => ({
    quType: QuType.shortAnswer,
    body: { ...common, modelAnswer: embedded.html(child(node, 'graderinfo')) },
    notes: textIn(node, 'responsetemplate').trim() === '' ? [] : [say('answerTemplateSkipped')],
  }),

  cloze: (_node, common) => readCloze(common),
  gapselect: readGapSelect,
  ddwtos: readDragWords,
  ordering: readMoodleOrdering,
}
