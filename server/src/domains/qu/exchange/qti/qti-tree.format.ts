// QTI 2.x and 3.0 as one tree: names of 3.0 (`qti-choice-interaction`) are converted to those of 2.x (choiceInteraction).
import { XMLParser } from 'fast-xml-parser'
import { latexOfMathml, withoutDelimiters } from './mathml.format.ts'

export type Element = { name: string; attributes: Record<string, string>; children: (Element | string)[] }

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
  removeNSPrefix: true,
})
type Raw = { [name: string]: Raw[] | string | Record<string, string> }

const camel = (name: string) => name.replaceAll(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase())
const nameOf = (name: string) => (name.startsWith('qti-') ? camel(name.slice(4)) : name)

/** The root element, or null if the text is no XML. Refuses a DOCTYPE, because custom entities allow expansion attacks. */
export function readTree(text: string): Element | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return null
  try {
    const roots = (parser.parse(text) as Raw[]).flatMap(elementOf)
    return roots.find((one): one is Element => typeof one !== 'string' && !one.name.startsWith('?')) ?? null
  } catch {
    return null
  }
}

function elementOf(raw: Raw): (Element | string)[] {
  const [name] = Object.keys(raw).filter((key) => key !== ':@')
  if (name === undefined) return []
  const inner = raw[name]
  if (typeof inner === 'string') return [inner]
  const own = (raw[':@'] ?? {}) as Record<string, string>
  const isQti = name.startsWith('qti-')
  const attributes = Object.fromEntries(Object.entries(own).map(([key, value]) => [isQti ? camel(key) : key, value]))
  return [{ name: nameOf(name), attributes, children: Array.isArray(inner) ? inner.flatMap(elementOf) : [] }]
}

export const isElement = (node: Element | string): node is Element => typeof node !== 'string'
export const elements = (node: Element | undefined): Element[] => (node?.children ?? []).filter(isElement)
export const named = (node: Element | undefined, name: string): Element[] => elements(node).filter((one) => one.name === name)
/** All descendants with these names, in document order. */
export const within = (node: Element | undefined, names: ReadonlySet<string>): Element[] =>
  elements(node).flatMap((one) => (names.has(one.name) ? [one] : within(one, names)))
export const textOf = (node: Element | undefined): string =>
  (node?.children ?? []).map((one) => (isElement(one) ? textOf(one) : one)).join('')

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const empty = new Set(['br', 'hr', 'img', 'source', 'col'])

/** Replaces an element in HTML; undefined keeps it. */
export type Replace = (element: Element) => string | undefined

/** The inner HTML of an element. MathML becomes its LaTeX annotation, or else is converted. */
export function htmlOf(node: Element | undefined, replace: Replace = () => undefined): string {
  return (node?.children ?? []).map((one) => (isElement(one) ? tagOf(one, replace) : escape(one))).join('')
}

function tagOf(element: Element, replace: Replace): string {
  const instead = replace(element)
  if (instead !== undefined) return instead
  const { name, attributes } = element
  const tag = attributes['data-tag'] ?? markOf(attributes.class ?? '')
  if (name === 'span' && /^(?:u|s|mark)$/.test(tag)) return `<${tag}>${htmlOf(element, replace)}</${tag}>`
  if (name === 'math') return formulaOf(element)
  if (name === 'object' && attributes.type?.startsWith('image/')) return pictureOf(element)
  const [, media] = /^(video|audio)\//.exec(name === 'object' ? (attributes.type ?? '') : '') ?? []
  if (media !== undefined) return `<${media} src="${quoted(attributes.data ?? '')}" controls></${media}>`
  const latex = attributes['data-latex'] ?? (tag === 'latex' ? withoutDelimiters(textOf(element)) : undefined)
  if (name === 'span' && latex !== undefined) return inlineMath(latex)
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value).replaceAll('"', '&quot;')}"`)
  const inner = htmlOf(element, replace)
  return empty.has(name) ? `<${name}${given.join('')}>` : `<${name}${given.join('')}>${inner}</${name}>`
}

/** QTI 2.2 has no attributes of one's own: classes say what a span is; `qti-underline` is in the shared vocabulary of 1EdTech. */
const markOf = (classes: string): string => (/\bqti-underline\b/.test(classes) ? 'u' : (/\brich-(s|mark|latex)\b/.exec(classes)?.[1] ?? ''))

function formulaOf(math: Element): string {
  const annotation = within(math, new Set(['annotation'])).find((one) => /tex/i.test(one.attributes.encoding ?? ''))
  return inlineMath(annotation ? withoutDelimiters(textOf(annotation)) : latexOfMathml(xmlOf(math)))
}

/** An element as XML, without namespaces. */
function xmlOf({ name, attributes, children }: Element): string {
  const given = Object.entries(attributes).flatMap(([key, value]) => (key.startsWith('xmlns') ? [] : [` ${key}="${quoted(value)}"`]))
  return `<${name}${given.join('')}>${children.map((one) => (isElement(one) ? xmlOf(one) : escape(one))).join('')}</${name}>`
}

const quoted = (text: string) => escape(text).replaceAll('"', '&quot;')
const pictureOf = ({ attributes, children }: Element) =>
  `<img src="${quoted(attributes.data ?? '')}" alt="${quoted(textOf({ name: '', attributes: {}, children }).trim())}">`

const inlineMath = (latex: string) => `<span data-type="inline-math" data-latex="${escape(latex).replaceAll('"', '&quot;')}"></span>`
