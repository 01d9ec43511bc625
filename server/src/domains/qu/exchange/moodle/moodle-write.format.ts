// Writes questions as Moodle XML (docs.moodle.org, *Moodle XML format*), and reports what the format cannot express.
import { hasOwnOrder, hasUnusedRepeats, htmlsOf, isTrueRight, MessageSet, type Portable } from '../exchange.rules.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import { escapeWildcards } from '../exchange-text.format.ts'
import { hasPlainTex, withoutFormulas } from '../sheet/sheet-text.format.ts'
import { writeCloze } from './moodle-cloze.format.ts'
import { writeComposite } from './moodle-composite.format.ts'

/** Stored files by the address used in texts. */
export type Attachments = ReadonlyMap<string, { name: string; base64: string }>

// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g
const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
const text = (value: string) => `<text>${escape(value)}</text>`

/** The type of the question and its own elements; stem and analysis where they differ from those of the bank. */
type Inner = { kind: string; xml: string; stem?: string; analysis?: string }

/** Writes questions one by one; `lost` holds each kind of loss once. */
export class MoodleWriter {
  readonly lost = new MessageSet()
  #chapter = ''
  #attachments: Attachments = new Map()

  readonly head = '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n'
  readonly foot = '</quiz>\n'

  /** @returns the XML of the question; empty if the format has no such type */
  add({ chapter, quType: type, level, tags, body: given }: Portable, attachments: Attachments): string {
    this.#attachments = attachments
    const body = QuestionBody.parse(given)
    const inner = this.#inner(type, body)
    if (!inner) {
      this.lost.add(say('moodleCase'))
      return ''
    }
    if (level !== QuLevel.normal) this.lost.add(say('moodleLevel'))
    if (htmlsOf(body).some(hasPlainTex)) this.lost.add(say('texAsFormulas'))
    const category = chapter === this.#chapter ? '' : `<question type="category"><category>${text(pathOf(chapter))}</category></question>\n`
    this.#chapter = chapter
    if (body.rule.penalty) this.lost.add(say('moodlePenalty'))
    const name = plainText(body.content).slice(0, 80).toWellFormed() || '（图片题）'
    const parts = [
      `<name>${text(name)}</name>`,
      this.#rich('questiontext', inner.stem ?? body.content),
      this.#rich('generalfeedback', inner.analysis ?? body.analysis),
      '<defaultgrade>1</defaultgrade>',
      inner.xml,
      tags.length > 0 ? `<tags>${tags.map((tag) => `<tag>${text(tag)}</tag>`).join('')}</tags>` : '',
    ]
    return `${category}<question type="${inner.kind}">\n${parts.filter((part) => part !== '').join('\n')}\n</question>\n`.replaceAll(
      forbidden,
      '',
    )
  }

  #inner(type: number, body: QuestionBody): Inner | null {
    switch (type) {
      case QuType.single:
      case QuType.multiple:
        return { kind: 'multichoice', xml: this.#choices(type, body) }
      case QuType.trueFalse: {
        if (body.options.map((one) => plainText(one.content)).join() !== '正确,错误') this.lost.add(say('moodleTrueFalseTexts'))
        const isTrue = isTrueRight(body.options)
        const answer = (value: string, isRight: boolean) => `<answer fraction="${isRight ? 100 : 0}">${text(value)}</answer>`
        return { kind: 'truefalse', xml: answer('true', isTrue) + answer('false', !isTrue) }
      }
      case QuType.shortAnswer:
        if (body.rule.keywords) this.lost.add(say('moodleKeywords'))
        return { kind: 'essay', xml: `<responseformat>editor</responseformat>\n${this.#rich('graderinfo', body.modelAnswer)}` }
      case QuType.fillIn:
        return this.#blanks(body)
      case QuType.matching:
        return { kind: 'matching', xml: this.#pairs(body) }
      case QuType.composite: {
        const whole = writeComposite(body)
        for (const one of whole?.lost ?? []) this.lost.add(one)
        return whole && { kind: 'cloze', xml: '', stem: whole.content, analysis: whole.analysis }
      }
      default:
        return null
    }
  }

  #choices(type: number, body: QuestionBody): string {
    const { options, rule } = body
    if (options.some((one) => one.pinned)) this.lost.add(say('moodlePinned'))
    if (options.some((one) => one.image)) this.lost.add(say('optionPicturesMerged'))
    if (type === QuType.multiple && rule.multiple !== 'share') this.lost.add(say('moodleMultipleScoring'))
    const rights = options.filter((one) => one.isRight).length
    const share = Number((100 / Math.max(rights, 1)).toFixed(5))
    const fraction = (isRight: boolean) => (type === QuType.single ? (isRight ? '100' : '0') : isRight ? share : '-100')
    const answers = options.map((one) => {
      const html = one.image ? `${one.content}<img src="${escape(one.image)}">` : one.content
      return this.#rich('answer', html, ` fraction="${fraction(one.isRight)}"`)
    })
    return [`<single>${type === QuType.single}</single>`, '<shuffleanswers>true</shuffleanswers>', ...answers].join('\n')
  }

