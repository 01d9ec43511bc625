// Rich text as the XHTML that QTI allows: well-formed, block content where only blocks may stand, no styles.
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import sanitize from 'sanitize-html'
import type { MessageSet } from '../exchange.rules.ts'
import { type Element, elements, isElement, readTree } from './qti-tree.format.ts'

const phrases = ['a', 'strong', 'b', 'em', 'i', 'sub', 'sup', 'code', 'span']
const blocks = new Set('p div h1 h2 h3 h4 h5 h6 blockquote pre ul ol table hr'.split(' '))
/** Elements that contain text and inline elements only. */
const phrasing = new Set([...phrases, 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre'])
/** Elements that QTI does not have; written as a span with their name in data-tag, which the reader turns back. */
const renamed = new Set(['u', 's', 'mark'])
const empty = new Set(['br', 'hr', 'img', 'source', 'col'])
const everywhere = ['class', 'data-type', 'data-latex', 'data-name', 'data-size']
const attributesOf: Record<string, string[]> = {
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  video: ['src', 'controls', 'width', 'height', 'poster'],
  audio: ['src', 'controls'],
  source: ['src', 'type'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
}
const allowed: sanitize.IOptions = {
  allowedTags: [...blocks, ...phrases, ...renamed, ...empty, 'video', 'audio', 'li', 'colgroup', 'thead', 'tbody', 'tr', 'td', 'th'],
  allowedAttributes: { '*': everywhere, ...attributesOf },
  allowedSchemes: ['http', 'https', 'mailto', 'tel', 'data'],
  selfClosing: [...empty],
}
const plain = /^(?:<p>[^<]*<\/p>)+$/
const foreignEntity = /&(?!(?:amp|lt|gt|quot);)/
const unsupported = /<[^<>]*\s(?:style|start|colwidth|download)=|<(?:s|mark)\b/
const gap = /[_＿]{2,}/g
const gapInTag = /<[^<>]*[_＿]{2,}/

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
/** A file of the bank or an address that is complete; anything else names a file that the package does not contain. */
const isReachable = (address: string) => /^(?:\/files\/|https?:\/\/|data:|mailto:|tel:)/.test(address)
const isBlank = (node: Element | string) => !isElement(node) && node.trim() === ''
const hasBlock = (node: Element): boolean => elements(node).some((one) => blocks.has(one.name) || hasBlock(one))
const isFormula = (node: Element) => node.attributes['data-latex'] !== undefined
const isMedia = (node: Element | string) => isElement(node) && (node.name === 'video' || node.name === 'audio')

/** The number of gaps in the text; those in addresses and formulas do not count. */
export const gapsOf = (html: string): number =>
  (gapInTag.test(html) ? textsOf(treeOf(html)) : [html]).reduce((sum, text) => sum + (text.match(gap)?.length ?? 0), 0)
const textsOf = (nodes: (Element | string)[]): string[] =>
  nodes.flatMap((one) => (isElement(one) ? (isFormula(one) ? [] : textsOf(one.children)) : [one]))

/** The HTML with its gaps replaced, in their order. */
export function withGaps(html: string, places: readonly string[]): string {
  const left = [...places]
  return html
    .split(/(<[^<>]*>)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(gap, (signs) => left.shift() ?? signs)))
    .join('')
}

function treeOf(html: string): (Element | string)[] {
  const clean = sanitize(html, allowed)
  return readTree(`<div>${clean}</div>`)?.children ?? [clean]
}

/** Rich text where block and inline content may be mixed. */
export function flowXhtml(html: string, lost: MessageSet): string {
  if (isPlain(html)) return html
  return new Body(lost, []).flow(treeOf(told(html, lost)))
}

/** Rich text where only blocks may stand; `fields` replace the gaps of the text in their order. */
export function blockXhtml(html: string, lost: MessageSet, fields: string[] = []): string {
  if (isPlain(html)) {
    const left = [...fields]
    return html.replaceAll(gap, (signs) => left.shift() ?? signs)
  }
  return new Body(lost, [...fields]).blocks(treeOf(told(html, lost)))
}

const isPlain = (html: string) => html === '' || (plain.test(html) && !foreignEntity.test(html))
function told(html: string, lost: MessageSet): string {
  if (unsupported.test(html)) lost.add(say('qtiStyles'))
  return html
}

class Body {
  readonly #lost: MessageSet
  readonly #fields: string[]

  constructor(lost: MessageSet, fields: string[]) {
    this.#lost = lost
    this.#fields = fields
  }

  flow(nodes: (Element | string)[]): string {
    return nodes.map((one) => (isElement(one) ? this.#element(one) : this.#text(one))).join('')
  }

  /** Inline content between blocks becomes a paragraph. */
  blocks(nodes: (Element | string)[]): string {
    let out = ''
    let loose: (Element | string)[] = []
    const close = () => {
      const name = loose.some(isMedia) ? 'div' : 'p'
      const inner = loose.every(isBlank) ? '' : this.flow(loose).trim()
      if (inner !== '') out += `<${name}>${inner}</${name}>`
      loose = []
    }
    for (const node of nodes)
      if (isElement(node) && (blocks.has(node.name) || hasBlock(node))) {
        close()
        out += this.#element(node)
      } else loose.push(node)
    close()
    return out
  }

  #text(text: string): string {
    if (this.#fields.length === 0) return escape(text)
    return escape(text).replaceAll(gap, (signs) => this.#fields.shift() ?? signs)
  }

  #element(node: Element): string {
    const { name, children } = node
    if (isFormula(node)) return `<span${this.#attributes(node)}>\\(${escape(node.attributes['data-latex'] ?? '')}\\)</span>`
    if (phrasing.has(name) || renamed.has(name)) return this.#phrase(node)
    switch (name) {
      case 'img':
        return this.#isNamed(node) ? this.#tag(node) : escape(node.attributes.alt ?? '')
      case 'source':
        return this.#isNamed(node) ? this.#tag(node) : ''
      case 'video':
      case 'audio':
        return this.#media(node)
      case 'ul':
      case 'ol':
        return `<${name}${this.#attributes(node)}>${this.#items(children)}</${name}>`
      case 'li':
        return this.flow(children)
      case 'table':
        return this.#table(node)
      case 'blockquote':
        return `<blockquote${this.#attributes(node)}>${this.blocks(children)}</blockquote>`
      case 'div':
      case 'br':
      case 'hr':
        return this.#tag(node)
      default:
        // parts of a table without the table
        return this.flow(children)
    }
  }

  #tag(node: Element, inner = this.flow(node.children)): string {
    const { name } = node
    return empty.has(name) ? `<${name}${this.#attributes(node)}/>` : `<${name}${this.#attributes(node)}>${inner}</${name}>`
  }

  #phrase(node: Element): string {
    const { name, attributes, children } = node
    if (hasBlock(node)) return `<div>${this.flow(children)}</div>`
    if (renamed.has(name)) {
      // the shared vocabulary of 1EdTech has a class for underlined text only
      const style = name === 'u' ? ' class="qti-underline"' : ''
      return `<span data-tag="${name}"${style}>${this.flow(children)}</span>`
    }
    if (name === 'a' && (attributes.href === undefined || !this.#isNamed(node, 'href'))) return `<span>${this.flow(children)}</span>`
    return this.#tag(node)
  }

  #media(node: Element): string {
    const sources = elements(node).filter((one) => one.name === 'source')
    const inner = this.flow(node.children)
    if (node.attributes.src === undefined ? !inner.includes('<source ') : !this.#isNamed(node)) return ''
    return this.#tag({ ...node, children: sources }, inner)
  }

  #items(children: (Element | string)[]): string {
    return children
      .filter((one) => !isBlank(one))
      .map((one) => `<li>${isElement(one) && one.name === 'li' ? this.flow(one.children) : this.flow([one])}</li>`)
      .join('')
  }

  #table(node: Element): string {
    const rows = (within: Element[]) =>
      within
        .map((row) => this.#cells(row))
        .filter((row) => row !== '<tr></tr>')
        .join('')
    const parts = elements(node)
    const heads = parts.filter((one) => one.name === 'thead').flatMap((one) => elements(one))
    const bodies = parts.flatMap((one) => (one.name === 'tr' ? [one] : one.name === 'tbody' ? elements(one) : []))
    const [head, body] = [rows(heads), rows(bodies)]
    const sections = [head === '' || body === '' ? '' : `<thead>${head}</thead>`, `<tbody>${body || head}</tbody>`].join('')
    return head + body === '' ? '' : `<table${this.#attributes(node)}>${sections}</table>`
  }

  #cells(row: Element): string {
    const cells = elements(row).filter((one) => one.name === 'td' || one.name === 'th')
    return `<tr>${cells.map((one) => this.#tag(one)).join('')}</tr>`
  }

  #isNamed({ attributes }: Element, key = 'src'): boolean {
    const isFound = isReachable(attributes[key] ?? '')
    if (!isFound) this.#lost.add(say('qtiFilesMissing'))
    return isFound
  }

  #attributes({ name, attributes }: Element): string {
    const given = [...everywhere, ...(attributesOf[name] ?? [])].flatMap((key) => {
      const value = attributes[key]
      if (value === undefined || (key === 'poster' && !isReachable(value))) return []
      return [` ${key}="${escape(value)}"`]
    })
    // an image without a text is refused by the schema
    return given.join('') + (name === 'img' && attributes.alt === undefined ? ' alt=""' : '')
  }
}
