// The XML files of a backup of Moodle as trees.
import { XMLParser } from 'fast-xml-parser'

export type Node = { [name: string]: Node[] | string | undefined; '#text'?: string }

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
  // a backup has millions of them, and no DOCTYPE that could define more
  processEntities: { enabled: true, maxTotalExpansions: Number.POSITIVE_INFINITY, maxExpandedLength: Number.POSITIVE_INFINITY },
})
const NULL = '$@NULL@$'

/** The root element; an empty one for text that is no XML, and for a DOCTYPE, whose entities allow expansion attacks. */
export function rootOf(text: string, name: string): Node {
  if (text === '' || /<!(?:DOCTYPE|ENTITY)/i.test(text)) return {}
  try {
    return child(parser.parse(text) as Node, name)
  } catch {
    return {}
  }
}

export const children = (node: Node, name: string): Node[] => {
  const found = node[name]
  return Array.isArray(found) ? found : []
}
/** The first element of this name; an empty one where there is none. */
export const child = (node: Node, ...path: string[]): Node => path.reduce((one, name) => children(one, name)[0] ?? {}, node)
export const attribute = (node: Node, name: string): string => {
  const found = node[`@${name}`]
  return typeof found === 'string' ? found : ''
}
/** The text of an element below; '' for none and for Moodle's null. */
export const textOf = (node: Node, ...path: string[]): string => {
  const text = child(node, ...path)['#text'] ?? ''
  return text.trim() === NULL ? '' : text
}
export const numberOf = (node: Node, ...path: string[]): number => Number(textOf(node, ...path)) || 0
/** A moment in seconds since 1970; 0: none. */
export const momentOf = (node: Node, name: string): Date | null => {
  const seconds = numberOf(node, name)
  return seconds > 0 ? new Date(seconds * 1_000) : null
}
