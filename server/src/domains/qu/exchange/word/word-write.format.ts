// Writes a bank as a paper of Word, by types as papers are printed in China, and reports what is not the same when it is read again.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { sameLook } from '@shuyuan/contract/qu/rich-content.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import { tidyBody } from '../../bank/question.rules.ts'
import { parseDocx } from '../docx/docx-parse.format.ts'
import { htmlsOf, MessageSet, type Portable, type ReadQuestion } from '../exchange.rules.ts'
import { deliveredLevels, type LevelNames } from '../sheet/sheet-columns.format.ts'
import { hasPlainTex } from '../sheet/sheet-text.format.ts'
import { type Block, type Inline, readHtml } from './word-blocks.format.ts'
import { equationOf } from './word-math.format.ts'
import { labelled, printed } from './word-question.format.ts'

/** The parts of a paper in their order. Matching and composite questions come back as short answers. */
const sections: [number, string][] = [
  [QuType.single, '单选题'],
  [QuType.multiple, '多选题'],
  [QuType.trueFalse, '判断题'],
  [QuType.fillIn, '填空题'],
  [QuType.shortAnswer, '简答题'],
  [QuType.matching, '匹配题（问答形式）'],
  [QuType.composite, '组合题（问答形式）'],
]
const ordinals = '一二三四五六七'
const line = (text: string, style: 'title' | 'heading' | 'shown'): Block => ({
  kind: 'paragraph',
  style,
  inlines: [{ kind: 'text', text, marks: [] }],
})

/** Writes questions one by one; `lost` holds each kind of loss once. */
export class WordWriter {
  readonly lost = new MessageSet()
  readonly #levels: LevelNames
  readonly #hasAnswers: boolean
  readonly #questions = new Map<number, Block[][]>()

  /** @param hasAnswers with answers, analyses, levels, chapters and tags; without them the paper is for candidates */
  constructor(hasAnswers: boolean, levels: LevelNames = deliveredLevels) {
    this.#hasAnswers = hasAnswers
    this.#levels = levels
    if (!hasAnswers) this.lost.add(say('wordBlank'))
  }

  /** @param isStored whether the file of an address can be put into the document */
  add(question: Portable, isStored: (url: string) => boolean = () => true): void {
    const { quType } = question
    const body = QuestionBody.parse(question.body)
    const given = { ...question, body }
    const blocks = withPictures(printed(given, this.#hasAnswers ? this.#levels : undefined), (src) => this.#canHold(src, isStored))
    if (formulasIn(blocks).some((latex) => equationOf(latex) === undefined)) this.lost.add(say('wordFormulaSource'))
    if (this.#hasAnswers) for (const one of lossesOf(given, readBack(quType, blocks, this.#levels))) this.lost.add(one)
    const same = this.#questions.get(quType)
    if (same) same.push(blocks)
    else this.#questions.set(quType, [blocks])
  }

  #canHold(src: string, isStored: (url: string) => boolean): boolean {
    if (!src.startsWith('/files/')) return false
    const isHere = isStored(src)
    if (!isHere) this.lost.add(say('moodleFilesUnread'))
    return isHere
  }

  /** The whole paper, its questions numbered through. */
  blocks(title: string): Block[] {
    const used = sections.filter(([type]) => this.#questions.has(type))
    let number = 0
    return [
      line(title, 'title'),
      ...used.flatMap(([type, name], at) => {
        const questions = this.#questions.get(type) ?? []
        return [
          line(`${ordinals.charAt(at)}、${name}（共 ${questions.length} 题）`, 'heading'),
          ...questions.flatMap((one) => labelled(`${(number += 1)}. `, one)),
        ]
      }),
    ]
  }
}

/** Pictures that the document cannot hold are their addresses. */
function withPictures(blocks: Block[], canHold: (src: string) => boolean): Block[] {
  return blocks.map((block) => {
    if (block.kind === 'table')
      return { ...block, rows: block.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => withPictures(cell, canHold)) })) }
    const inlines = block.inlines.map((one): Inline =>
      one.kind === 'image' && !canHold(one.src) ? { kind: 'text', text: `[${one.alt || one.src}]`, marks: [] } : one,
    )
    return { ...block, inlines }
  })
}
export function inlinesIn(blocks: readonly Block[]): Inline[] {
  return blocks.flatMap((block) => (block.kind === 'paragraph' ? block.inlines : block.rows.flatMap((row) => row.cells.flatMap(inlinesIn))))
}
const formulasIn = (blocks: readonly Block[]) => inlinesIn(blocks).flatMap((one) => (one.kind === 'formula' ? [one.latex] : []))

