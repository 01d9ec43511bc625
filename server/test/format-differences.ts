// What differs between a question and what comes back from a format, and what each announced loss may explain of it.
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { QuType, type QuestionBody } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { sameLook } from '@shuyuan/contract/qu/rich-content.ts'
import { judge, type Portable } from '../src/domains/qu/exchange/exchange.rules.ts'
import type { Read, Trip } from './format-trips.ts'

/** HTML as far as it is seen: words, formulas, addresses, emphasis, styles. */
const look = (html: string) => [
  sameLook(
    html.replaceAll(/<span[^>]*data-latex="([^"]*)"[^>]*>.*?<\/span>/g, ' 公式 $1 ').replaceAll(/<(?:img|video|audio)\b[^>]*>/g, ''),
  ).replaceAll(/\s+|&(?:quot|amp);/g, (all) => (all.startsWith('&') ? (all === '&quot;' ? '"' : '&') : '')),
  ...[
    ...html.matchAll(/\ssrc="([^"]*)"|style="([^"]*)"|\sstart="(\d+)"|<(u|s|mark|sub|sup|strong|em|li|td|th|pre|code|blockquote)\b/g),
  ].map((one) => one.slice(1).join('')),
]

type Simple = Omit<QuestionBody, 'subs'>
const simple = (type: number, { content, analysis, options, blanks, left, right, pairs, modelAnswer, rule }: Simple) => ({
  type,
  content: look(content),
  analysis: look(analysis),
  modelAnswer: look(modelAnswer),
  options: options.map((one) => [look(one.content), one.isRight, one.pinned ?? false, one.image, one.points]),
  blanks: blanks.map((one) => ({
    answers: splitAlternatives(one.answer),
    compare: one.compare,
    caseSensitive: one.caseSensitive ?? false,
    tolerance: one.compare === 'number' ? (one.tolerance ?? 0) : 0,
    weight: one.weight,
  })),
  left: left.map((one) => [one.tag, look(one.content)]),
  right: right.map((one) => JSON.stringify([look(one.content), one.reusable ?? false])).toSorted(),
  pairs: pairs.map(([tag, partner]) => [tag, look(right.find((one) => one.tag === partner)?.content ?? '')]),
  rule: {
    ...rule,
    ...(type === QuType.multiple ? { multiple: rule.multiple ?? 'strict' } : {}),
    ...(type === QuType.matching ? { matching: rule.matching ?? 'share' } : {}),
  },
})
const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b))

type Meaning = ReturnType<typeof readMeaning>
/** Of made-up questions, which each format writes: to read their HTML takes most of the time of a trip. */
const meanings = new Map<string, Meaning>()

/** All that a question says. Weights count in their proportion. */
export function meaningOf(given: Read): Meaning {
  const key = JSON.stringify(given)
  const meaning = meanings.get(key) ?? readMeaning(given)
  meanings.set(key, meaning)
  return meaning
}

function readMeaning({ chapter = '', level, tags = [], quType, body: given }: Read) {
  const { body, hasError } = judge({ row: 1, quType, body: given, problems: [] })
  const divisor = body.subs.map((one) => one.weight).reduce(commonDivisor, 0)
  const subs = body.subs.map((one) => ({ ...simple(one.quType, one), weight: one.weight / divisor }))
  return { hasError, chapter, level, tags, ...simple(quType, body), subs }
}

