// Checks a question before it is stored, and before it is used with a score; shared by editor, import and server.
import type { Message } from '../kernel/message.ts'
import { say } from './qu.texts.ts'
import { sayKernel } from '../kernel/kernel.texts.ts'
import { splitAlternatives } from './blank-key.ts'
import { type QuestionBody, QuType, type SimpleQuestion } from './content.ts'
import { hasContent, sameLook } from './rich-content.ts'

/** `path` is the form's field path, e.g. `options.0.content`. A `warn` is only shown, an `error` refuses the question. */
export type Finding = { path: string; message: Message; level: 'error' | 'warn' }
type Simple = Omit<SimpleQuestion, 'quType'>

const error = (path: string, message: Message): Finding => ({ path, message, level: 'error' })
const warn = (path: string, message: Message): Finding => ({ path, message, level: 'warn' })
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** Checks a question of the bank by its type (exam-rules.md, *Marking*). Returns errors and warnings; empty: none. */
export function checkQuestion(type: number, body: QuestionBody): Finding[] {
  if (type !== QuType.composite) return checkSimple(type, body)
  const ids = body.subs.map((sub) => sub.id)
  return [
    ...(hasContent(body.content) ? [] : [error('content', say('stemEmpty'))]),
    ...(body.subs.length === 0 ? [error('subs', say('subsEmpty'))] : []),
    ...body.subs.flatMap((sub, i) => {
      const at = `subs.${i}`
      if (sub.quType === QuType.composite) return [error(`${at}.quType`, say('subCase'))]
      const repeated = ids.indexOf(sub.id) !== i ? [error(`${at}.id`, say('subIdTwice'))] : []
      return [...repeated, ...checkSimple(sub.quType, sub).map((one) => ({ ...one, path: `${at}.${one.path}` }))]
    }),
  ]
}

function checkSimple(type: number, body: Simple): Finding[] {
  const stem = hasContent(body.content) ? [] : [error('content', say('stemEmpty'))]
  switch (type) {
    case QuType.single:
    case QuType.multiple:
    case QuType.trueFalse:
      return [...stem, ...checkOptions(type, body)]
    case QuType.shortAnswer:
      return [...stem, ...checkKeywords(body)]
    case QuType.fillIn:
      return [...stem, ...checkBlanks(body)]
    case QuType.matching:
      return [...stem, ...checkMatching(body)]
    default:
      return [error('quType', say('quTypeWrong'))]
  }
}

type Item = { tag: string; content: string; image?: string | undefined }

/** Every item needs content and a unique tag; `alike` is the message for two items that look the same. */
function checkItems(at: string, items: readonly Item[], empty: Message, alike: Message | null): Finding[] {
  const tags = new Set<string>()
  const looks = new Set<string>()
  return items.flatMap((item, i) => {
    const found: Finding[] = []
    if (tags.has(item.tag)) found.push(error(`${at}.${i}.tag`, say('tagTwice', { tag: item.tag })))
    tags.add(item.tag)
    if (!hasContent(item.content) && !item.image) return [...found, error(`${at}.${i}.content`, empty)]
    const look = `${sameLook(item.content)} ${item.image ?? ''}`
    if (alike !== null && looks.has(look)) found.push(error(`${at}.${i}.content`, alike))
    looks.add(look)
    return found
  })
}

function checkOptions(type: number, { options, rule }: Simple): Finding[] {
  const found = checkItems('options', options, say('optionEmpty'), say('optionTwice'))
  const right = options.filter((option) => option.isRight)
  if (type === QuType.trueFalse) {
    if (options.length !== 2) found.push(error('options', say('trueFalseOptions')))
  } else if (options.length < 2) found.push(error('options', say('optionsTooFew')))
  if (type === QuType.multiple) {
    if (right.length === 0) found.push(error('options', say('multipleWithoutRight')))
    if (right.length === 1) found.push(warn('options', say('multipleOneRight')))
    if (rule.multiple === 'perOption' && right.length > 0 && sumOf(right.map((option) => option.points ?? 0)) === 0) {
      found.push(error('options', say('optionPointsEmpty')))
    }
    if (rule.multiple === 'fixed' && !rule.fixed) found.push(error('rule.fixed', say('partialPointsEmpty')))
  } else if (right.length !== 1) {
    found.push(error('options', type === QuType.single ? say('singleOneRight') : say('trueFalseOneRight')))
  }
  return found
}

