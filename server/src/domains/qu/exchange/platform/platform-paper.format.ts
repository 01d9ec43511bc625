// Papers that learning platforms print with a learner's answers, as the paper that the teacher wrote: the learner's answers are taken out.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuType } from '@shuyuan/contract/qu/content.ts'
import { answerText, blanksOf, isVerdict } from './platform-answer.format.ts'
import {
  cutsOf,
  escape,
  isButton,
  isHeading,
  isKeyHeading,
  isOption,
  isRule,
  isWrongList,
  labelIn,
  markIn,
  pointsIn,
  type PrintedLine,
  sliced,
  type Start,
  startIn,
} from './platform-signs.format.ts'

/** `said`: warnings by `place:number` of the question's first line. */
export type PlatformPaper<Line> = { lines: Line[]; said: ReadonlyMap<string, Message> }
export const placeOf = (at: number, number: number): string => `${at}:${number}`

/** A paper without signs of a platform comes back as it is. */
export function platformPaper<Line extends PrintedLine>(given: Line[]): PlatformPaper<Line> {
  const isOurs = given.some(({ text }) => startIn(text)?.score !== undefined || labelIn(text)?.label === 'learner' || isSummary(text))
  if (!isOurs) return { lines: given, said: new Map() }
  const lines = given.flatMap(divided).filter((one) => !isButton(one.text))
  const key = lines.findIndex((one, at) => at > 0 && isKeyHeading(one.text))
  const paper = new Paper<Line>(lines.some((one) => startIn(one.text)))
  for (const line of key === -1 ? lines : lines.slice(0, key)) paper.add(line)
  paper.close()
  return { lines: [...paper.lines, ...(key === -1 ? [] : keyLines(lines.slice(key)))], said: paper.said }
}
const isSummary = (text: string) => text === '答案汇总'

const part = <Line extends PrintedLine>(line: Line, from: number, to?: number): Line => ({
  ...line,
  text: line.text.slice(from, to).trim(),
  html: sliced(line.html, from, to).trim(),
})
function divided<Line extends PrintedLine>(line: Line): Line[] {
  const cuts = line.isBlock ? [] : cutsOf(line.text)
  if (cuts.length === 0) return [line]
  return [0, ...cuts].map((from, at) => part(line, from, cuts[at]))
}
const written = <Line extends PrintedLine>(line: Line, text: string): Line => ({ ...line, text, html: escape(text) })

/** The question that is being read; `lines`: its stem, options and what else belongs to it. */
type Own<Line> = {
  start: Start
  first: Line
  stem: Line[]
  options: Line[]
  rest: Line[]
  key: Line[] | undefined
  learner: Line[] | undefined
  gained: number | undefined
  mark: boolean | undefined
}
type Into = 'stem' | 'options' | 'rest' | 'key' | 'learner' | 'dropped'

class Paper<Line extends PrintedLine> {
  readonly lines: Line[] = []
  readonly said = new Map<string, Message>()
  readonly #isTyped: boolean
  #own: Own<Line> | undefined
  #into: Into = 'stem'

  /** @param isTyped questions begin with their type; else any number begins one */
  constructor(isTyped: boolean) {
    this.#isTyped = isTyped
  }

