// Writes questions as a package of QTI 1.2 with the fields of Canvas, which Blackboard and D2L take too; reports what it cannot express.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { type Blank, QuestionBody, QuType, type SimpleQuestion } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import { hasUnusedRepeats, htmlsOf, MessageSet, type Portable } from '../exchange.rules.ts'
import { hasPlainTex, withoutFormulas } from '../sheet/sheet-text.format.ts'
import { gapsOf, withGaps } from './qti-body.format.ts'
import { DIVIDER, factsOf, isListOfGaps, manifestOf12, material, quoted, xmlText } from './qti12-parts.format.ts'

/** Path of the questions in the package. */
export const BANK12 = 'questions.xml'
type Simple = Omit<SimpleQuestion, 'quType'>
/** `kind`: the type as Canvas names it; `responses` and `conditions`: what is answered, and what gives points. */
type Inner = { kind: string; stem: string; responses: string; conditions: string; solution?: string }
const equal = (id: string, value: string, isCase = false) =>
  `<varequal respident="${id}"${isCase ? ' case="Yes"' : ''}>${xmlText(value)}</varequal>`
const points = (condition: string, value: number, isPart = false) =>
  `<respcondition continue="${isPart ? 'Yes' : 'No'}"><conditionvar>${condition}</conditionvar><setvar action="${isPart ? 'Add' : 'Set'}" varname="SCORE">${value}</setvar></respcondition>`
const label = (id: string, inner: string, isPinned = false) =>
  `<response_label ident="${id}"${isPinned ? ' rshuffle="No"' : ''}>${inner}</response_label>`
const choice = (id: string, labels: string, { isMany = false, title = '' } = {}) =>
  `<response_lid ident="${id}" rcardinality="${isMany ? 'Multiple' : 'Single'}">${title}<render_choice>${labels}</render_choice></response_lid>`
const field =
  '<response_str ident="response1" rcardinality="Single"><render_fib><response_label ident="answer1"/></render_fib></response_str>'
/** A name that the text has nowhere in brackets. */
const unusedIn = (html: string, name: string): string => (html.includes(`[${name}`) ? unusedIn(html, `${name}_`) : name)
const share = (parts: number) => Number((100 / Math.max(parts, 1)).toFixed(2))

/** Writes questions one by one; `lost` holds each kind of loss once. */
export class Qti12Writer {
  readonly lost = new MessageSet()
  #files = new Map<string, string>()
  #count = 0
  #isStored: (url: string) => boolean = () => true

  /** @param title the name of the bank */
  head(title: string): string {
    return `<?xml version="1.0" encoding="UTF-8"?>
<questestinterop xmlns="http://www.imsglobal.org/xsd/ims_qtiasiv1p2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.imsglobal.org/xsd/ims_qtiasiv1p2 http://www.imsglobal.org/xsd/ims_qtiasiv1p2p1.xsd">
<assessment ident="bank" title="${quoted(title)}">
<section ident="root_section">
`
  }
  readonly foot = '</section>\n</assessment>\n</questestinterop>\n'

  /** Addresses of stored files used in the texts, with their paths in the package. */
  get files(): ReadonlyMap<string, string> {
    return this.#files
  }