type Aspect = keyof Meaning | 'question'
/** What each announced loss may change. A loss without an entry explains no difference: the file says it all the same. */
const explained: Record<string, Aspect[]> = {
  sheetTags: ['tags'],
  breaksAsSpaces: ['blanks'],
  giftArrow: ['type', 'blanks', 'rule'],
  giftCase: ['question'],
  moodleCase: ['question'],
  giftLevel: ['level'],
  moodleLevel: ['level'],
  giftPinned: ['options'],
  moodlePinned: ['options'],
  optionPicturesMerged: ['options'],
  giftPenalty: ['rule'],
  moodlePenalty: ['rule'],
  qtiPenalty: ['rule'],
  texAsFormulas: ['content', 'analysis', 'modelAnswer', 'options', 'left', 'right', 'pairs'],
  moodleMultipleScoring: ['rule', 'options', 'subs'],
  qtiMultipleScoring: ['rule', 'options', 'subs'],
  moodleTrueFalseTexts: ['options'],
  giftEssayKey: ['modelAnswer', 'rule'],
  moodleKeywords: ['rule'],
  qtiKeywords: ['rule'],
  giftManyBlanks: ['type', 'blanks', 'rule'],
  giftBlankCompare: ['blanks'],
  giftUpperLower: ['blanks'],
  giftBlankScoring: ['rule', 'blanks'],
  moodleBlankCompare: ['blanks'],
  moodleBlankScoring: ['rule', 'blanks'],
  qtiBlankCompare: ['blanks'],
  qtiBlankScoring: ['rule', 'blanks'],
  blankAfterStem: ['content'],
  numberAlternatives: ['blanks'],
  qtiTolerance: ['blanks'],
  giftMatchAll: ['rule'],
  moodleMatchAll: ['rule'],
  moodleMatchText: ['right', 'pairs'],
  matchReusable: ['right'],
  moodleComposite: ['type', 'content', 'analysis', 'blanks', 'subs'],
  // a composite of one part comes back as this part
  qtiComposite: ['type', 'content', 'analysis', 'modelAnswer', 'options', 'blanks', 'left', 'right', 'pairs', 'rule', 'subs'],
  qtiSubWeight: ['subs'],
  qtiSubEssayAnswer: ['subs'],
  subAnalysesJoined: ['analysis', 'subs'],
  wordMatching: ['type', 'content', 'modelAnswer', 'left', 'right', 'pairs', 'rule'],
  wordComposite: ['type', 'content', 'analysis', 'modelAnswer', 'subs', 'rule'],
  wordUnread: ['question', 'type', 'content', 'options', 'blanks', 'modelAnswer', 'analysis', 'rule'],
  wordStem: ['content'],
  wordOptions: ['options'],
  wordAnswer: ['modelAnswer', 'blanks'],
  wordAnalysis: ['analysis'],
  wordFacts: ['level', 'chapter', 'tags'],
  wordRules: ['rule', 'options', 'blanks'],
  qtiStyles: ['content'],
  qtiFilesMissing: ['content'],
  qtiTrueFalse: ['type'],
  // read again here, and nowhere else
  qti12Facts: ['level', 'tags'],
  qti12Composite: [],
  qti12Pinned: ['options'],
  qti12BlanksCompare: ['blanks'],
  qti12MatchAll: ['rule'],
}

type Found = Aspect | `subs.${Aspect}`
const changedIn = <T extends object>(before: T, after: T) =>
  (Object.keys(before) as (keyof T & Aspect)[]).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))

function differences(given: Read, [read, ...others]: Read[]): Found[] {
  if (!read || others.length > 0) return ['question']
  const [before, after] = [meaningOf(given), meaningOf({ chapter: '', level: QuLevel.normal, tags: [], ...read })]
  const changed = changedIn(before, after)
  // parts that are still as many: what has changed in them
  if (!changed.includes('subs') || before.subs.length !== after.subs.length) return changed
  const inParts = before.subs.flatMap((one, at) => changedIn(one, after.subs[at]!).map((key): Found => `subs.${key as Aspect}`))
  return [...changed.filter((key) => key !== 'subs'), ...inParts]
}

/** Other programs lose this; it is read again by marks that only this product writes. */
const lostElsewhere = new Set(['qtiStyles', 'qti12Facts', 'qti12Composite'])

/**
 * `unannounced`: what has changed on the way without a word; `untrue`: what was announced for this question and is there as before. A question
 * that came back as another type explains nothing.
 */
export function wrongOf({ read, lost }: Trip, given: Portable): { unannounced: Found[]; untrue: string[] } {
  const found = differences(given, read)
  const announced = new Set(lost.flatMap((one) => explained[one.key] ?? []))
  const unannounced = found.filter((one) => {
    const [of, inPart] = one.split('.') as [Aspect, Aspect?]
    return !announced.has(of) && !(inPart !== undefined && announced.has(inPart))
  })
  const changed = new Set(found.flatMap((one) => one.split('.')))
  if (['question', 'type'].some((one) => changed.has(one))) return { unannounced, untrue: [] }
  const keys = lost.map((one) => one.key)
  return { unannounced, untrue: keys.filter((key) => !lostElsewhere.has(key) && explained[key]?.every((one) => !changed.has(one))) }
}