  #blanks(body: QuestionBody): Inner {
    const [first, ...others] = body.blanks
    if (body.blanks.some((one) => one.compare === 'exact' || one.compare === 'contains')) this.lost.add(say('moodleBlankCompare'))
    if (body.rule.order === 'any' || body.rule.credit === 'all' || body.blanks.some((one) => one.weight !== undefined))
      this.lost.add(say('moodleBlankScoring'))
    if (body.blanks.some((one) => one.compare === 'number' && splitAlternatives(one.answer).length > 1))
      this.lost.add(say('numberAlternatives'))
    const gaps = body.content.match(/[_＿]{2,}/g) ?? []
    if (!first || others.length > 0 || gaps.length > 0) {
      if (gaps.length !== body.blanks.length) this.lost.add(say('blankAfterStem'))
      return { kind: 'cloze', xml: '', stem: writeCloze(body) }
    }
    if (first.compare === 'number') {
      const tolerance = `<tolerance>${first.tolerance ?? 0}</tolerance>`
      return { kind: 'numerical', xml: `<answer fraction="100">${text(splitAlternatives(first.answer)[0] ?? '')}${tolerance}</answer>` }
    }
    const answers = splitAlternatives(first.answer).map((one) => `<answer fraction="100">${text(escapeWildcards(one))}</answer>`)
    return { kind: 'shortanswer', xml: [`<usecase>${first.caseSensitive ? 1 : 0}</usecase>`, ...answers].join('\n') }
  }

  #pairs({ left, right, pairs, rule }: QuestionBody): string {
    if (rule.matching === 'strict') this.lost.add(say('moodleMatchAll'))
    const partner = new Map(pairs)
    const used = new Set(partner.values())
    const sub = (from: string, to: string) =>
      this.#rich('subquestion', from, '', `<answer>${text(plainText(withoutFormulas(to)))}</answer>`)
    if (right.some((item) => !/^(?:<p>[^<]*<\/p>)?$/.test(withoutFormulas(item.content)))) this.lost.add(say('moodleMatchText'))
    if (hasUnusedRepeats({ right, pairs })) this.lost.add(say('matchReusable'))
    if (hasOwnOrder({ left, right, pairs })) this.lost.add(say('matchOrder'))
    const contentOf = (tag: string) => right.find((item) => item.tag === tag)?.content ?? ''
    return [
      '<shuffleanswers>true</shuffleanswers>',
      ...left.map((item) => sub(item.content, contentOf(partner.get(item.tag) ?? ''))),
      ...right.filter((item) => !used.has(item.tag)).map((item) => sub('', item.content)),
    ].join('\n')
  }

  /** An element with HTML and its embedded files. */
  #rich(name: string, html: string, attributes = '', more = ''): string {
    const files: string[] = []
    const placed = withoutFormulas(html).replaceAll(/(?<=(?:src|href|poster)=")\/files\/[^"]+/g, (url) => {
      const file = this.#attachments.get(url)
      if (!file) {
        this.lost.add(say('moodleFilesUnread'))
        return url
      }
      files.push(`<file name="${escape(file.name)}" path="/" encoding="base64">${file.base64}</file>`)
      return `@@PLUGINFILE@@/${encodeURIComponent(file.name)}`
    })
    // text without a tag is taken for plain text by readers
    const marked = placed === '' || placed.includes('<') ? placed : `<p>${placed}</p>`
    return `<${name} format="html"${attributes}><text>${cdata(marked)}</text>${files.join('')}${more}</${name}>`
  }
}

const pathOf = (chapter: string) => `$course$/top${chapter === '' ? '' : `/${chapter.replaceAll('/', '//')}`}`
