// Writes questions as Moodle XML (docs.moodle.org, *Moodle XML format*), and reports what the format cannot express.
import { MessageSet } from '../exchange.rules.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { QuestionBody, QuType } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import type { Portable } from '../exchange.rules.ts'
import { writeCloze } from './moodle-cloze.format.ts'

/** Stored files by the address used in texts. */
export type Attachments = ReadonlyMap<string, { name: string; base64: string }>

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const cdata = (text: string) => `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
const text = (value: string) => `<text>${escape(value)}</text>`

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
    const category = chapter === this.#chapter ? '' : `<question type="category"><category>${text(pathOf(chapter))}</category></question>\n`
    this.#chapter = chapter
    const stem = inner.kind === 'cloze' ? writeCloze(body) : body.content
    const name = plainText(body.content).slice(0, 80) || '（图片题）'
    const parts = [
      `<name>${text(name)}</name>`,
      this.#rich('questiontext', stem),
      this.#rich('generalfeedback', body.analysis),
      '<defaultgrade>1</defaultgrade>',
      inner.xml,
      tags.length > 0 ? `<tags>${tags.map((tag) => `<tag>${text(tag)}</tag>`).join('')}</tags>` : '',
    ]
    return `${category}<question type="${inner.kind}">\n${parts.filter((part) => part !== '').join('\n')}\n</question>\n`
  }

  #inner(type: number, body: QuestionBody): { kind: string; xml: string } | null {
    switch (type) {
      case QuType.single:
      case QuType.multiple:
        return { kind: 'multichoice', xml: this.#choices(type, body) }
      case QuType.trueFalse: {
        if (body.options.map((one) => plainText(one.content)).join() !== '正确,错误') this.lost.add(say('moodleTrueFalseTexts'))
        const isTrue = body.options[0]?.isRight === true
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
      default:
        return null
    }
  }

  #choices(type: number, body: QuestionBody): string {
    const { options, rule } = body
    if (options.some((one) => one.pinned)) this.lost.add(say('moodlePinned'))
    if (type === QuType.multiple && rule.multiple !== 'share') this.lost.add(say('moodleMultipleScoring'))
    const rights = options.filter((one) => one.isRight).length
    const share = (100 / Math.max(rights, 1)).toFixed(5).replace(/\.?0+$/, '')
    const fraction = (isRight: boolean) => (type === QuType.single ? (isRight ? '100' : '0') : isRight ? share : '-100')
    const answers = options.map((one) => {
      const html = one.image ? `${one.content}<img src="${escape(one.image)}">` : one.content
      return this.#rich('answer', html, ` fraction="${fraction(one.isRight)}"`)
    })
    return [`<single>${type === QuType.single}</single>`, '<shuffleanswers>true</shuffleanswers>', ...answers].join('\n')
  }

  #blanks(body: QuestionBody): { kind: string; xml: string } {
    const [first, ...others] = body.blanks
    if (body.blanks.some((one) => one.compare === 'exact' || one.compare === 'contains')) this.lost.add(say('moodleBlankCompare'))
    if (body.rule.order === 'any' || body.rule.credit === 'all') this.lost.add(say('moodleBlankScoring'))
    if (!first || others.length > 0 || /[_＿]{2,}/.test(body.content)) return { kind: 'cloze', xml: '' }
    if (first.compare === 'number') {
      const tolerance = `<tolerance>${first.tolerance ?? 0}</tolerance>`
      return { kind: 'numerical', xml: `<answer fraction="100">${text(first.answer.split('||')[0]?.trim() ?? '')}${tolerance}</answer>` }
    }
    const answers = splitAlternatives(first.answer).map((one) => `<answer fraction="100">${text(one)}</answer>`)
    return { kind: 'shortanswer', xml: [`<usecase>${first.caseSensitive ? 1 : 0}</usecase>`, ...answers].join('\n') }
  }

  #pairs({ left, right, pairs, rule }: QuestionBody): string {
    if (rule.matching === 'strict') this.lost.add(say('moodleMatchAll'))
    const partner = new Map(pairs)
    const used = new Set(partner.values())
    const sub = (from: string, to: string) => this.#rich('subquestion', from, '', `<answer>${text(plainText(to))}</answer>`)
    if (right.some((item) => /<(?!\/?p>)/.test(item.content))) this.lost.add(say('moodleMatchText'))
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
    const placed = html.replaceAll(/(?<=(?:src|href)=")\/files\/[^"]+/g, (url) => {
      const file = this.#attachments.get(url)
      if (!file) {
        this.lost.add(say('moodleFilesUnread'))
        return url
      }
      files.push(`<file name="${escape(file.name)}" path="/" encoding="base64">${file.base64}</file>`)
      return `@@PLUGINFILE@@/${encodeURIComponent(file.name)}`
    })
    return `<${name} format="html"${attributes}><text>${cdata(placed)}</text>${files.join('')}${more}</${name}>`
  }
}

const pathOf = (chapter: string) => `$course$/top${chapter === '' ? '' : `/${chapter.replaceAll('/', '//')}`}`
