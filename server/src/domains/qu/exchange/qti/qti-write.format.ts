// Writes questions as a QTI 3.0 package (1EdTech), and reports what the format cannot express.
import { MessageSet } from '../exchange.rules.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { splitAlternatives } from '@shuyuan/contract/qu/blank-key.ts'
import { QuestionBody, QuType, type SimpleQuestion } from '@shuyuan/contract/qu/content.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { plainText } from '../../../../kernel/richtext.ts'
import type { Portable } from '../exchange.rules.ts'

/** A file of the package. */
export type QtiItem = { path: string; xml: string }
type Simple = Omit<SimpleQuestion, 'quType'>
/** One interaction: its declaration, and its part of the body. */
type Part = {
  declarations: string
  inner: string
  isMapped: boolean
  /** tolerances by response identifier */ margins?: Map<string, number>
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const namespace = 'http://www.imsglobal.org/xsd/imsqtiasi_v3p0'
const templates = 'https://purl.imsglobal.org/spec/qti/v3p0/rptemplates'
const gap = /[_＿]{2,}/g

/** Rich text as XHTML: void elements closed, &nbsp; as a number, formulas also as LaTeX text. */
const xhtml = (html: string) =>
  html
    .replaceAll(/<(br|hr|img|source|col)\b([^>]*?)\s*\/?>/g, '<$1$2/>')
    .replaceAll('&nbsp;', '&#160;')
    .replaceAll(/ controls(?:="")?(?=[\s/>])/g, ' controls="controls"')
    .replaceAll(/(<span data-type="inline-math" data-latex="([^"]*)">)<\/span>/g, String.raw`$1\($2\)</span>`)

const declaration = (id: string, cardinality: string, type: string, values: string[], mapping = '') =>
  `<qti-response-declaration identifier="${id}" cardinality="${cardinality}" base-type="${type}">` +
  `<qti-correct-response>${values.map((value) => `<qti-value>${escape(value)}</qti-value>`).join('')}</qti-correct-response>${mapping}</qti-response-declaration>\n`
const mapping = (entries: string[]) => `<qti-mapping default-value="0">${entries.join('')}</qti-mapping>`
const prompt = (html: string) => (html === '' ? '' : `<qti-prompt>${xhtml(html)}</qti-prompt>`)

/** Writes items one by one; `lost` holds each kind of loss once. */
export class QtiWriter {
  readonly lost = new MessageSet()
  #resources: string[] = []
  #files = new Map<string, string>()

  /** Addresses of stored files used in the texts, with their paths in the package. */
  get files(): ReadonlyMap<string, string> {
    return this.#files
  }

  add({ chapter, quType: type, level, tags, body: given }: Portable): QtiItem {
    const body = QuestionBody.parse(given)
    const id = `q${this.#resources.length + 1}`
    const path = `items/${id}.xml`
    const parts = type === QuType.composite ? body.subs.map((sub, i) => this.#part(sub.quType, sub, sub.content, `R${i + 1}`)) : []
    const alone = type === QuType.composite ? null : this.#part(type, body, '', 'RESPONSE')
    if (body.subs.some((sub) => sub.weight !== 1)) this.lost.add(say('qtiSubWeight'))
    const inner = alone
      ? type === QuType.fillIn
        ? alone.inner
        : `${xhtml(body.content)}${alone.inner}`
      : `${xhtml(body.content)}${parts.map((part) => `<div>${part.inner}</div>`).join('\n')}`
    const all = alone ? [alone] : parts
    const template = all.some((part) => part.isMapped) ? 'map_response' : 'match_correct'
    const rubric = type === QuType.shortAnswer ? rubricOf(body.modelAnswer) : ''
    const xml = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      `<qti-assessment-item xmlns="${namespace}" identifier="${id}" title="${escape(plainText(body.content).slice(0, 80) || id)}" adaptive="false" time-dependent="false" xml:lang="zh-CN">`,
      `${all.map((part) => part.declarations).join('')}<qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/>`,
      '<qti-outcome-declaration identifier="FEEDBACK" cardinality="single" base-type="identifier"/>',
      `<qti-item-body>${rubric}${inner}</qti-item-body>`,
      processingOf(all) ?? `<qti-response-processing template="${templates}/${template}.xml"/>`,
      body.analysis === ''
        ? ''
        : `<qti-modal-feedback identifier="ANALYSIS" outcome-identifier="FEEDBACK" show-hide="show"><qti-content-body>${xhtml(body.analysis)}</qti-content-body></qti-modal-feedback>`,
      '</qti-assessment-item>',
    ]
    this.#resources.push(resourceOf(id, path, { chapter, level, tags }))
    return { path, xml: this.#placed(xml.filter((line) => line !== '').join('\n')) }
  }

  /** The manifest of the package; written last. */
  manifest(): string {
    return `<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1" xmlns:lom="http://ltsc.ieee.org/xsd/LOM" identifier="MANIFEST">
<metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata>
<organizations/>
<resources>
${this.#resources.join('\n')}
${[...this.#files.values()].map((path, i) => `<resource identifier="f${i + 1}" type="webcontent" href="${escape(path)}"><file href="${escape(path)}"/></resource>`).join('\n')}
</resources>
</manifest>
`
  }

  #placed(xml: string): string {
    return xml.replaceAll(/(?<=(?:src|href)=")\/files\/([^"]+)/g, (url, name: string) => {
      const path = `resources/${name.replaceAll('/', '-')}`
      this.#files.set(url, path)
      return `../${path}`
    })
  }

  #part(type: number, body: Simple, stem: string, id: string): Part {
    if (body.rule.penalty) this.lost.add(say('qtiPenalty'))
    switch (type) {
      case QuType.shortAnswer:
        if (body.rule.keywords) this.lost.add(say('qtiKeywords'))
        if (id !== 'RESPONSE' && body.modelAnswer !== '') this.lost.add(say('qtiSubEssayAnswer'))
        return {
          declarations: `<qti-response-declaration identifier="${id}" cardinality="single" base-type="string"/>\n`,
          inner: `<qti-extended-text-interaction response-identifier="${id}">${prompt(stem)}</qti-extended-text-interaction>`,
          isMapped: false,
        }
      case QuType.fillIn:
        return this.#blanks(stem === '' ? body : { ...body, content: stem }, id)
      case QuType.matching:
        return pairs(body, stem, id)
      default:
        return this.#choice(type, body, stem, id)
    }
  }

  #choice(type: number, { options, rule }: Simple, stem: string, id: string): Part {
    const isMany = type === QuType.multiple
    const rights = options.filter((one) => one.isRight)
    const isMapped = isMany && rule.multiple === 'share'
    if (isMany && rule.multiple !== undefined && !['share', 'strict'].includes(rule.multiple)) this.lost.add(say('qtiMultipleScoring'))
    const points = isMapped ? mapping(rights.map((one) => `<qti-map-entry map-key="${one.tag}" mapped-value="${1 / rights.length}"/>`)) : ''
    const choices = options.map((one) => {
      const image = one.image ? `<img src="${escape(one.image)}" alt=""/>` : ''
      return `<qti-simple-choice identifier="${one.tag}"${one.pinned ? ' fixed="true"' : ''}>${xhtml(one.content)}${image}</qti-simple-choice>`
    })
    if (options.some((one) => one.image)) this.lost.add(say('qtiOptionPictures'))
    return {
      declarations: declaration(
        id,
        isMany ? 'multiple' : 'single',
        'identifier',
        rights.map((one) => one.tag),
        points,
      ),
      inner: `<qti-choice-interaction response-identifier="${id}" shuffle="true" max-choices="${isMany ? 0 : 1}">${prompt(stem)}${choices.join('')}</qti-choice-interaction>`,
      isMapped,
    }
  }

  #blanks({ content, blanks, rule }: Simple, id: string): Part {
    if (rule.order === 'any' || rule.credit === 'all') this.lost.add(say('qtiBlankScoring'))
    const names = blanks.map((_, i) => (blanks.length === 1 ? id : `${id}_${i + 1}`))
    const declarations = blanks.map(({ answer, compare, tolerance, caseSensitive }, i) => {
      const answers = splitAlternatives(answer)
      const isNumber = compare === 'number' && answers.length === 1
      if (compare === 'exact' || compare === 'contains') this.lost.add(say('qtiBlankCompare'))
      if (tolerance && !isNumber) this.lost.add(say('qtiTolerance'))
      const entries = answers.map(
        (one) => `<qti-map-entry map-key="${escape(one)}" mapped-value="1" case-sensitive="${caseSensitive === true}"/>`,
      )
      return declaration(names[i] ?? id, 'single', isNumber ? 'float' : 'string', answers.slice(0, 1), isNumber ? '' : mapping(entries))
    })
    const fields = names.map((name) => `<qti-text-entry-interaction response-identifier="${name}"/>`)
    const places = content.match(gap) ?? []
    let at = 0
    const inner =
      places.length === fields.length
        ? xhtml(content).replaceAll(gap, () => fields[at++] ?? '')
        : `${xhtml(content)}<p>${fields.join(' ')}</p>`
    if (places.length !== fields.length) this.lost.add(say('qtiBlankAfterStem'))
    const margins = new Map(
      blanks.flatMap(({ answer, compare, tolerance }, i) =>
        compare === 'number' && tolerance && splitAlternatives(answer).length === 1 ? [[names[i] ?? id, tolerance] as const] : [],
      ),
    )
    return { declarations: declarations.join(''), inner, isMapped: true, margins }
  }
}