  /** The manifest of the package; written last. */
  manifest(title: string): string {
    return manifestOf12(title, BANK12, [...this.#files.values()])
  }

  /**
   * The items of a question: one, or one for each part of a composite that no item can hold.
   * @param isStored whether the file of an address can be put into the package; others keep their address
   */
  add({ chapter, quType: type, level, tags, body: given }: Portable, isStored: (url: string) => boolean = () => true): string {
    this.#isStored = isStored
    const body = QuestionBody.parse(given)
    if (level !== QuLevel.normal || tags.length > 0) this.lost.add(say('qti12Facts'))
    if (htmlsOf(body).some(hasPlainTex)) this.lost.add(say('texAsFormulas'))
    const about = { chapter, level, tags }
    if (type !== QuType.composite) return this.#item(this.#inner(type, body), body, factsOf(about))
    if (isListOfGaps(body)) return this.#item(this.#lists(body), body, factsOf(about))
    this.lost.add(say('qti12Composite'))
    const name = `c${this.#count + 1}`
    return body.subs
      .map((sub, at) => {
        const inner = this.#inner(sub.quType, sub, body.content)
        const analysis = body.analysis === '' ? sub.analysis : `${sub.analysis}${DIVIDER}${body.analysis}`
        const facts = factsOf(about, `${name}/${at + 1}/${body.subs.length}`)
        return this.#item({ ...inner, stem: `${body.content}${DIVIDER}${inner.stem}` }, { ...sub, analysis }, facts, sub.weight)
      })
      .join('')
  }

  #item(
    { kind, stem, responses, conditions, solution = '' }: Inner,
    { analysis, content, rule }: Simple,
    facts: string,
    weight = 1,
  ): string {
    if (rule.penalty) this.lost.add(say('qtiPenalty'))
    const id = `q${(this.#count += 1)}`
    const title = plainText(content).slice(0, 80).toWellFormed() || id
    const shown =
      analysis === ''
        ? ''
        : '<respcondition continue="Yes"><conditionvar><other/></conditionvar><displayfeedback feedbacktype="Response" linkrefid="general_fb"/></respcondition>'
    const feedback = (name: string, html: string) => (html === '' ? '' : `<itemfeedback ident="${name}">${this.#html(html)}</itemfeedback>`)
    const model =
      solution === ''
        ? ''
        : `<itemfeedback ident="solution"><solution><solutionmaterial>${this.#html(solution)}</solutionmaterial></solution></itemfeedback>`
    const processing = `${shown}${conditions}` || points('<other/>', 0)
    return `<item ident="${id}" title="${quoted(title)}">
<itemmetadata><qtimetadata><qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${kind}</fieldentry></qtimetadatafield><qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>${weight}</fieldentry></qtimetadatafield>${facts}</qtimetadata></itemmetadata>
<presentation>${this.#html(stem)}${responses}</presentation>
<resprocessing><outcomes><decvar maxvalue="100" minvalue="0" varname="SCORE" vartype="Decimal"/></outcomes>${processing}</resprocessing>
${feedback('general_fb', analysis)}${model}</item>
`
  }

  /** `beside`: what stands before the stem */
  #inner(type: number, body: Simple, beside = ''): Inner {
    switch (type) {
      case QuType.shortAnswer:
        if (body.rule.keywords) this.lost.add(say('qtiKeywords'))
        return { kind: 'essay_question', stem: body.content, responses: field, conditions: '', solution: body.modelAnswer }
      case QuType.fillIn:
        return this.#blanks(body, beside)
      case QuType.matching:
        return this.#pairs(body)
      default:
        return this.#choice(type, body)
    }
  }

  #choice(type: number, { content, options, rule }: Simple): Inner {
    const isMany = type === QuType.multiple
    if (isMany && rule.multiple !== undefined && rule.multiple !== 'strict') this.lost.add(say('qtiMultipleScoring'))
    if (options.some((one) => one.image)) this.lost.add(say('optionPicturesMerged'))
    const isFixed = options.every((one) => one.pinned)
    if (isFixed && options.length > 0) this.lost.add(say('qti12Pinned'))
    const labels = options.map((one) => {
      const html = one.image ? `${one.content}<img src="${quoted(one.image)}" alt="">` : one.content
      return label(one.tag, this.#html(html), one.pinned === true && !isFixed)
    })
    const wanted = options.map((one) => (one.isRight ? equal('response1', one.tag) : `<not>${equal('response1', one.tag)}</not>`))
    const rights = options.filter((one) => one.isRight)
    const kind = { [QuType.multiple]: 'multiple_answers_question', [QuType.trueFalse]: 'true_false_question' }[type]
    return {
      kind: kind ?? 'multiple_choice_question',
      stem: content,
      responses: choice('response1', labels.join(''), { isMany }),
      conditions: isMany
        ? points(`<and>${wanted.join('')}</and>`, 100)
        : rights.map((one) => points(equal('response1', one.tag), 100)).join(''),
    }
  }

