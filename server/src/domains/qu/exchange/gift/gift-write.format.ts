// Writes questions as GIFT (docs.moodle.org, *GIFT format*), and reports what the format cannot express.
import { hasOwnOrder, hasUnusedRepeats, htmlsOf, isTrueRight, MessageSet, type Portable } from '../exchange.rules.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { escapeWildcards } from '../exchange-text.format.ts'
import { escapeGift } from './gift-text.format.ts'
import { fromHtml, hasPlainTex, withoutFormulas } from '../sheet/sheet-text.format.ts'

type Piece = { answer: string; lost: Message[] }

/** Writes questions one by one; `lost` holds each kind of loss once. */
export class GiftWriter {
  readonly lost = new MessageSet()
  #chapter = ''

  /** @returns the text of the question; empty if the format has no such type */
  add({ chapter, quType: type, level, tags, body: given }: Portable): string {
    const body = QuestionBody.parse(given)
    const piece = pieceOf(type, body)
    if (!piece) {
      this.lost.add(say('giftCase'))
      return ''
    }
    for (const one of piece.lost) this.lost.add(one)
    if (body.rule.penalty) this.lost.add(say('giftPenalty'))
    if (body.options.some((one) => one.image)) this.lost.add(say('optionPicturesMerged'))
    if (level !== QuLevel.normal) this.lost.add(say('giftLevel'))
    if (htmlsOf(body).some(hasPlainTex)) this.lost.add(say('texAsFormulas'))
    if (/<(?:img|video|audio)/.test(JSON.stringify(body)) || body.options.some((one) => one.image)) this.lost.add(say('giftMedia'))
    const category = chapter === this.#chapter ? '' : `$CATEGORY: ${chapter.replaceAll('/', '//')}\n\n`
    this.#chapter = chapter
    const comment = tags.length > 0 ? `// ${tags.map((tag) => `[tag:${tag.replaceAll(/[\]\\]/g, String.raw`\$&`)}]`).join(' ')}\n` : ''
    const analysis = body.analysis === '' ? '' : `####${textOf(body.analysis)}`
    return `${category}${comment}[html]${textOf(body.content)}{${piece.answer}${analysis}}\n\n`
  }
}

const textOf = (html: string) =>
  escapeGift(
    withoutFormulas(html)
      .replaceAll(/<pre\b[\s\S]*?(?:<\/pre>|$)/g, (pre) => pre.replaceAll('\n', '<br />'))
      .replaceAll(/(?<!\s)\s*\n\s*/g, ' '),
  )

function pieceOf(type: number, body: QuestionBody): Piece | null {
  switch (type) {
    case QuType.single:
      return { answer: body.options.map((one) => `\n${one.isRight ? '=' : '~'}${optionText(one)}`).join('') + '\n', lost: pinned(body) }
    case QuType.multiple:
      return {
        answer: multiple(body),
        lost: [...pinned(body), ...(body.rule.multiple === 'share' ? [] : [say('moodleMultipleScoring')])],
      }
    case QuType.trueFalse:
      return truth(body)
    case QuType.shortAnswer:
      return { answer: '', lost: body.modelAnswer === '' && !body.rule.keywords ? [] : [say('giftEssayKey')] }
    case QuType.fillIn:
      return blank(body)
    case QuType.matching:
      return {
        answer: pairs(body),
        lost: [
          ...(body.rule.matching === 'strict' ? [say('giftMatchAll')] : []),
          ...(hasUnusedRepeats(body) ? [say('matchReusable')] : []),
          ...(hasOwnOrder(body) ? [say('matchOrder')] : []),
        ],
      }
    default:
      return null
  }
}

const optionText = (one: { content: string; image?: string | undefined }) =>
  textOf(one.image ? `${one.content}<img src="${one.image}">` : one.content)
const pinned = (body: QuestionBody) => (body.options.some((one) => one.pinned) ? [say('giftPinned')] : [])

function multiple({ options }: QuestionBody): string {
  const share = Number((100 / options.filter((one) => one.isRight).length).toFixed(5))
  return options.map((one) => `\n~%${one.isRight ? share : '-100'}%${optionText(one)}`).join('') + '\n'
}

function truth({ options }: QuestionBody): Piece {
  const usual = options.map((one) => fromHtml(one.content)).join() === '正确,错误'
  return { answer: isTrueRight(options) ? 'TRUE' : 'FALSE', lost: usual ? [] : [say('moodleTrueFalseTexts')] }
}

function blank({ blanks, rule }: QuestionBody): Piece | null {
  const [first] = blanks
  if (!first) return null
  if (blanks.length > 1) return { answer: '', lost: [say('giftManyBlanks')] }
  const answers = splitAlternatives(first.answer)
  const lost = first.weight !== undefined || rule.order === 'any' || rule.credit === 'all' ? [say('giftBlankScoring')] : []
  if (first.compare === 'number') {
    if (answers.length > 1) lost.push(say('numberAlternatives'))
    return { answer: `#${answers[0] ?? ''}:${first.tolerance ?? 0}`, lost }
  }
  // every answer list with an arrow is a matching
  if (answers.some((one) => one.includes('->'))) return { answer: '', lost: [...lost, say('giftArrow')] }
  if (first.compare !== 'normal') lost.push(say('giftBlankCompare'))
  if (first.caseSensitive) lost.push(say('giftUpperLower'))
  if (answers.some((one) => one.includes('\n'))) lost.push(say('breaksAsSpaces'))
  return { answer: answers.map((one) => `=${escapeGift(escapeWildcards(one.replaceAll(/(?<!\s)\s*\n\s*/g, ' ')))}`).join(' '), lost }
}

function pairs({ left, right, pairs: given }: QuestionBody): string {
  const partner = new Map(given)
  const contentOf = (tag: string) => textOf(right.find((one) => one.tag === tag)?.content ?? '')
  const used = new Set(partner.values())
  const lines = left.map((item) => `\n=${textOf(item.content)} -> ${contentOf(partner.get(item.tag) ?? '')}`)
  const others = right.filter((item) => !used.has(item.tag)).map((item) => `\n= -> ${textOf(item.content)}`)
  return [...lines, ...others, '\n'].join('')
}