/** Response processing that adds up all responses; written out for numbers with a tolerance, which no standard template supports. */
function processingOf(parts: Part[]): string | undefined {
  if (parts.every(({ margins }) => !margins?.size)) return undefined
  const plus = (value: string) =>
    `<qti-set-outcome-value identifier="SCORE"><qti-sum><qti-variable identifier="SCORE"/>${value}</qti-sum></qti-set-outcome-value>`
  const one = plus('<qti-base-value base-type="float">1</qti-base-value>')
  const where = (test: string) => `<qti-response-condition><qti-response-if>${test}${one}</qti-response-if></qti-response-condition>`
  const rules = parts.flatMap(({ declarations, isMapped, margins }) =>
    [...declarations.matchAll(/<qti-response-declaration identifier="([^"]+)"(?:(?!<\/qti-response-declaration>)[^])*/g)].map(
      ([declared, id = '']) => {
        const both = `<qti-variable identifier="${id}"/><qti-correct identifier="${id}"/>`
        const margin = margins?.get(id)
        if (margin !== undefined) return where(`<qti-equal tolerance-mode="absolute" tolerance="${margin} ${margin}">${both}</qti-equal>`)
        return isMapped && declared.includes('<qti-mapping')
          ? plus(`<qti-map-response identifier="${id}"/>`)
          : where(`<qti-match>${both}</qti-match>`)
      },
    ),
  )
  return `<qti-response-processing>${rules.join('')}</qti-response-processing>`
}

