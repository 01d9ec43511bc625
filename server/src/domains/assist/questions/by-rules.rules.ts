// Questions without a model: from the sentences of a text that have a number with a unit, or a duty. They need no service and are the same each
// time; their wrong options are other numbers of the text.
import { madeTypes } from '@shuyuan/contract/assist/questions/questions.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import type { Passage } from '../material/passages.rules.ts'

/** As a model would answer. */
type Raw = { type: string; stem: string; options: string[]; answer: string[]; analysis: string; level: string; quote: string }

const number =
  /(?<![\d.A-Za-z])\d+(?:\.\d+)?\s?(?:℃|°C|%|％|分钟|小时|秒|天|日|年|个月|周|次|米|厘米|毫米|公里|千克|公斤|克|升|毫升|元|人|名|个|件|层|度|倍|项|条|页|岁)/
const duties: readonly [RegExp, string][] = [
  [/不得|禁止|严禁/, '可以'],
  [/(?<!不)应当|(?<!不)必须|(?<!相|反|对|供|效|适|响)应(?!当|用|急|对|该|变|力|聘|答|付|收)/, '不必'],
]
const MOST_CHARS = 90
const LEAST_CHARS = 10

type Sentence = { text: string; number?: string }

const sentencesOf = (passages: readonly Passage[]): Sentence[] =>
  passages
    .flatMap((one) => one.text.split(/(?<=[。！？!?；;])|\n+/))
    .map((one) => one.trim())
    .filter((one) => one.length >= LEAST_CHARS && one.length <= MOST_CHARS)
    .map((text) => {
      const found = number.exec(text)?.[0]
      return found === undefined ? { text } : { text, number: found }
    })

const amountOf = (text: string) => Number.parseFloat(text)
const unitOf = (text: string) => text.replace(/^[\d.]+\s?/, '')

/** Three other amounts of this unit: first those of the text, then half, double and half as much again. */
function othersOf(right: string, all: readonly string[]): string[] {
  const unit = unitOf(right)
  const amount = amountOf(right)
  const near = [amount * 2, amount / 2, amount * 1.5, amount + 10].map((one) => `${Number(one.toFixed(1))}${unit}`)
  const found = [...all.filter((one) => unitOf(one) === unit), ...near].filter((one) => amountOf(one) > 0 && amountOf(one) !== amount)
  return [...new Set(found)].slice(0, 3)
}

const makers: Record<
  number,
  (sentence: Sentence, numbers: readonly string[], turn: number) => Omit<Raw, 'type' | 'level' | 'quote'> | undefined
> = {
  [QuType.fillIn]: ({ text, number: found }) =>
    found === undefined
      ? undefined
      : { stem: text.replace(found, `____${unitOf(found)}`), options: [], answer: [String(amountOf(found))], analysis: text },
  [QuType.single]({ text, number: found }, numbers, turn) {
    const others = found === undefined ? [] : othersOf(found, numbers)
    if (found === undefined || others.length < 3) return undefined
    const options = others.toSpliced(turn % 4, 0, found)
    return { stem: text.replace(found, '（　　）'), options, answer: ['ABCD'[options.indexOf(found)] ?? ''], analysis: text }
  },
  [QuType.trueFalse]({ text, number: found }, numbers, turn) {
    if (turn % 2 === 0) return found === undefined && !duties.some(([sign]) => sign.test(text)) ? undefined : judged(text, text, true)
    const [other] = found === undefined ? [] : othersOf(found, numbers)
    if (found !== undefined && other !== undefined) return judged(text.replace(found, other), text, false)
    const duty = duties.find(([sign]) => sign.test(text))
    return duty && judged(text.replace(duty[0], duty[1]), text, false)
  },
}
const judged = (stem: string, text: string, isTrue: boolean) => ({
  stem,
  options: [],
  answer: [isTrue ? '正确' : '错误'],
  analysis: `原文：${text}`,
})

/** As many questions of each type as the text gives. Several choices and short answers need a model. */
export function questionsByRules(passages: readonly Passage[], wants: readonly { quType: number; count: number }[]): Raw[] {
  const sentences = sentencesOf(passages)
  const numbers = [...new Set(sentences.flatMap((one) => one.number ?? []))]
  const used = new Set<string>()
  return wants.flatMap(({ quType, count }) => {
    const make = makers[quType]
    const made: Raw[] = []
    // a sentence makes one question, unless there are too few
    for (const isAgain of [false, true])
      for (const sentence of sentences) {
        if (made.length >= count || !make) break
        if (used.has(sentence.text) !== isAgain || made.some((one) => one.quote === sentence.text)) continue
        const raw = make(sentence, numbers, made.length)
        if (!raw) continue
        used.add(sentence.text)
        made.push({ type: madeTypes[quType as keyof typeof madeTypes], level: '普通', quote: sentence.text, ...raw })
      }
    return made
  })
}
