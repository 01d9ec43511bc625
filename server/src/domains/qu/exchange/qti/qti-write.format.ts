// Writes questions as a QTI 3.0 package (1EdTech), and reports what the format cannot express.
import { MessageSet, type Portable } from '../exchange.rules.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { type Blank, QuestionBody, QuType, type SimpleQuestion } from '@shuyuan/contract/qu/content.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import { blockXhtml, flowXhtml, gapsOf } from './qti-body.format.ts'
import { type Listed, manifestOf } from './qti-listing.format.ts'
import { FEEDBACK, processingOf, type Response } from './qti-processing.format.ts'

/** A file of the package. */
export type QtiItem = { path: string; xml: string }
type Simple = Omit<SimpleQuestion, 'quType'>
/** One interaction: its declarations, its part of the body, and how its responses are marked. */
type Part = { declarations: string; inner: string; responses: Response[] }

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const namespace = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0'
const schema = `${namespace} https://purl.imsglobal.org/spec/qti/v3p0/schema/xsd/imsqti_asiv3p0_v1p0.xsd`
/** Characters that XML 1.0 cannot contain. */
// eslint-disable-next-line no-control-regex
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** Labels by which a choice is known as a true/false question. */
const truths = new Set(['正确,错误', '对,错', 'true,false'])

const declaration = (id: string, cardinality: string, type: string, values: string[], mapping = '') =>
  `<qti-response-declaration identifier="${id}" cardinality="${cardinality}" base-type="${type}">` +
  `<qti-correct-response>${values.map((value) => `<qti-value>${escape(value)}</qti-value>`).join('')}</qti-correct-response>${mapping}</qti-response-declaration>\n`
const mapping = (entries: string[]) => `<qti-mapping default-value="0">${entries.join('')}</qti-mapping>`
const scoreOf = (isEssay: boolean) =>
  `<qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"${isEssay ? ' external-scored="human"' : ''}>` +
  '<qti-default-value><qti-value>0</qti-value></qti-default-value></qti-outcome-declaration>'
const feedbackOutcome = '<qti-outcome-declaration identifier="FEEDBACK" cardinality="single" base-type="identifier"/>'

/** Writes items one by one; `lost` holds each kind of loss once. */
export class QtiWriter {
  readonly lost = new MessageSet()
  #listed: Listed[] = []
  #files = new Map<string, string>()

  /** Addresses of stored files used in the texts, with their paths in the package. */
  get files(): ReadonlyMap<string, string> {
    return this.#files
  }