  add(line: Line): void {
    const start = line.isBlock ? undefined : this.#startOf(line.text)
    if (start) {
      this.close()
      this.#own = {
        start,
        first: line,
        stem: [],
        options: [],
        rest: [],
        key: undefined,
        learner: undefined,
        gained: undefined,
        mark: undefined,
      }
      this.#into = 'stem'
      const rest = part(line, start.signs)
      if (rest.text !== '' || rest.html.includes('<img')) this.#own.stem.push(rest)
    } else if (!this.#own) this.lines.push(line)
    else if (!line.isBlock && isHeading(line.text, this.#into !== 'stem' && this.#into !== 'options')) {
      this.close()
      this.lines.push(line)
    } else this.#place(this.#own, line)
  }

  #startOf(text: string): Start | undefined {
    if (this.#isTyped) return startIn(text)
    const found = /^(\d{1,4})\s*[.、．](?!\d)\s*/.exec(text)
    const number = Number(found?.[1])
    if (!found || (this.#own && number !== this.#own.start.number + 1 && number !== 1)) return undefined
    return { number, type: 0, name: '', score: undefined, signs: found[0].length }
  }

  #place(own: Own<Line>, line: Line): void {
    const named = line.isBlock ? undefined : labelIn(line.text)
    const gained = pointsIn(line.text)
    const mark = markIn(line.text)
    if (gained !== undefined) {
      if (own.key || own.learner) own.gained = gained
      else own.start.score ??= gained
    } else if (mark !== undefined && (own.key ?? own.learner) && /^(?:回答|作答|.$)/.test(line.text)) own.mark = mark
    else if (named) this.#label(own, line, named)
    else if (this.#into === 'stem' && isOption(line.text)) {
      this.#into = 'options'
      own.options.push(line)
    } else if (this.#into === 'stem' || this.#into === 'options') this.#body(own, line)
    else if (this.#into === 'key' || this.#into === 'learner') own[this.#into]?.push(line)
    else if (this.#into === 'rest') own.rest.push(line)
  }

  #label(own: Own<Line>, line: Line, { label, signs }: NonNullable<ReturnType<typeof labelIn>>): void {
    const value = part(line, signs)
    const has = value.text !== '' || value.html.includes('<img')
    if (label === 'key' || label === 'learner') {
      this.#into = label
      const lines = (own[label] ??= [])
      if (has) lines.push(value)
    } else if (label === 'dropped' || label === 'gained') this.#into = own.stem.length === 0 ? 'stem' : 'dropped'
    else {
      this.#into = 'rest'
      const name = label === 'level' ? '难度：' : label === 'tags' ? '知识点：' : '解析：'
      own.rest.push({ ...value, text: `${name}${value.text}`, html: `${name}${value.html}` })
    }
  }

  /** A line of the stem or of the options; a letter alone is an option whose text stands in the next line. */
  #body(own: Own<Line>, line: Line): void {
    const next = String.fromCharCode(65 + own.options.length)
    const last = own.options.at(-1)
    if (line.text === next) {
      this.#into = 'options'
      own.options.push(written(line, `${next}.`))
    } else if (this.#into === 'stem') own.stem.push(line)
    else if (last && /^[A-Z]\.$/.test(last.text))
      own.options[own.options.length - 1] = { ...line, text: `${last.text} ${line.text}`, html: `${last.html} ${line.html}` }
    else own.options.push(line)
  }

  /** Writes the question down as a paper of ours. */
  close(): void {
    const own = this.#own
    this.#own = undefined
    if (!own) return
    const { start, first } = own
    const title = `${start.number}. ${start.name === '' ? '' : `（${start.name}）`}`
    const { answer, stem, options } = this.#answered(own)
    const [head] = stem
    this.lines.push(
      head && !head.isBlock
        ? { ...head, at: first.at, text: `${title}${head.text}`, html: `${title}${head.html}` }
        : written(first, `${title}${head ? '如下' : ''}`),
      ...stem.slice(head && !head.isBlock ? 1 : 0),
      ...options,
      ...answer,
      ...own.rest,
    )
  }

  #answered(own: Own<Line>): { answer: Line[]; stem: Line[]; options: Line[] } {
    const { start, first, learner } = own
    const isRight = wasRight(own)
    const taken = own.key ?? (isRight ? learner : undefined)
    const place = placeOf(first.at, start.number)
    if (!own.key && learner && learner.length > 0) this.said.set(place, say(isRight ? 'learnerAnswerTaken' : 'learnerAnswerLeft'))
    const options = own.options.every(({ text }) => /[;；]$/.test(text))
      ? own.options.map((one) => part(one, 0, one.text.length - 1))
      : own.options
    if (!taken || taken.length === 0) return { answer: [], stem: own.stem, options }
    const texts = taken.map((one) => one.text.replace(/(?<=\S)\s*[√✓✔×✗✘]$/, ''))
    const text = answerText(start.type || undefined, texts, options.length > 0)
    const isFlat = start.type === QuType.fillIn || options.length > 0 || isVerdict(text)
    const lines = taken.map((one) => one.html).join('<br/>')
    const answer = isFlat
      ? [written(first, `答案：${text}`)]
      : [{ ...first, text: `答案：${texts.join('\n')}`, html: `答案：${lines}`, isBlock: taken.some((one) => one.isBlock) }]
    const isJudged = isVerdict(text) && options.length === 2
    const stem = start.type === QuType.fillIn ? withGaps(own.stem, blanksOf(texts).length) : own.stem
    return { answer, stem, options: isJudged ? [] : options }
  }
}

/** Whether the learner's answer was right: by a mark, or because all points were given. */
function wasRight<Line extends PrintedLine>({ mark, gained, learner, start }: Own<Line>): boolean {
  const own = mark ?? (learner && learner.length > 0 && learner.at(-1)!.text.length > 1 ? markIn(learner.at(-1)!.text) : undefined)
  if (own !== undefined) return own
  return gained !== undefined && gained > 0 && gained === start.score
}

/** The stem with as many gaps as there are answers, where it shows none. */
function withGaps<Line extends PrintedLine>(stem: Line[], answers: number): Line[] {
  const last = stem.at(-1)
  if (!last || answers < 2 || stem.some(({ text }) => /[_＿]{2,}/.test(text))) return stem
  const brackets = /[（(](?:\s|&nbsp;|\u3000)*[)）]/g
  const count = stem.reduce((sum, { text }) => sum + (text.match(brackets)?.length ?? 0), 0)
  if (count === answers)
    return stem.map((one) => ({ ...one, text: one.text.replaceAll(brackets, '____'), html: one.html.replaceAll(brackets, '____') }))
  return [...stem, written(last, Array.from({ length: answers }, () => '____').join(' '))]
}

/** The answers at the end, one line for each. */
function keyLines<Line extends PrintedLine>([heading, ...given]: Line[]): Line[] {
  const end = given.findIndex(({ text }) => isWrongList(text))
  const found: Line[] = []
  let isOpen = false
  for (const line of end === -1 ? given : given.slice(0, end)) {
    const start = startIn(line.text)
    const last = found.at(-1)
    const label = labelIn(line.text)
    const piece = /^[（(]\s*\d{1,2}\s*[)）]\s*/.exec(line.text)
    if (start || /^\d{1,4}[.、．]$/.test(line.text)) {
      found.push(written(line, start ? `${start.number}. ${line.text.slice(start.signs)}` : line.text))
      isOpen = true
    } else if (isOpen && last && !isRule(line.text) && label?.label !== 'analysis') {
      const text = line.text.slice(label ? label.signs : (piece?.[0].length ?? 0)).trim()
      const joint = /^\d{1,4}[.、．]\s*$/.test(last.text) ? ' ' : '；'
      if (text !== '') found[found.length - 1] = written(last, `${last.text.trim()}${joint}${text}`)
    } else {
      isOpen = false
      found.push(line)
    }
  }
  return heading ? [written(heading, '参考答案'), ...found] : found
}