function checkKeywords({ rule }: Simple): Finding[] {
  return (rule.keywords ?? []).flatMap((group, i) =>
    splitAlternatives(group.words).length > 0 ? [] : [error(`rule.keywords.${i}.words`, say('keywordEmpty'))],
  )
}

function checkBlanks({ blanks }: Simple): Finding[] {
  if (blanks.length === 0) return [error('blanks', say('blanksEmpty'))]
  const weighted = blanks.filter((blank) => blank.weight !== undefined)
  const found = blanks.flatMap((blank, i) =>
    splitAlternatives(blank.answer).length > 0 ? [] : [error(`blanks.${i}.answer`, sayKernel('blankAnswerEmpty'))],
  )
  if (weighted.length > 0 && weighted.length < blanks.length) found.push(error('blanks', say('blankWeightsPartial')))
  else if (weighted.length > 0 && sumOf(weighted.map((blank) => blank.weight ?? 0)) === 0)
    found.push(error('blanks', say('blankWeightsZero')))
  return found
}

function checkMatching({ left, right, pairs }: Simple): Finding[] {
  const found = [
    ...checkItems('left', left, say('leftEmpty'), null),
    ...checkItems('right', right, say('rightEmpty'), say('pairRightTwice')),
  ]
  if (left.length === 0) return [...found, error('left', say('leftNone'))]
  if (right.length < left.length && !right.every((item) => item.reusable === true)) found.push(error('right', say('rightTooFew')))
  const partners = new Map(right.map((item) => [item.tag, { reusable: item.reusable === true, used: 0 }]))
  const lefts = new Map(left.map((item) => [item.tag, 0]))
  for (const [i, [from, to]] of pairs.entries()) {
    const partner = partners.get(to)
    const before = lefts.get(from)
    if (partner === undefined || before === undefined) {
      found.push(error(`pairs.${i}`, sayKernel('pairUnknown')))
      continue
    }
    if (before > 0) found.push(error(`pairs.${i}`, say('leftTwice', { tag: from })))
    if (partner.used > 0 && !partner.reusable) found.push(error(`pairs.${i}`, say('rightUsedTwice', { tag: to })))
    lefts.set(from, before + 1)
    partner.used += 1
  }
  left.forEach((item, i) => {
    if (lefts.get(item.tag) === 0) found.push(error(`left.${i}`, say('leftUnpaired', { tag: item.tag })))
  })
  return found
}

/**
 * Checks the rules that depend on the score of a question in a template. Takes its score in 1/100 point; of a composite each
 * sub-question is checked with its own score.
 */
export function checkScore(type: number, { rule, options, blanks }: Simple, score: number): Finding[] {
  const found: Finding[] = []
  if (type === QuType.multiple && rule.multiple === 'fixed' && !(rule.fixed && rule.fixed < score)) {
    found.push(error('rule.fixed', say('partialPointsRange')))
  }
  if (type === QuType.multiple && rule.multiple === 'perOption') {
    const points = sumOf(options.filter((option) => option.isRight).map((option) => option.points ?? 0))
    if (points > score) found.push(error('options', say('optionPointsOver')))
  }
  if (type === QuType.fillIn && blanks.some((blank) => blank.weight !== undefined)) {
    if (sumOf(blanks.map((blank) => blank.weight ?? 0)) !== score) found.push(error('blanks', say('blankWeightsSum')))
  }
  return found
}