  /** @param isStored whether the file of an address can be put into the package; others keep their address */
  add({ chapter, quType: type, level, tags, body: given }: Portable, isStored: (url: string) => boolean = () => true): QtiItem {
    const body = QuestionBody.parse(given)
    const id = `q${this.#listed.length + 1}`
    const path = `items/${id}.xml`
    const title = plainText(body.content).slice(0, 80).toWellFormed() || id
    const parts = type === QuType.composite ? this.#subs(body) : [this.#part(type, body, '', 'RESPONSE')]
    const stem = type === QuType.fillIn ? '' : blockXhtml(body.content, this.lost)
    const rubric = type === QuType.shortAnswer ? this.#rubric(body.modelAnswer) : ''
    const analysis = type === QuType.composite ? this.#analyses(body) : body.analysis
    const responses = parts.flatMap((part) => part.responses)
    const xml = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<qti-assessment-item xmlns="${namespace}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${schema}" identifier="${id}" title="${escape(title)}" adaptive="false" time-dependent="false" xml:lang="zh-CN">`,
      `${parts.map((part) => part.declarations).join('')}${scoreOf(responses.length === 0)}`,
      analysis === '' ? '' : feedbackOutcome,
      `<qti-item-body>${rubric}${stem}${parts.map((part) => part.inner).join('\n')}</qti-item-body>`,
      processingOf(responses, analysis !== ''),
      analysis === ''
        ? ''
        : `<qti-modal-feedback identifier="${FEEDBACK}" outcome-identifier="FEEDBACK" show-hide="show"><qti-content-body>${flowXhtml(analysis, this.lost)}</qti-content-body></qti-modal-feedback>`,
      '</qti-assessment-item>',
    ]
    const files = new Set<string>()
    const placed = this.#placed(xml.filter((line) => line !== '').join('\n'), isStored, files)
    this.#listed.push({ id, path, title, chapter, level, tags, files: [...files] })
    return { path, xml: placed.replaceAll(forbidden, '') }
  }

  /** The manifest of the package; written last. */
  manifest(): string {
    return manifestOf(this.#listed, [...this.#files.values()]).replaceAll(forbidden, '')
  }

  #placed(xml: string, isStored: (url: string) => boolean, files: Set<string>): string {
    return xml.replaceAll(/(?<=\s(?:src|href|poster)=")\/files\/([^"]+)/g, (url, name: string) => {
      if (!isStored(url)) {
        this.lost.add(say('moodleFilesUnread'))
        return url
      }
      const path = `resources/${name.replaceAll('/', '-')}`
      this.#files.set(url, path)
      files.add(path)
      return `../${path}`
    })
  }

  #subs(body: QuestionBody): Part[] {
    // nothing marks an essay
    const hasEssay = body.subs.some((sub) => sub.quType === QuType.shortAnswer)
    if (hasEssay && body.subs.some((sub) => sub.weight !== body.subs[0]?.weight)) this.lost.add(say('qtiSubWeight'))
    if (body.subs.length === 1 || body.subs.every((sub) => sub.quType === QuType.fillIn)) this.lost.add(say('qtiComposite'))
    return body.subs.map((sub, i) => {
      const part = this.#part(sub.quType, sub, sub.content, `R${i + 1}`)
      const factor = sub.weight / Math.max(part.responses.length, 1)
      const responses = part.responses.map((one) => ({ ...one, factor }))
      // text entries are one part only within one block
      return { ...part, responses, inner: sub.quType === QuType.fillIn ? `<div>${part.inner}</div>` : part.inner }
    })
  }

  /** One feedback for the item: the analyses of the parts follow that of the whole. */
  #analyses({ analysis, subs }: QuestionBody): string {
    const own = subs.flatMap((sub, i) => (sub.analysis === '' ? [] : [`<p>（${i + 1}）</p>${sub.analysis}`]))
    if (own.length > 0) this.lost.add(say('subAnalysesJoined'))
    return [analysis, ...own].join('')
  }

  #rubric(modelAnswer: string): string {
    if (modelAnswer === '') return ''
    return `<qti-rubric-block view="scorer" use="scoring"><qti-content-body>${blockXhtml(modelAnswer, this.lost)}</qti-content-body></qti-rubric-block>`
  }

  #prompt(html: string): string {
    return html === '' ? '' : `<qti-prompt>${flowXhtml(html, this.lost)}</qti-prompt>`
  }

  #part(type: number, body: Simple, stem: string, id: string): Part {
    if (body.rule.penalty) this.lost.add(say('qtiPenalty'))
    switch (type) {
      case QuType.shortAnswer:
        if (body.rule.keywords) this.lost.add(say('qtiKeywords'))
        if (id !== 'RESPONSE' && body.modelAnswer !== '') this.lost.add(say('qtiSubEssayAnswer'))
        return {
          declarations: `<qti-response-declaration identifier="${id}" cardinality="single" base-type="string"/>\n`,
          inner: `<qti-extended-text-interaction response-identifier="${id}">${this.#prompt(stem)}</qti-extended-text-interaction>`,
          responses: [],
        }
      case QuType.fillIn:
        return this.#blanks(body, id)
      case QuType.matching:
        return this.#pairs(body, stem, id)
      default:
        return this.#choice(type, body, stem, id)
    }
  }

  #choice(type: number, { options, rule }: Simple, stem: string, id: string): Part {
    const isMany = type === QuType.multiple
    const rights = options.filter((one) => one.isRight).map((one) => one.tag)
    const isMapped = isMany && rule.multiple === 'share'
    if (isMany && rule.multiple !== undefined && !['share', 'strict'].includes(rule.multiple)) this.lost.add(say('qtiMultipleScoring'))
    const points = isMapped ? mapping(rights.map((tag) => `<qti-map-entry map-key="${tag}" mapped-value="${1 / rights.length}"/>`)) : ''
    const choices = options.map((one) => {
      const image = one.image ? `<img src="${escape(one.image)}" alt=""/>` : ''
      return `<qti-simple-choice identifier="${one.tag}"${one.pinned ? ' fixed="true"' : ''}>${flowXhtml(one.content, this.lost)}${image}</qti-simple-choice>`
    })
    if (type === QuType.trueFalse && !truths.has(options.map((one) => plainText(one.content).toLowerCase()).join()))
      this.lost.add(say('qtiTrueFalse'))
    if (options.some((one) => one.image)) this.lost.add(say('optionPicturesMerged'))
    return {
      declarations: declaration(id, isMany ? 'multiple' : 'single', 'identifier', rights, points),
      inner: `<qti-choice-interaction response-identifier="${id}" shuffle="true" max-choices="${isMany ? 0 : 1}">${this.#prompt(stem)}${choices.join('')}</qti-choice-interaction>`,
      responses: [{ id, how: isMapped ? 'map' : 'match', factor: 1 }],
    }
  }

  #blanks({ content, blanks, rule }: Simple, id: string): Part {
    if (rule.order === 'any' || rule.credit === 'all' || blanks.some((one) => one.weight !== undefined))
      this.lost.add(say('qtiBlankScoring'))
    const parts = blanks.map((blank, i) => this.#blank(blank, blanks.length === 1 ? id : `${id}_${i + 1}`))
    const fields = parts.map(({ response }) => `<qti-text-entry-interaction response-identifier="${response.id}"/>`)
    const isMarked = gapsOf(content) === fields.length
    if (!isMarked) this.lost.add(say('blankAfterStem'))
    return {
      declarations: parts.map((part) => part.declaration).join(''),
      inner: isMarked ? blockXhtml(content, this.lost, fields) : `${blockXhtml(content, this.lost)}<p>${fields.join(' ')}</p>`,
      responses: parts.map((part) => part.response),
    }
  }

  #blank({ answer, compare, tolerance, caseSensitive }: Blank, id: string): { declaration: string; response: Response } {
    const answers = splitAlternatives(answer)
    if (compare === 'exact' || compare === 'contains') this.lost.add(say('qtiBlankCompare'))
    if (compare === 'number' && answers.length === 1 && Number.isFinite(Number(answers[0])))
      return {
        declaration: declaration(id, 'single', 'float', answers),
        response: { id, how: 'number', factor: 1, ...(tolerance ? { tolerance } : {}) },
      }
    if (compare === 'number') this.lost.add(say('qtiTolerance'))
    const entries = answers.map(
      (one) => `<qti-map-entry map-key="${escape(one)}" mapped-value="1" case-sensitive="${caseSensitive === true}"/>`,
    )
    return {
      declaration: declaration(id, 'single', 'string', answers.slice(0, 1), mapping(entries)),
      response: { id, how: 'map', factor: 1 },
    }
  }

  #pairs({ left, right, pairs: given, rule }: Simple, stem: string, id: string): Part {
    const choice = (tag: string, html: string, many: boolean) =>
      `<qti-simple-associable-choice identifier="${tag}" match-max="${many ? 0 : 1}">${flowXhtml(html, this.lost)}</qti-simple-associable-choice>`
    // identifiers of both sides share one namespace
    const rightId = (tag: string) => `r${tag}`
    const values = given.map(([a, b]) => `${a} ${rightId(b)}`)
    const isMapped = rule.matching !== 'strict'
    const points = isMapped ? mapping(values.map((value) => `<qti-map-entry map-key="${value}" mapped-value="${1 / values.length}"/>`)) : ''
    return {
      declarations: declaration(id, 'multiple', 'directedPair', values, points),
      inner:
        `<qti-match-interaction response-identifier="${id}" shuffle="true" max-associations="${left.length}">${this.#prompt(stem)}` +
        `<qti-simple-match-set>${left.map((item) => choice(item.tag, item.content, false)).join('')}</qti-simple-match-set>` +
        `<qti-simple-match-set>${right.map((item) => choice(rightId(item.tag), item.content, item.reusable === true)).join('')}</qti-simple-match-set></qti-match-interaction>`,
      responses: [{ id, how: isMapped ? 'map' : 'match', factor: 1 }],
    }
  }
}
