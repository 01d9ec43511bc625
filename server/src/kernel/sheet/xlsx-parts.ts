// Reads the parts of an xlsx archive as streams, unzipped by yauzl and parsed by saxes.
import { SaxesParser } from 'saxes'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'

type Limits = { expandedBytes: number; partBytes: number; parts: number }
export type Attributes = Readonly<Record<string, string>>
/** Element names have no namespace prefix. */
export type XmlReader = {
  open: (name: string, attributes: Attributes) => void
  close?: (name: string) => void
  text?: (text: string) => void
}
export type Parts = {
  has: (name: string) => boolean
  /** Parses a part with the reader made by `begin`, and yields the values that it collects, in portions. */
  walk: <T>(name: string, begin: (take: (one: T) => void) => XmlReader) => AsyncGenerator<T[]>
  close: () => void
}

/** Maximum depth of nested elements. */
const MAX_DEPTH = 100
/** Maximum characters between two tags, which the parser holds in memory. */
const MAX_BETWEEN = 1024 * 1024

const broken = (why: string): never => {
  throw new RangeError(why)
}

/**
 * Opens an archive. The sizes declared in its directory are limited before anything is expanded, and no part expands beyond
 * its declared size. Throws for a damaged or oversized archive, and for invalid XML.
 */
export async function openParts(path: string, limits: Limits): Promise<Parts> {
  const zip = await openPromise(path, { autoClose: false })
  try {
    const parts = await partsOf(zip, limits)
    return {
      has: (name) => parts.has(name),
      walk: (name, begin) => walk(textOf(zip, parts.get(name) ?? broken('no such part')), begin),
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function partsOf(zip: ZipFile, limits: Limits): Promise<Map<string, Entry>> {
  const parts = new Map<string, Entry>()
  if (zip.entryCount > limits.parts) broken('too many parts')
  let total = 0
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressedSize, uncompressedSize } = entry
    total += Math.max(compressedSize, uncompressedSize)
    const isFree = fileName.startsWith('xl/worksheets/') || fileName.startsWith('xl/media/')
    if (total > limits.expandedBytes || (uncompressedSize > limits.partBytes && !isFree)) broken('too large')
    parts.set(fileName, entry)
  }
  return parts
}

/** The text of a part. yauzl checks the declared size, but not the checksum. */
async function* textOf(zip: ZipFile, entry: Entry): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let crc = 0
  for await (const piece of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    crc = crc32(piece, crc)
    yield decoder.decode(piece, { stream: true })
  }
  if (crc !== entry.crc32) broken('damaged')
  yield decoder.decode()
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)

async function* walk<T>(pieces: AsyncIterable<string>, begin: (take: (one: T) => void) => XmlReader): AsyncGenerator<T[]> {
  const found: T[] = []
  const { open, close, text } = begin((one) => found.push(one))
  let depth = 0
  let between = 0
  const xml = new SaxesParser()
  // spreadsheet programs define no entities
  xml.on('doctype', () => broken('doctype'))
  xml.on('opentag', ({ name, attributes }) => {
    between = 0
    depth += 1
    if (depth > MAX_DEPTH) broken('too deep')
    open(local(name), attributes)
  })
  xml.on('closetag', ({ name }) => {
    between = 0
    depth -= 1
    close?.(local(name))
  })
  if (text) {
    xml.on('text', text)
    xml.on('cdata', text)
  }
  for await (const piece of pieces) {
    between += piece.length
    xml.write(piece)
    if (between > MAX_BETWEEN) broken('too much without a tag')
    yield found.splice(0)
  }
  xml.close()
}