function pairs({ left, right, pairs: given, rule }: Simple, stem: string, id: string): Part {
  const choice = (tag: string, html: string, many: boolean) =>
    `<qti-simple-associable-choice identifier="${tag}" match-max="${many ? 0 : 1}">${xhtml(html)}</qti-simple-associable-choice>`
  // identifiers of both sides share one namespace
  const rightId = (tag: string) => `r${tag}`
  const values = given.map(([a, b]) => `${a} ${rightId(b)}`)
  const isMapped = rule.matching !== 'strict'
  const points = isMapped ? mapping(values.map((value) => `<qti-map-entry map-key="${value}" mapped-value="${1 / values.length}"/>`)) : ''
  return {
    declarations: declaration(id, 'multiple', 'directedPair', values, points),
    inner:
      `<qti-match-interaction response-identifier="${id}" shuffle="true" max-associations="${left.length}">${prompt(stem)}` +
      `<qti-simple-match-set>${left.map((item) => choice(item.tag, item.content, false)).join('')}</qti-simple-match-set>` +
      `<qti-simple-match-set>${right.map((item) => choice(rightId(item.tag), item.content, item.reusable === true)).join('')}</qti-simple-match-set></qti-match-interaction>`,
    isMapped,
  }
}

const rubricOf = (modelAnswer: string) =>
  modelAnswer === ''
    ? ''
    : `<qti-rubric-block view="scorer" use="scoring"><qti-content-body>${xhtml(modelAnswer)}</qti-content-body></qti-rubric-block>`

function resourceOf(id: string, path: string, { chapter, level, tags }: Pick<Portable, 'chapter' | 'level' | 'tags'>): string {
  const string = (text: string) => `<lom:string language="zh-CN">${escape(text)}</lom:string>`
  const keywords = tags.map((tag) => `<lom:keyword>${string(tag)}</lom:keyword>`).join('')
  const difficulty = `<lom:difficulty><lom:source>LOMv1.0</lom:source><lom:value>${level === QuLevel.hard ? 'difficult' : 'medium'}</lom:value></lom:difficulty>`
  const place =
    chapter === ''
      ? ''
      : `<lom:classification><lom:taxonPath><lom:taxon><lom:entry>${string(chapter)}</lom:entry></lom:taxon></lom:taxonPath></lom:classification>`
  return (
    `<resource identifier="${id}" type="imsqti_item_xmlv3p0" href="${path}"><metadata><lom:lom><lom:general>${keywords}</lom:general>` +
    `<lom:educational>${difficulty}</lom:educational>${place}</lom:lom></metadata><file href="${path}"/></resource>`
  )
}