/** The questions that a question gives when the paper is read again. */
export function readBack(quType: number, blocks: readonly Block[], levels: LevelNames = deliveredLevels): ReadQuestion[] {
  const name = sections.find(([type]) => type === quType)?.[1] ?? ''
  return parseDocx(readHtml([line(`一、${name}（共 1 题）`, 'heading'), ...labelled('1. ', blocks)]), levels).questions
}

/** HTML as far as it is seen. */
const seen = (html: string) =>
  JSON.stringify([
    sameLook(
      html.replaceAll(/<span[^>]*data-latex="([^"]*)"[^>]*>[^<]*<\/span>/g, ' 公式 $1 ').replaceAll(/<(?:img|video|audio)\b[^>]*>/g, ''),
    ).replaceAll(/\s+/g, ''),
    [...html.matchAll(/\ssrc="([^"]*)"|style="([^"]*)"|\sstart="(\d+)"|<(u|s|mark|sub|sup|strong|em|li|td|th|pre|code|blockquote)\b/g)].map(
      (one) => one.slice(1).join(''),
    ),
  ])

/** What has changed of a question when it is read again. */
function lossesOf(given: Portable & { body: QuestionBody }, read: ReadQuestion[]): Message[] {
  const { quType: type } = given
  const before = tidyBody(type, given.body)
  const tex = htmlsOf(given.body).some(hasPlainTex) ? [say('texAsFormulas')] : []
  const kind = type === QuType.matching ? [say('wordMatching')] : type === QuType.composite ? [say('wordComposite')] : []
  const [own] = read
  const parsed = own && read.length === 1 ? QuestionBody.safeParse(own.body) : undefined
  if (!own || !parsed?.success || (own.quType !== type && kind.length === 0)) return [...tex, ...kind, say('wordUnread')]
  const after = tidyBody(own.quType, parsed.data)
  const differs = (what: (body: QuestionBody) => unknown) => JSON.stringify(what(before)) !== JSON.stringify(what(after))
  const facts = given.chapter !== own.chapter || given.level !== own.level || given.tags.join('\n') !== own.tags.join('\n')
  const rest = [
    ...(differs(({ analysis }) => seen(analysis)) && type !== QuType.composite ? [say('wordAnalysis')] : []),
    ...(facts ? [say('wordFacts')] : []),
  ]
  if (kind.length > 0) return [...tex, ...kind, ...rest]
  const isTruth = type === QuType.trueFalse
  const texts = (body: QuestionBody) => body.options.map((one) => plainText(one.content))
  const options = differs(({ options: all }) => all.map((one) => [seen(one.content), one.isRight, one.image]))
  return [
    ...tex,
    ...(differs(({ content }) => seen(content)) ? [say('wordStem')] : []),
    ...(options ? [isTruth && differs(texts) ? say('moodleTrueFalseTexts') : say('wordOptions')] : []),
    ...(differs(({ modelAnswer, blanks }) => [seen(modelAnswer), blanks.map((one) => one.answer)]) ? [say('wordAnswer')] : []),
    ...(differs(rulesOf) ? [say('wordRules')] : []),
    ...rest,
  ]
}
const rulesOf = ({ rule, options, blanks }: QuestionBody) => [
  Object.entries({ ...rule, ...(rule.multiple === 'strict' ? { multiple: undefined } : {}) })
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => one.localeCompare(other, 'en')),
  options.map((one) => [one.pinned ?? false, one.points ?? null]),
  blanks.map((one) => [one.compare, one.caseSensitive ?? false, one.tolerance ?? 0, one.weight ?? null]),
]
