// Moodle XML as a tree, its texts and embedded files (docs.moodle.org, *Moodle XML format*).
import { XMLParser } from 'fast-xml-parser'
import { fileAddress, type ReadFile } from '../exchange.rules.ts'
import { latexOfMathml } from '../qti/mathml.format.ts'
import { formula, formulasIn, toHtml } from '../sheet/sheet-text.format.ts'

export type XmlNode = { [name: string]: XmlNode[] | string | undefined; '#text'?: string }

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // every element is an array, so that one and several are read the same way
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  alwaysCreateTextNode: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  htmlEntities: true,
})

/** The elements of a file, or null if it is no XML. Refuses a DOCTYPE, because custom entities allow expansion attacks. */
export function readXml(text: string): XmlNode | null {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return null
  try {
    return parser.parse(text) as XmlNode
  } catch {
    return null
  }
}

export const children = (node: XmlNode | undefined, name: string): XmlNode[] => {
  const found = node?.[name]
  return Array.isArray(found) ? found : []
}
export const child = (node: XmlNode | undefined, name: string): XmlNode | undefined => children(node, name)[0]
export const attribute = (node: XmlNode | undefined, name: string): string => {
  const found = node?.[`@${name}`]
  return typeof found === 'string' ? found : ''
}
export const content = (node: XmlNode | undefined): string => node?.['#text'] ?? ''
/** The content of `<name><text>…</text></name>`. */
export const textIn = (node: XmlNode | undefined, name: string): string => content(child(child(node, name), 'text'))

/** Collects the files embedded in texts and assigns their addresses. */
export class EmbeddedFiles {
  readonly files: ReadFile[] = []

  /** The HTML of an element with `<text>` and `<file>`s; `@@PLUGINFILE@@/name` becomes the address of the file, TeX a formula. */
  html(node: XmlNode | undefined): string {
    const raw = content(child(node, 'text'))
    const html = ['', 'html', 'moodle_auto_format'].includes(attribute(node, 'format')) && /<\/?[a-z]/i.test(raw) ? raw.trim() : toHtml(raw)
    const formulas = html.replaceAll(/<math\b[\s\S]*?<\/math>/g, (math) => formula(latexOfMathml(math)))
    return this.#placed(formulasIn(formulas), children(node, 'file'))
  }

  /** The picture of a question of Moodle 1.9, which stands beside its text. */
  oldPicture(question: XmlNode): string {
    const bytes = Buffer.from(content(child(question, 'image_base64')).replaceAll(/\s/g, ''), 'base64')
    if (bytes.length === 0) return ''
    const name = content(child(question, 'image')).trim().split('/').at(-1) || 'picture'
    const key = String(this.files.length)
    this.files.push({ key, name, bytes })
    return `<p><img src="${fileAddress(key)}" alt=""></p>`
  }

  #placed(html: string, files: XmlNode[]): string {
    let placed = html
    for (const file of files) {
      const name = attribute(file, 'name')
      const bytes = Buffer.from(content(file).replaceAll(/\s/g, ''), 'base64')
      if (name === '' || bytes.length === 0) continue
      const key = String(this.files.length)
      const folder = attribute(file, 'path') || '/'
      const plain = `@@PLUGINFILE@@${folder}${name}`
      const encoded = `@@PLUGINFILE@@${folder}${encodeURIComponent(name)}`
      if (!placed.includes(plain) && !placed.includes(encoded)) continue
      this.files.push({ key, name, bytes })
      placed = placed.replaceAll(encoded, fileAddress(key)).replaceAll(plain, fileAddress(key))
    }
    return placed
  }
}
