// A bank with every type and every rule goes out and back through each format; every difference was announced.
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { QuType, type QuestionBody } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { sameLook } from '@shuyuan/contract/qu/rich-content.ts'
import { describe, expect, test } from 'vitest'
import { everyQuestion } from '../../../../test/every-question.ts'
import { type Read, trips } from '../../../../test/format-trips.ts'
import { judge } from './exchange.rules.ts'

/** HTML as far as it is seen: words, formulas, addresses, emphasis, styles. */
const look = (html: string) => [
  sameLook(
    html.replaceAll(/<span[^>]*data-latex="([^"]*)"[^>]*>.*?<\/span>/g, ' 公式 $1 ').replaceAll(/<(?:img|video|audio)\b[^>]*>/g, ''),
  ).replaceAll(/\s+|&(?:quot|amp);/g, (all) => (all.startsWith('&') ? (all === '&quot;' ? '"' : '&') : '')),
  ...[...html.matchAll(/\ssrc="([^"]*)"|style="([^"]*)"|\sstart="(\d+)"|<(u|s|mark|sub|sup|strong|em|li|td|th)\b/g)].map((one) =>
    one.slice(1).join(''),
  ),
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
function meaningOf({ chapter = '', level, tags = [], quType, body: given }: Read) {
  const { body, hasError } = judge({ row: 1, quType, body: given, problems: [] })
  const subs = body.subs.map((one) => ({ ...simple(one.quType, one), weight: one.weight }))
  return { hasError, chapter, level, tags, ...simple(quType, body), subs }
}

type Aspect = keyof ReturnType<typeof meaningOf> | 'question'
/** What each announced loss may change. A loss without an entry explains no difference: the file says it all the same. */
const explained: Record<string, Aspect[]> = {
  sheetTags: ['tags'],
  breaksAsSpaces: ['blanks'],
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
  qtiComposite: ['type', 'content', 'analysis', 'modelAnswer', 'options', 'blanks', 'subs'],
  qtiSubWeight: ['subs'],
  qtiSubEssayAnswer: ['subs'],
  subAnalysesJoined: ['analysis', 'subs'],
  qtiStyles: ['content'],
  qtiFilesMissing: ['content'],
  qtiTrueFalse: ['type'],
}

function differences(given: Read, [read, ...others]: Read[]): Aspect[] {
  if (!read || others.length > 0) return ['question']
  const [before, after] = [meaningOf(given), meaningOf({ chapter: '', level: QuLevel.normal, tags: [], ...read })]
  return (Object.keys(before) as (keyof typeof before)[]).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
}

describe.each(Object.entries(trips))('%s', (_format, trip) => {
  test.each(everyQuestion.map(({ name, question }, at) => [`${at} ${question.quType} ${name}`, question] as const))(
    '%s',
    (_name, given) => {
      const { read, lost } = trip(given)
      const announced = new Set(lost.flatMap((one) => explained[one.key] ?? []))
      expect(differences(given, read).filter((one) => !announced.has(one))).toEqual([])
    },
  )
})