  #blanks({ content, blanks, rule }: Simple, beside: string): Inner {
    if (rule.order === 'any' || rule.credit === 'all' || blanks.some((one) => one.weight !== undefined))
      this.lost.add(say('qtiBlankScoring'))
    const [first] = blanks
    if (first && blanks.length === 1) return this.#blank(content, first)
    if (blanks.some(({ compare, caseSensitive }) => compare !== 'normal' || caseSensitive)) this.lost.add(say('qti12BlanksCompare'))
    const isMarked = gapsOf(content) === blanks.length
    if (!isMarked) this.lost.add(say('blankAfterStem'))
    const name = unusedIn(beside + content, 'blank')
    const names = blanks.map((_one, at) => `${name}${at + 1}`)
    const places = names.map((name) => `[${name}]`)
    const lists = blanks.map(({ answer }, at) => {
      const labels = splitAlternatives(answer).map((one, i) => label(`${names[at]}_${i + 1}`, material(one)))
      return choice(`response_${names[at]}`, labels.join(''), { title: material(names[at] ?? '') })
    })
    const rights = blanks.map(({ answer }, at) =>
      splitAlternatives(answer)
        .map((_one, i) => points(equal(`response_${names[at]}`, `${names[at]}_${i + 1}`), share(blanks.length), true))
        .join(''),
    )
    return {
      kind: 'fill_in_multiple_blanks_question',
      stem: isMarked ? withGaps(content, places) : `${content}<p>${places.join(' ')}</p>`,
      responses: lists.join(''),
      conditions: rights.join(''),
    }
  }

  #blank(content: string, { answer, compare, tolerance, caseSensitive }: Blank): Inner {
    const answers = splitAlternatives(answer)
    const values = answers.map(Number)
    if (compare === 'number' && values.every(Number.isFinite)) {
      const margin = tolerance ?? 0
      const bound = (name: string, value: number) => `<${name} respident="response1">${Number(value.toPrecision(12))}</${name}>`
      const conditions = values.map((value, at) => {
        const bounds = `<and>${bound('vargte', value - margin)}${bound('varlte', value + margin)}</and>`
        return points(`<or>${equal('response1', answers[at] ?? '')}${bounds}</or>`, 100)
      })
      return { kind: 'numerical_question', stem: content, responses: field, conditions: conditions.join('') }
    }
    if (compare !== 'normal') this.lost.add(say('qtiBlankCompare'))
    const conditions = answers.map((one) => points(equal('response1', one, caseSensitive), 100)).join('')
    return { kind: 'short_answer_question', stem: content, responses: field, conditions }
  }

  #pairs({ content, left, right, pairs, rule }: Simple): Inner {
    if (rule.matching === 'strict') this.lost.add(say('qti12MatchAll'))
    if (hasUnusedRepeats({ right, pairs })) this.lost.add(say('matchReusable'))
    const labels = right.map((one) => label(`r${one.tag}`, this.#html(one.content))).join('')
    return {
      kind: 'matching_question',
      stem: content,
      responses: left.map((one) => choice(`response_${one.tag}`, labels, { title: this.#html(one.content) })).join(''),
      conditions: pairs.map(([from, to]) => points(equal(`response_${from}`, `r${to}`), share(left.length), true)).join(''),
    }
  }

  /** Lists within a text: a composite whose parts are single choices for its gaps. */
  #lists({ content, subs }: QuestionBody): Inner {
    const name = unusedIn(content, 'gap')
    const id = (at: number) => `response_${name}${at + 1}`
    const lists = subs.map(({ options }, at) =>
      choice(id(at), options.map((one) => label(`g${at + 1}${one.tag}`, this.#html(one.content))).join(''), {
        title: material(`${name}${at + 1}`),
      }),
    )
    const rights = subs.map(({ options }, at) =>
      points(equal(id(at), `g${at + 1}${options.find((one) => one.isRight)?.tag ?? ''}`), share(subs.length), true),
    )
    const stem = subs.reduce((html, _sub, at) => html.replace(`（${at + 1}）____`, `[${name}${at + 1}]`), content)
    return { kind: 'multiple_dropdowns_question', stem, responses: lists.join(''), conditions: rights.join('') }
  }

  /** Rich text with addresses of the package. */
  #html(html: string): string {
    const placed = withoutFormulas(html).replaceAll(/(?<=\s(?:src|href|poster)=")\/files\/([^"]+)/g, (url, name: string) => {
      if (!this.#isStored(url)) {
        this.lost.add(say('moodleFilesUnread'))
        return url
      }
      const path = `resources/${name.replaceAll('/', '-')}`
      this.#files.set(url, path)
      return path
    })
    // text without a tag is taken for plain text by readers
    return material(placed === '' || placed.includes('<') ? placed : `<p>${placed}</p>`, true)
  }
}
