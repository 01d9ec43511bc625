// The list of files of a backup (files.xml), and the addresses by which texts name them.
import { attribute, children, type Node, numberOf, textOf } from './backup-xml.format.ts'

export type BackupFile = {
  contextId: string
  component: string
  area: string
  itemId: string
  /** with `/` at both ends */
  folder: string
  name: string
  hash: string
  size: number
  order: number
}

const FOLDER = '.'

/** @param root element files of files.xml */
export const filesOf = (root: Node): BackupFile[] =>
  children(root, 'file')
    .filter((one) => textOf(one, 'filename') !== FOLDER && /^[\da-f]{40}$/.test(textOf(one, 'contenthash')))
    .map((one) => ({
      contextId: textOf(one, 'contextid'),
      component: textOf(one, 'component'),
      area: textOf(one, 'filearea'),
      itemId: textOf(one, 'itemid'),
      folder: textOf(one, 'filepath') || '/',
      name: textOf(one, 'filename'),
      hash: textOf(one, 'contenthash'),
      size: numberOf(one, 'filesize'),
      order: numberOf(one, 'sortorder'),
    }))

/** The path of a file within its area. */
export const pathOf = ({ folder, name }: BackupFile): string => `${folder}${name}`.replace(/^\/+/, '')

/** Where the archive has the content. */
export const placeOf = ({ hash }: Pick<BackupFile, 'hash'>): string => `files/${hash.slice(0, 2)}/${hash}`

const decoded = (path: string) => {
  const plain = path.replaceAll('&amp;', '&')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

const mark = /@@PLUGINFILE@@(\/[^"'\\<>?\s]*(?: [^"'\\<>?]*)?)(?:\?[^"'\\<>\s]*)?/g

/** The text with `@@PLUGINFILE@@/…` replaced by what `addressOf` says of the file; unknown ones stay. */
export const withFiles = (text: string, files: readonly BackupFile[], addressOf: (file: BackupFile) => string): string =>
  text.replaceAll(mark, (all, path: string) => {
    const wanted = decoded(path)
    const file = files.find((one) => `${one.folder}${one.name}` === wanted)
    return file ? addressOf(file) : all
  })

/** Ids of an element and of all below it: files of a question belong to it, to its answers or to its pairs. */
export function idsIn(node: Node): Set<string> {
  const found = new Set<string>()
  const add = (one: Node) => {
    const id = attribute(one, 'id')
    if (id !== '') found.add(id)
    for (const inner of Object.values(one)) if (Array.isArray(inner)) for (const below of inner) add(below)
  }
  add(node)
  return found
}
